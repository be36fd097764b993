"""Words of listings: homes, cars, jobs, repositories, search results, hotels and apps."""

from __future__ import annotations

from training.scrape.kinds.shops_and_offers.terms import Term
from training.scrape.kinds.shops_and_offers.values import Words

TITLE = Term(
    ("Title|~Heading", "Titel|Überschrift", "Titre", "Título", "Titolo", "Titel"),
    ("titles|headings|names", "Titel|Überschriften", "titres", "títulos", "titoli", "titels"),
)
AREA = Term(
    ("Area|Living area|Floor area", "Wohnfläche|Fläche", "Surface", "Superficie", "Superficie",
     "Woonoppervlakte|Oppervlakte"),
    ("areas|sizes|floor areas", "Wohnflächen", "surfaces", "superficies", "superfici",
     "oppervlakten"),
    "how big is it|square metres|size",
)  # fmt: skip
BEDS = Term(
    ("Bedrooms|Rooms|Beds", "Zimmer|Schlafzimmer", "Pièces|Chambres", "Habitaciones|Dormitorios",
     "Locali|Camere", "Kamers|Slaapkamers"),
    ("numbers of rooms|bedroom counts", "Zimmerzahlen", "nombres de pièces",
     "números de habitaciones", "numeri di locali", "aantallen kamers"),
    "how many rooms|number of bedrooms",
)  # fmt: skip
BATHS = Term(
    ("Bathrooms|Baths", "Bäder|Badezimmer", "Salles de bain", "Baños", "Bagni", "Badkamers"),
    ("bathroom counts", "Badezimmerzahlen", "nombres de salles de bain", "números de baños",
     "numeri di bagni", "aantallen badkamers"),
    "how many bathrooms",
)  # fmt: skip
RENT = Term(
    ("Price|Asking price|Rent", "Kaufpreis|Preis|Miete", "Prix|Loyer", "Precio|Alquiler",
     "Prezzo|Affitto", "Vraagprijs|Prijs|Huur"),
    ("prices|asking prices|rents", "Preise|Mieten", "prix|loyers", "precios|alquileres", "prezzi",
     "prijzen|huurprijzen"),
    "how much is it",
)  # fmt: skip
AGENT = Term(
    ("Agent|Estate agent|Listed by", "Makler|Anbieter", "Agence|Agent", "Agencia|Inmobiliaria",
     "Agenzia", "Makelaar"),
    ("agents|estate agents|agencies", "Makler", "agences", "agencias", "agenzie", "makelaars"),
    "who is selling it",
)  # fmt: skip
BUILT = Term(
    ("Year built|Built", "Baujahr", "Année de construction", "Año de construcción",
     "Anno di costruzione", "Bouwjaar"),
    ("years built|building years", "Baujahre", "années de construction", "años de construcción",
     "anni di costruzione", "bouwjaren"),
    "when was it built|age of the house",
)  # fmt: skip
ENERGY = Term(
    ("Energy rating|EPC", "Energieklasse|Energieausweis", "DPE|Classe énergie",
     "Certificado energético", "Classe energetica", "Energielabel"),
    ("energy ratings", "Energieklassen", "classes énergie", "certificados energéticos",
     "classi energetiche", "energielabels"),
)  # fmt: skip
YEAR = Term(
    ("Year|First registered|Registration", "Erstzulassung|Baujahr|EZ", "Année|Mise en circulation",
     "Año|Matriculación", "Anno|Immatricolazione", "Bouwjaar|Jaar"),
    ("years|model years", "Erstzulassungen", "années", "años", "anni", "bouwjaren"),
    "how old is the car|model year",
)  # fmt: skip
MILEAGE = Term(
    ("Mileage|Odometer", "Kilometerstand|Laufleistung", "Kilométrage", "Kilómetros|Kilometraje",
     "Chilometri|Chilometraggio", "Kilometerstand"),
    ("mileages|odometer readings", "Kilometerstände", "kilométrages", "kilómetros",
     "chilometraggi", "kilometerstanden"),
    "how far has it been driven|miles",
)  # fmt: skip
FUEL = Term(
    ("Fuel|Fuel type", "Kraftstoff|Kraftstoffart", "Carburant|Énergie", "Combustible",
     "Carburante|Alimentazione", "Brandstof"),
    ("fuels|fuel types", "Kraftstoffe", "carburants", "combustibles", "carburanti",
     "brandstoffen"),
    "petrol or diesel",
)  # fmt: skip
GEARBOX = Term(
    ("Gearbox|Transmission", "Getriebe", "Boîte de vitesses|Boîte", "Cambio", "Cambio",
     "Transmissie"),
    ("gearboxes|transmissions", "Getriebe", "boîtes de vitesses", "cambios", "cambi",
     "transmissies"),
    "manual or automatic",
)  # fmt: skip
POWER = Term(
    ("Power|Horsepower", "Leistung", "Puissance", "Potencia", "Potenza", "Vermogen"),
    ("powers|horsepower figures", "Leistungen", "puissances", "potencias", "potenze",
     "vermogens"),
    "how many hp",
)  # fmt: skip
DEALER = Term(
    ("Dealer|Seller", "Händler|Anbieter", "Vendeur|Garage", "Concesionario|Vendedor",
     "Concessionario|Venditore", "Dealer|Aanbieder"),
    ("dealers|sellers", "Händler", "vendeurs", "concesionarios", "concessionari", "dealers"),
)  # fmt: skip
JOB = Term(
    ("Job title|Position|Job", "Stelle|Position", "Poste|Intitulé du poste", "Puesto|Empleo",
     "Posizione|Lavoro", "Functie|Vacature"),
    ("job titles|jobs|positions|vacancies", "Stellen|Positionen", "postes|offres d'emploi",
     "puestos|empleos", "posizioni|lavori", "functies|vacatures"),
)  # fmt: skip
COMPANY = Term(
    ("Company|Employer", "Firma|Arbeitgeber|Unternehmen", "Entreprise|Employeur", "Empresa",
     "Azienda|Datore di lavoro", "Bedrijf|Werkgever"),
    ("companies|employers|company names", "Firmen|Arbeitgeber", "entreprises", "empresas",
     "aziende", "bedrijven|werkgevers"),
    "who is hiring|name of the company",
)  # fmt: skip
SALARY = Term(
    ("Salary|Pay", "Gehalt", "Salaire|Rémunération", "Salario|Sueldo", "Stipendio|Retribuzione",
     "Salaris"),
    ("salaries|salary ranges", "Gehälter", "salaires", "salarios", "stipendi", "salarissen"),
    "how much does it pay|salary range",
)  # fmt: skip
CONTRACT = Term(
    ("Job type|Contract|Employment type", "Anstellungsart|Arbeitszeit", "Contrat|Type de contrat",
     "Contrato|Jornada", "Contratto", "Dienstverband"),
    ("contract types|job types", "Anstellungsarten", "types de contrat", "tipos de contrato",
     "tipi di contratto", "dienstverbanden"),
    "full time or part time",
)  # fmt: skip
CONTRACTS: Words = (
    "Full-time|Part-time|Permanent|Contract|Internship|Remote",
    "Vollzeit|Teilzeit|Unbefristet|Praktikum|Minijob",
    "CDI|CDD|Temps partiel|Stage|Alternance",
    "Jornada completa|Media jornada|Indefinido|Prácticas",
    "Tempo pieno|Part-time|Indeterminato|Stage",
    "Voltijd|Deeltijd|Vast|Stage|Freelance",
)
JOBS: Words = (
    "Data Engineer|Nurse|Warehouse Operative|Primary Teacher|Chef de Partie|Sales Manager|Plumber"
    "|Product Designer|Accountant|Bus Driver|Lab Technician|Receptionist|Site Manager|Baker",
    "Softwareentwickler (m/w/d)|Pflegefachkraft|Lagerist|Grundschullehrer|Koch|Vertriebsleiterin"
    "|Elektriker (m/w/d)|Buchhalterin|Busfahrer|Bäckerin|Bauleiter|Erzieherin",
    "Développeur web|Infirmière|Préparateur de commandes|Professeur des écoles|Cuisinier|Comptable"
    "|Plombier|Chef de projet|Conducteur de bus|Boulanger|Aide-soignante",
    "Desarrollador web|Enfermera|Mozo de almacén|Maestro de primaria|Cocinero|Contable|Fontanero"
    "|Jefa de proyecto|Conductor|Panadero|Dependienta",
    "Sviluppatore web|Infermiere|Magazziniere|Insegnante|Cuoco|Contabile|Idraulico|Autista|Fornaio"
    "|Responsabile vendite|Commessa",
    "Softwareontwikkelaar|Verpleegkundige|Magazijnmedewerker|Leerkracht|Kok|Boekhouder|Loodgieter"
    "|Projectleider|Buschauffeur|Bakker|Verkoopster",
)
HOMES: Words = (
    "2 bedroom flat|Detached house|Studio near the park|Terraced house|Penthouse with view|Cottage"
    "|Loft in former mill|Semi-detached house with garden|Bungalow|Ground floor flat",
    "3-Zimmer-Wohnung|Einfamilienhaus|Helle Dachgeschosswohnung|Reihenhaus mit Garten|Altbauwohnung"
    "|Loft im Hinterhof|Doppelhaushälfte|Maisonette am Park",
    "Appartement T3|Maison avec jardin|Studio meublé|Duplex avec terrasse|Maison de ville|Loft"
    "|Villa contemporaine|Longère rénovée",
    "Piso de 3 habitaciones|Chalet adosado|Estudio céntrico|Ático con terraza|Casa rural|Dúplex"
    "|Piso reformado|Villa con piscina",
    "Trilocale ristrutturato|Villetta a schiera|Monolocale in centro|Attico con terrazzo|Rustico"
    "|Bilocale luminoso|Casa indipendente",
    "3-kamerappartement|Tussenwoning|Studio in het centrum|Hoekwoning met tuin|Penthouse|Woonboot"
    "|Vrijstaande woning|Bovenwoning",
)
FUELS: Words = (
    "Petrol|Diesel|Electric|Hybrid|Plug-in hybrid|LPG",
    "Benzin|Diesel|Elektro|Hybrid|Plug-in-Hybrid",
    "Essence|Diesel|Électrique|Hybride",
    "Gasolina|Diésel|Eléctrico|Híbrido",
    "Benzina|Diesel|Elettrica|Ibrida|GPL",
    "Benzine|Diesel|Elektrisch|Hybride",
)
GEARBOXES: Words = (
    "Manual|Automatic",
    "Schaltgetriebe|Automatik",
    "Manuelle|Automatique",
    "Manual|Automático",
    "Manuale|Automatico",
    "Handgeschakeld|Automaat",
)
STARS = Term(
    ("Stars|Star count", "Sterne", "Étoiles", "Estrellas", "Stelle", "Sterren"),
    ("stars|star counts|numbers of stars", "Sterne", "étoiles", "estrellas", "stelle", "sterren"),
    "how many stars",
)
FORKS = Term(
    ("Forks", "Forks", "Forks", "Forks", "Fork", "Forks"),
    ("forks|fork counts|numbers of forks", "Forks", "forks", "forks", "fork", "forks"),
    "how many forks",
)
CODE = Term(
    ("Language|Programming language", "Sprache|Programmiersprache", "Langage", "Lenguaje",
     "Linguaggio", "Taal|Programmeertaal"),
    ("languages|programming languages", "Programmiersprachen", "langages", "lenguajes",
     "linguaggi", "programmeertalen"),
    "what is it written in",
)  # fmt: skip
LICENCE = Term(
    ("License|Licence", "Lizenz", "Licence", "Licencia", "Licenza", "Licentie"),
    ("licenses|licences", "Lizenzen", "licences", "licencias", "licenze", "licenties"),
)
UPDATED = Term(
    ("Updated|Last update|Last updated", "Aktualisiert|Letzte Aktualisierung", "Mis à jour",
     "Actualizado|Última actualización", "Aggiornato|Ultimo aggiornamento", "Bijgewerkt"),
    ("update dates|update times", "Aktualisierungen", "dates de mise à jour",
     "fechas de actualización", "date di aggiornamento", "updatedatums"),
    "when was it updated|last change",
)  # fmt: skip
REPOSITORY = Term(
    ("Repository|Repo|Project", "Repository|Projekt", "Dépôt|Projet", "Repositorio|Proyecto",
     "Repository|Progetto", "Repository|Project"),
    ("repositories|repos|repository names|projects", "Repositories|Projekte", "dépôts|projets",
     "repositorios|proyectos", "repository|progetti", "repositories|projecten"),
)  # fmt: skip
OWNER = Term(
    ("Owner|Organisation", "Eigentümer|Organisation", "Propriétaire", "Propietario",
     "Proprietario", "Eigenaar"),
    ("owners|organisations|accounts", "Eigentümer", "propriétaires", "propietarios",
     "proprietari", "eigenaars"),
    "who owns it",
)  # fmt: skip
PURPOSES = (
    "A fast parser for log files|Tiny HTTP client without dependencies|Charts for the terminal"
    "|Type-safe settings for services|Notes that sync over any folder|Bindings for audio devices"
    "|Static site generator in one file|Queue with retries on top of SQLite|Map tiles, self-hosted"
)
LICENCES = "MIT|Apache-2.0|GPL-3.0|BSD-3-Clause|MPL-2.0|Unlicense|ISC"
CODES = "Python|Rust|Go|TypeScript|C++|Java|Ruby|Zig|Elixir|Kotlin|Shell|Haskell"
APP = Term(
    ("App|App name|Name", "App|App-Name|Name", "Application|Nom", "Aplicación|Nombre", "App|Nome",
     "App|Naam"),
    ("apps|app names|names", "Apps|Namen", "applications|noms", "aplicaciones|nombres",
     "app|nomi", "apps|namen"),
)  # fmt: skip
DEVELOPER = Term(
    ("Developer|Publisher", "Entwickler|Herausgeber", "Développeur|Éditeur", "Desarrollador",
     "Sviluppatore", "Ontwikkelaar"),
    ("developers|publishers", "Entwickler", "développeurs", "desarrolladores", "sviluppatori",
     "ontwikkelaars"),
    "who made it|made by",
)  # fmt: skip
DOWNLOADS = Term(
    ("Downloads|Installs", "Downloads|Installationen", "Téléchargements", "Descargas",
     "Download|Installazioni", "Downloads"),
    ("downloads|install counts|download counts", "Downloads", "téléchargements", "descargas",
     "download", "downloads"),
    "how many downloads|number of installs",
)  # fmt: skip
APP_SIZE = Term(
    ("Size|Download size", "Größe|Dateigröße", "Taille", "Tamaño", "Dimensioni", "Grootte"),
    ("sizes|download sizes", "Größen", "tailles", "tamaños", "dimensioni", "groottes"),
    "how big is the download|how many MB",
)
VERSION = Term(
    ("Version|Current version", "Version", "Version", "Versión", "Versione", "Versie"),
    ("versions|version numbers", "Versionen", "versions", "versiones", "versioni", "versies"),
    "which version|version number|latest version",
)
APP_KINDS: Words = (
    "Productivity|Games|Health|Music|Photo|Finance|Travel|Education",
    "Büro|Spiele|Gesundheit|Musik|Fotografie|Finanzen|Reisen|Bildung",
    "Productivité|Jeux|Santé|Musique|Photo|Finance|Voyages",
    "Productividad|Juegos|Salud|Música|Fotografía|Finanzas|Viajes",
    "Produttività|Giochi|Salute|Musica|Foto|Finanza|Viaggi",
    "Productiviteit|Games|Gezondheid|Muziek|Foto|Financiën|Reizen",
)
HOTEL = Term(
    ("Hotel|Accommodation", "Hotel|Unterkunft", "Hôtel|Hébergement", "Hotel|Alojamiento",
     "Hotel|Struttura", "Hotel|Accommodatie"),
    ("hotels|hotel names|places to stay", "Hotels|Unterkünfte", "hôtels", "hoteles", "hotel",
     "hotels"),
)  # fmt: skip
DISTANCE = Term(
    ("Distance|Distance from centre", "Entfernung|Entfernung zum Zentrum", "Distance du centre",
     "Distancia al centro", "Distanza dal centro", "Afstand tot het centrum"),
    ("distances", "Entfernungen", "distances", "distancias", "distanze", "afstanden"),
    "how far from the centre",
)  # fmt: skip
GRADES: Words = (
    "Excellent|Very good|Good|Superb|Pleasant",
    "Hervorragend|Sehr gut|Gut|Ausgezeichnet",
    "Exceptionnel|Très bien|Bien|Superbe",
    "Excelente|Muy bien|Bien|Fantástico",
    "Eccezionale|Ottimo|Buono|Favoloso",
    "Uitstekend|Heel goed|Goed|Fantastisch",
)
VERDICT = Term(
    ("Review word|Rating word", "Bewertung in Worten", "Appréciation", "Valoración en palabras",
     "Giudizio", "Waardering in woorden"),
    ("rating words|verdicts of guests", "Bewertungen in Worten", "appréciations",
     "valoraciones en palabras", "giudizi", "waarderingen in woorden"),
)  # fmt: skip
RESULT = Term(
    ("Result|Title", "Ergebnis|Treffer|Titel", "Résultat|Titre", "Resultado|Título",
     "Risultato|Titolo", "Resultaat|Titel"),
    ("results|titles|result titles|search results", "Ergebnisse|Treffer", "résultats", "resultados",
     "risultati", "resultaten"),
)  # fmt: skip
SNIPPET = Term(
    ("Snippet|Description|Summary", "Auszug|Beschreibung", "Extrait|Description",
     "Fragmento|Descripción", "Estratto|Descrizione", "Fragment|Beschrijving"),
    ("snippets|descriptions|summaries", "Auszüge|Beschreibungen", "extraits", "fragmentos",
     "estratti", "fragmenten"),
)  # fmt: skip
SITE = Term(
    ("Site|Website|Domain|Source", "Website|Domain|Quelle", "Site|Domaine|Source", "Sitio|Dominio",
     "Sito|Dominio|Fonte", "Website|Domein|Bron"),
    ("sites|domains|websites|sources", "Websites|Domains|Quellen", "sites|domaines|sources",
     "sitios|dominios", "siti|domini|fonti", "websites|domeinen|bronnen"),
)  # fmt: skip
TOPICS: Words = (
    "sourdough starter|solar panels|bike repair|tax return|learn chess|wool washing"
    "|home insulation",
    "Sauerteig ansetzen|Solaranlage|Fahrrad reparieren|Steuererklärung|Schach lernen|Wolle waschen",
    "levain maison|panneaux solaires|réparer un vélo|déclaration d'impôts|apprendre les échecs",
    "masa madre|placas solares|reparar la bici|declaración de la renta|aprender ajedrez",
    "lievito madre|pannelli solari|riparare la bici|dichiarazione dei redditi|imparare gli scacchi",
    "zuurdesem|zonnepanelen|fiets repareren|belastingaangifte|leren schaken",
)
ENDINGS: Words = (
    "a guide for beginners|10 common mistakes|forum|costs and tips|everything you need to know"
    "|video",
    "Anleitung für Anfänger|10 häufige Fehler|Forum|Kosten und Tipps|das müssen Sie wissen",
    "guide du débutant|10 erreurs fréquentes|forum|coûts et conseils|tout savoir",
    "guía para principiantes|10 errores comunes|foro|costes y consejos|todo lo que debes saber",
    "guida per principianti|10 errori comuni|forum|costi e consigli|tutto quello che serve sapere",
    "gids voor beginners|10 veelgemaakte fouten|forum|kosten en tips|alles wat je moet weten",
)
FOUND: Words = (
    "About {} results|{} results found|{} matches|Showing 1–10 of {}",
    "Ungefähr {} Ergebnisse|{} Treffer|{} Angebote",
    "Environ {} résultats|{} annonces|{} offres",
    "Cerca de {} resultados|{} anuncios|{} ofertas",
    "Circa {} risultati|{} annunci",
    "Ongeveer {} resultaten|{} gevonden",
)
COUNT = Term(
    ("Number of results|Results found", "Anzahl Ergebnisse|Trefferzahl", "Nombre de résultats",
     "Número de resultados", "Numero di risultati", "Aantal resultaten"),
    asked="how many results|total results|result count",
)  # fmt: skip
PER_NIGHT: Words = (
    "per night|a night",
    "pro Nacht|je Nacht",
    "par nuit|la nuit",
    "por noche",
    "a notte",
    "per nacht",
)
#: What stands around values in cards that would not be clear alone.
AROUND: dict[str, Words] = {
    "rooms": ("{} bed|{} beds|{} rooms", "{} Zi.|{} Zimmer", "{} pièces|{} p.", "{} hab.",
              "{} locali", "{} kamers"),
    "baths": ("{} bath|{} baths", "{} Bad|{} Bäder", "{} sdb", "{} baños", "{} bagni",
              "{} badkamers"),
    "built": ("Built {}|built in {}", "Bj. {}|Baujahr {}", "construit en {}", "construido en {}",
              "anno {}", "bouwjaar {}"),
    "energy": ("EPC {}|Energy {}", "Energieklasse {}", "DPE {}", "Energía {}", "Classe {}",
               "Label {}"),
    "forks": ("{} forks|⑂ {}", "{} Forks|⑂ {}", "{} forks", "{} forks", "{} fork", "{} forks"),
    "stars": ("★ {}|{} stars|☆ {}", "★ {}", "★ {}|{} étoiles", "★ {}|{} estrellas", "★ {}",
              "★ {}"),
    "reviews": ("({})|{} reviews|({} reviews)", "({})|{} Bewertungen", "({})|{} avis",
                "({})|{} opiniones", "({})|{} recensioni", "({})|{} beoordelingen"),
    "updated": ("Updated {}|updated {}", "Aktualisiert: {}", "Mis à jour {}", "Actualizado {}",
                "Aggiornato {}", "Bijgewerkt {}"),
    "version": ("v{}|Version {}", "v{}|Version {}", "v{}", "v{}", "v{}|Versione {}", "v{}"),
    "downloads": ("{} downloads|{} installs", "{} Downloads", "{} téléchargements", "{} descargas",
                  "{} download", "{} downloads"),
    "posted": ("Posted {}|{}", "Online seit {}|{}", "Publié {}|{}", "Publicado {}|{}",
               "Pubblicato {}|{}", "Geplaatst {}|{}"),
    "distance": ("{} from centre|{}", "{} vom Zentrum", "à {} du centre", "a {} del centro",
                 "a {} dal centro", "{} van het centrum"),
}  # fmt: skip
