"""Sentences, headlines and topics in six languages, for generated pages."""

from __future__ import annotations

from training.scrape.kinds.texts_and_people.words import LAST, number, person, place, words
from training.scrape.make import Make

_SUBJECTS = {
    "en": words(
        "The council, A group of volunteers, The new library in {city}, {person}, The "
        "hospital, A small company in {city}, The museum, The university, The harbour "
        "authority, The club, A team around {person}, The ministry, Nobody in {city}, The "
        "orchestra, The bus operator, The ferry company, A retired teacher, The school board, "
        "The bakery on the corner, The planning office, An amateur astronomer, The youth "
        "centre, The water board"
    ),
    "de": words(
        "Der Stadtrat, Eine Gruppe von Freiwilligen, Die neue Bibliothek in {city}, {person}, "
        "Das Krankenhaus, Eine kleine Firma aus {city}, Das Museum, Die Universität, Der "
        "Verein, Ein Team um {person}, Das Ministerium, Niemand in {city}, Das Orchester, Der "
        "Verkehrsbund, Die Fähre nach {city}, Eine pensionierte Lehrerin, Der Schulausschuss, "
        "Die Bäckerei am Eck, Das Bauamt, Ein Hobbyastronom, Das Jugendzentrum, Die Feuerwehr"
    ),
    "fr": words(
        "Le conseil municipal, Un groupe de bénévoles, La nouvelle bibliothèque de {city}, "
        "{person}, L'hôpital, Une petite entreprise de {city}, Le musée, L'université, Le "
        "club, L'équipe de {person}, Le ministère, Le port de {city}, L'orchestre, La régie "
        "des bus, La compagnie des ferries, Une institutrice retraitée, La boulangerie du "
        "coin, Le service d'urbanisme, Un astronome amateur, La maison des jeunes"
    ),
    "es": words(
        "El ayuntamiento, Un grupo de voluntarios, La nueva biblioteca de {city}, {person}, "
        "El hospital, Una pequeña empresa de {city}, El museo, La universidad, El club, El "
        "equipo de {person}, El ministerio, El puerto de {city}, La orquesta, La cooperativa, "
        "La compañía de ferris, Una maestra jubilada, La panadería de la esquina, La oficina "
        "de urbanismo, Un astrónomo aficionado, La asociación de vecinos"
    ),
    "it": words(
        "Il comune, Un gruppo di volontari, La nuova biblioteca di {city}, {person}, "
        "L'ospedale, Una piccola azienda di {city}, Il museo, L'università, La squadra, Il "
        "ministero, Il gruppo di {person}, Il porto di {city}, L'orchestra, La cooperativa, "
        "La compagnia dei traghetti, Una maestra in pensione, Il forno all'angolo, L'ufficio "
        "tecnico, Un astronomo dilettante, Il centro giovani"
    ),
    "nl": words(
        "De gemeenteraad, Een groep vrijwilligers, De nieuwe bibliotheek in {city}, {person}, "
        "Het ziekenhuis, Een klein bedrijf uit {city}, Het museum, De universiteit, De club, "
        "Het team van {person}, Het ministerie, Niemand in {city}, Het orkest, De vervoerder, "
        "De veerdienst, Een oud-lerares, De schoolraad, De bakker op de hoek, Het bouwbureau, "
        "Een amateurastronoom, Het jongerencentrum"
    ),
}
_DEEDS = {
    "en": words(
        "approves plan to rebuild the old harbour, opens its doors to visitors, wants to "
        "halve its energy use, is looking for {n} apprentices, reports a better year than "
        "expected, moves into the former brewery, tests electric buses, expects {n} guests, "
        "postpones vote on the tram line, publishes a map of cycle paths, plans to plant {n} "
        "trees, explains why bread became dearer, finds {n} letters in an attic, drops the "
        "fee for families, wins a prize for its courtyard, closes the swimming pool for "
        "repairs, invites the public to a debate, hands {n} signatures to the mayor, measures "
        "noise at {n} places, buys back its old building, sells its last sailing boat, ends "
        "the season with a record, collects {n} coats for the winter, apologises for the "
        "delay, raises wages by {n} cents"
    ),
    "de": words(
        "beschließt den Umbau des alten Hafens, öffnet die Türen für Besucher, will den "
        "Verbrauch halbieren, sucht {n} Auszubildende, meldet ein gutes Jahr, zieht in die "
        "alte Brauerei, testet elektrische Busse, erwartet {n} Gäste, verschiebt die "
        "Abstimmung über die Tram, zeigt eine Karte der Radwege, pflanzt {n} Bäume, erklärt "
        "die hohen Brotpreise, findet {n} Briefe auf einem Dachboden, streicht die Gebühr für "
        "Familien, gewinnt einen Preis für den Innenhof, schließt das Schwimmbad, lädt zur "
        "Debatte ein, übergibt {n} Unterschriften, misst den Lärm an {n} Orten, kauft das "
        "alte Haus zurück, beendet die Saison mit einem Rekord, sammelt {n} Mäntel für den "
        "Winter, entschuldigt sich für die Verspätung"
    ),
    "fr": words(
        "approuve la rénovation du vieux port, ouvre ses portes aux visiteurs, veut réduire "
        "sa consommation de moitié, recherche {n} apprentis, annonce une bonne année, "
        "s'installe dans l'ancienne brasserie, teste des bus électriques, attend {n} "
        "personnes, reporte le vote sur le tramway, publie une carte des pistes cyclables, va "
        "planter {n} arbres, explique la hausse du prix du pain, retrouve {n} lettres dans un "
        "grenier, remporte un prix pour sa cour, ferme la piscine pour travaux, invite au "
        "débat, remet {n} signatures au maire, mesure le bruit en {n} points, rachète son "
        "ancien bâtiment, termine la saison sur un record, collecte {n} manteaux, s'excuse "
        "pour le retard"
    ),
    "es": words(
        "aprueba la reforma del viejo puerto, abre sus puertas al público, quiere reducir su "
        "consumo a la mitad, busca {n} aprendices, anuncia un buen año, se muda a la antigua "
        "fábrica, prueba autobuses eléctricos, espera a {n} visitantes, aplaza el voto sobre "
        "el tranvía, publica un mapa de carriles bici, plantará {n} árboles, explica la "
        "subida del pan, encuentra {n} cartas en un desván, gana un premio por su patio, "
        "cierra la piscina por obras, invita al debate, entrega {n} firmas a la alcaldesa, "
        "mide el ruido en {n} puntos, recompra su antiguo edificio, termina la temporada con "
        "un récord, recoge {n} abrigos, pide disculpas por el retraso"
    ),
    "it": words(
        "approva il recupero del vecchio porto, apre le porte ai visitatori, vuole dimezzare "
        "i consumi, cerca {n} apprendisti, annuncia un buon anno, si trasferisce nella "
        "vecchia fabbrica, prova gli autobus elettrici, aspetta {n} ospiti, rinvia il voto "
        "sul tram, pubblica una mappa delle ciclabili, pianterà {n} alberi, spiega il rincaro "
        "del pane, trova {n} lettere in una soffitta, vince un premio per il cortile, chiude "
        "la piscina per lavori, invita al dibattito, consegna {n} firme alla sindaca, misura "
        "il rumore in {n} punti, ricompra il vecchio edificio, chiude la stagione con un "
        "record, raccoglie {n} cappotti, si scusa per il ritardo"
    ),
    "nl": words(
        "keurt plan voor de oude haven goed, opent de deuren voor bezoekers, wil het verbruik "
        "halveren, zoekt {n} leerlingen, meldt een goed jaar, verhuist naar de oude "
        "brouwerij, test elektrische bussen, verwacht {n} gasten, stelt stemming over de tram "
        "uit, toont een kaart van fietspaden, plant {n} bomen, verklaart de hoge broodprijs, "
        "vindt {n} brieven op een zolder, wint een prijs voor de binnentuin, sluit het "
        "zwembad voor onderhoud, nodigt uit voor een debat, overhandigt {n} handtekeningen, "
        "meet geluid op {n} plekken, koopt het oude gebouw terug, eindigt het seizoen met een "
        "record, zamelt {n} jassen in"
    ),
}
_ENDINGS = {
    "en": words(
        "before the end of the year, despite rising costs, after months of debate, for the "
        "first time since {year}, with help from the state, this week, in the middle of the "
        "season, although few had expected it, in {city}, together with {person}, until "
        "spring, from {year} onwards, after a storm, on Sunday"
    ),
    "de": words(
        "noch in diesem Jahr, trotz steigender Kosten, nach langer Debatte, zum ersten Mal "
        "seit {year}, mit Hilfe des Landes, in dieser Woche, mitten in der Saison, obwohl "
        "kaum jemand damit rechnete, in {city}, zusammen mit {person}, bis zum Frühling, nach "
        "einem Sturm, am Sonntag"
    ),
    "fr": words(
        "avant la fin de l'année, malgré la hausse des coûts, après des mois de débat, pour "
        "la première fois depuis {year}, avec l'aide de l'État, cette semaine, à {city}, avec "
        "{person}, jusqu'au printemps, après une tempête, dès dimanche, à la surprise "
        "générale"
    ),
    "es": words(
        "antes de fin de año, a pesar de los costes, tras meses de debate, por primera vez "
        "desde {year}, con ayuda del Estado, esta semana, en {city}, junto a {person}, hasta "
        "la primavera, tras una tormenta, el domingo, para sorpresa de todos"
    ),
    "it": words(
        "entro la fine dell'anno, nonostante i costi, dopo mesi di dibattito, per la prima "
        "volta dal {year}, con l'aiuto dello Stato, questa settimana, a {city}, insieme a "
        "{person}, fino a primavera, dopo una tempesta, domenica, con sorpresa di tutti"
    ),
    "nl": words(
        "voor het einde van het jaar, ondanks de kosten, na maanden van overleg, voor het "
        "eerst sinds {year}, met hulp van de staat, deze week, in {city}, samen met {person}, "
        "tot de lente, na een storm, op zondag, tot ieders verrassing"
    ),
}
TOPICS = {
    "en": words(
        "Cycling, Local politics, Gardening, Climate, Jazz, Chess, Photography, Architecture, "
        "Public transport, Sourdough, Astronomy, Hiking, Data privacy, Pottery, Renewable "
        "energy, Sailing, Typography, Beekeeping, School meals, Rail travel, Folk music, "
        "Ceramics, Housing"
    ),
    "de": words(
        "Radverkehr, Kommunalpolitik, Gärtnern, Klima, Jazz, Schach, Fotografie, Architektur, "
        "Nahverkehr, Sauerteig, Astronomie, Wandern, Datenschutz, Töpfern, Energiewende, "
        "Segeln, Typografie, Imkerei, Schulessen, Bahnreisen, Volksmusik, Wohnen, Handwerk"
    ),
    "fr": words(
        "Vélo, Politique locale, Jardinage, Climat, Jazz, Échecs, Photographie, Architecture, "
        "Transports, Pain au levain, Astronomie, Randonnée, Vie privée, Céramique, Énergie, "
        "Voile, Typographie, Apiculture, Cantines, Voyages en train, Logement, Artisanat"
    ),
    "es": words(
        "Ciclismo, Política local, Huertos, Clima, Jazz, Ajedrez, Fotografía, Arquitectura, "
        "Transporte, Masa madre, Astronomía, Senderismo, Privacidad, Cerámica, Energía, Vela, "
        "Tipografía, Apicultura, Viajes en tren, Vivienda, Artesanía, Cine"
    ),
    "it": words(
        "Ciclismo, Politica locale, Giardinaggio, Clima, Jazz, Scacchi, Fotografia, "
        "Architettura, Trasporti, Lievito madre, Astronomia, Escursioni, Privacy, Ceramica, "
        "Energia, Vela, Tipografia, Apicoltura, Viaggi in treno, Casa, Artigianato, Cinema"
    ),
    "nl": words(
        "Fietsen, Lokale politiek, Moestuinen, Klimaat, Jazz, Schaken, Fotografie, "
        "Architectuur, Openbaar vervoer, Zuurdesem, Sterrenkunde, Wandelen, Privacy, "
        "Keramiek, Energie, Zeilen, Typografie, Imkeren, Treinreizen, Wonen, Ambacht, Film"
    ),
}
_ESSAYS = {
    "en": words(
        "What I learned from {n} days of {topic}, Notes on {topic}, Why {topic} matters in "
        "{city}, A beginner's guide to {topic}, {topic}: my setup in {year}, How we rebuilt "
        "our shop, {topic} on a budget of {n} euros, The trouble with {topic}, Letters from "
        "{city}, {topic} in {year} and now, Against {topic}, Ten questions to {person}, A "
        "winter in {city}, My mother's garden"
    ),
    "de": words(
        "Was {n} Tage {topic} mich lehrten, Notizen über {topic}, Warum {topic} in {city} "
        "zählt, {topic} für Anfänger, {topic}: mein Weg seit {year}, Wie wir den Laden "
        "umbauten, {topic} mit {n} Euro, Das Problem mit {topic}, Briefe aus {city}, {topic}: "
        "{year} und heute, Zehn Fragen an {person}, Ein Winter in {city}, Der Garten meiner "
        "Mutter"
    ),
    "fr": words(
        "{topic} : ce que {n} jours m'ont appris, Notes sur {topic}, {topic} pour débutants, "
        "Pourquoi {topic} compte à {city}, {topic} : mon bilan depuis {year}, {topic} avec "
        "{n} euros, Lettres de {city}, {topic} : hier et aujourd'hui, Dix questions à "
        "{person}, Un hiver à {city}, Le jardin de ma mère"
    ),
    "es": words(
        "{topic}: lo que aprendí en {n} días, Notas sobre {topic}, {topic} para "
        "principiantes, Por qué importa {topic} en {city}, {topic}: mi balance desde {year}, "
        "{topic} con {n} euros, Cartas desde {city}, {topic}: ayer y hoy, Diez preguntas a "
        "{person}, Un invierno en {city}, El jardín de mi madre"
    ),
    "it": words(
        "{topic}: cosa ho imparato in {n} giorni, Appunti su {topic}, {topic} per "
        "principianti, Perché {topic} conta a {city}, {topic}: il mio percorso dal {year}, "
        "{topic} con {n} euro, Lettere da {city}, {topic}: ieri e oggi, Dieci domande a "
        "{person}, Un inverno a {city}, Il giardino di mia madre"
    ),
    "nl": words(
        "Wat {n} dagen {topic} mij leerden, Notities over {topic}, {topic} voor beginners, "
        "Waarom {topic} telt in {city}, {topic}: mijn opzet sinds {year}, {topic} met {n} "
        "euro, Brieven uit {city}, {topic}: toen en nu, Tien vragen aan {person}, Een winter "
        "in {city}, De tuin van mijn moeder"
    ),
}
_OBJECTS = {
    "en": words(
        "Lantern, River, Orchard, Compass, Harbor, Meadow, Iron Bridge, Kestrel, Mill, "
        "Anchor, Copper, Winter, Salt, Falcon, Paper, Northern Light, Willow, Thunder, "
        "Velvet, Harvest, Signal, Marble, Ember, Cedar, Tide, Corner, Atlas, Pepper, Blue "
        "Door"
    ),
    "de": words(
        "Laterne, Fluss, Obstgarten, Kompass, Hafen, Wiese, Brücke, Falke, Mühle, Anker, "
        "Kupfer, Winter, Salz, Papier, Nordlicht, Weide, Donner, Samt, Ernte, Signal, Marmor, "
        "Zeder, Atlas, Pfeffer, Blaue Tür, Kranich, Nebel"
    ),
    "fr": words(
        "Lanterne, Rivière, Verger, Boussole, Prairie, Forge, Faucon, Moulin, Ancre, Cuivre, "
        "Hiver, Sel, Papier, Aurore, Saule, Tonnerre, Velours, Récolte, Marbre, Cèdre, Atlas, "
        "Poivre, Porte Bleue, Brume"
    ),
    "es": words(
        "Linterna, Río, Huerto, Brújula, Puerto, Pradera, Halcón, Molino, Ancla, Cobre, "
        "Invierno, Sal, Papel, Aurora, Sauce, Trueno, Terciopelo, Cosecha, Mármol, Cedro, "
        "Atlas, Pimienta, Puerta Azul, Niebla"
    ),
    "it": words(
        "Lanterna, Fiume, Frutteto, Bussola, Porto, Ponte, Falco, Mulino, Ancora, Rame, "
        "Inverno, Sale, Carta, Aurora, Salice, Tuono, Velluto, Raccolto, Marmo, Cedro, "
        "Atlante, Pepe, Porta Blu, Nebbia"
    ),
    "nl": words(
        "Lantaarn, Rivier, Boomgaard, Kompas, Haven, Weide, Valk, Molen, Anker, Koper, "
        "Winter, Zout, Papier, Noorderlicht, Wilg, Donder, Fluweel, Oogst, Marmer, Ceder, "
        "Atlas, Peper, Blauwe Deur, Nevel"
    ),
}
_COMPANIES = {
    "en": words("{last} & Sons, {object} Labs, {object} Group Ltd, {last} Partners, {city} Trust"),
    "de": words("{last} GmbH, {object} Werk AG, {last} & Söhne KG, {city}er Verein, {object} eG"),
    "fr": words("{last} SARL, Atelier {object}, Groupe {last}, {object} SAS, Maison {last}"),
    "es": words("{last} S.L., Taller {object}, Grupo {last}, {object} S.A., Fundación {last}"),
    "it": words("{last} S.r.l., Studio {object}, Gruppo {last}, {object} S.p.A., Casa {last}"),
    "nl": words("{last} B.V., Atelier {object}, {last} Groep, {object} Stichting, {last} en Zn."),
}
_PAPERS = {
    "en": words("The {city} Herald, {city} Today, The {object}, Daily {object}, {object} Magazine"),
    "de": words("{city}er Anzeiger, {city} Aktuell, Der {object}, {object}-Magazin, Tagesblatt"),
    "fr": words("Le Courrier de {city}, {city} Matin, L'Écho {object}, {object} Magazine"),
    "es": words("El Diario de {city}, {city} Hoy, La Voz {object}, Revista {object}"),
    "it": words("Il Corriere di {city}, {city} Oggi, La Voce {object}, {object} Magazine"),
    "nl": words("{city}s Dagblad, {city} Vandaag, De {object}, {object} Magazine"),
}


def _fill(make: Make, text: str) -> str:
    return text.format(
        city=place(make)[0],
        person=person(make),
        n=number(make, 2, 940),
        year=number(make, 1961, 2024),
        topic=make.pick(TOPICS[make.language]),
        last=make.pick(LAST[make.language]),
        object=make.pick(_OBJECTS[make.language]),
    )


def sentence(make: Make) -> str:
    """Return a sentence in the page's language."""
    parts = [make.pick(_SUBJECTS[make.language]), make.pick(_DEEDS[make.language])]
    if make.chance(0.8):
        parts.append(make.pick(_ENDINGS[make.language]))
    return f"{_fill(make, ' '.join(parts))}."


def paragraph(make: Make, least: int = 2, most: int = 5) -> str:
    """Return a few sentences."""
    return " ".join(sentence(make) for _ in range(number(make, least, most)))


def headline(make: Make) -> str:
    """Return a news headline."""
    text = f"{make.pick(_SUBJECTS[make.language])} {make.pick(_DEEDS[make.language])}"
    if make.chance(0.3):
        text = make.pick(_DEEDS[make.language])
        text = f"{place(make)[0]}{make.pick((' ', ' ', ': Club '))}{text}"
    elif make.chance(0.2):
        text += f" {make.pick(_ENDINGS[make.language])}"
    return _fill(make, text)


def essay(make: Make) -> str:
    """Return the title of a blog post or an essay."""
    return _fill(make, make.pick(_ESSAYS[make.language]))


def company(make: Make) -> str:
    """Return a company's name."""
    return _fill(make, make.pick(_COMPANIES[make.language])).replace("&", "&amp;")


def newspaper(make: Make) -> str:
    """Return a newspaper's or magazine's name."""
    return _fill(make, make.pick(_PAPERS[make.language]))


def thing(make: Make) -> str:
    """Return a short name, such as a band, a pub or a game has."""
    objects = _OBJECTS[make.language]
    forms = ("{0}", "{0} {1}", "{2} {0}", "{0} {3}", "{0} & {1}")
    last = make.pick(LAST[make.language])
    text = make.pick(forms).format(*make.some(objects, 2, 2), last, number(make, 2, 99))
    return str(text.replace("&", "&amp;"))


def topics(make: Make, least: int, most: int) -> list[str]:
    """Return some topics."""
    return [str(topic) for topic in make.some(TOPICS[make.language], least, most)]


def quote(make: Make) -> str:
    """Return a sentence as somebody says it, in the language's quotation marks."""
    opening, closing = make.text(en="“”", de="„“", fr="«»", es="«»", it="“”", nl="‘’")
    return f"{opening}{sentence(make)}{closing}"
