"""Words of price lists: rooms, dishes, services and tickets."""

from __future__ import annotations

from training.scrape.kinds.shops_and_offers.terms import Term
from training.scrape.kinds.shops_and_offers.values import Words

ROOM = Term(
    ("Room|Room type", "Zimmer|Kategorie", "Chambre|Type de chambre", "Habitación|Tipo",
     "Camera|Tipo di camera", "Kamer|Kamertype"),
    ("rooms|room types", "Zimmer", "chambres", "habitaciones", "camere", "kamers"),
)  # fmt: skip
ROOM_PRICE = Term(
    ("Price per night|Rate|Nightly rate|Price", "Preis pro Nacht|Preis", "Prix par nuit|Tarif",
     "Precio por noche|Tarifa", "Prezzo a notte|Tariffa", "Prijs per nacht|Tarief"),
    ("prices|rates|room rates", "Preise|Zimmerpreise", "prix|tarifs", "precios|tarifas",
     "prezzi|tariffe", "prijzen|tarieven"),
)  # fmt: skip
SEASON_LOW = Term(
    ("Low season|Off-peak|~Nov–Mar", "Nebensaison|~Nov.–März", "Basse saison", "Temporada baja",
     "Bassa stagione", "Laagseizoen"),
    ("low season prices", "Preise Nebensaison", "prix basse saison", "precios temporada baja",
     "prezzi bassa stagione", "prijzen laagseizoen"),
)  # fmt: skip
SEASON_HIGH = Term(
    ("High season|Peak|~Jun–Sep", "Hauptsaison|~Juni–Sept.", "Haute saison", "Temporada alta",
     "Alta stagione", "Hoogseizoen"),
    ("high season prices", "Preise Hauptsaison", "prix haute saison", "precios temporada alta",
     "prezzi alta stagione", "prijzen hoogseizoen"),
)  # fmt: skip
ROOM_BED = Term(
    ("Bed|Beds|Bed type", "Bett|Betten", "Lit|Literie", "Cama|Camas", "Letto|Letti", "Bed|Bedden"),
    ("bed types|beds", "Betten", "lits", "camas", "letti", "bedden"),
)
ROOM_SIZE = Term(
    ("Size|Room size|Area", "Größe|Zimmergröße", "Superficie|Taille", "Tamaño|Superficie",
     "Dimensioni|Superficie", "Oppervlakte|Grootte"),
    ("sizes|room sizes", "Größen", "superficies", "tamaños", "superfici", "oppervlakten"),
    "how big is the room|square metres",
)  # fmt: skip
ROOM_GUESTS = Term(
    ("Guests|~Sleeps|Max. occupancy", "Personen|Belegung", "Personnes|Capacité",
     "Huéspedes|Capacidad", "Ospiti|Persone", "Personen|Gasten"),
    ("numbers of guests", "Personenzahlen", "capacités", "capacidades", "numeri di ospiti",
     "aantallen personen"),
    "how many people",
)  # fmt: skip
TIME_IN = Term(
    ("Check-in|~Check-in from|Arrival", "Check-in|Anreise ab", "Arrivée à partir de|Arrivée",
     "Entrada|Check-in", "Check-in|Arrivo", "Inchecken|Aankomst"),
    asked="when can I check in|check-in time|earliest arrival",
)  # fmt: skip
TIME_OUT = Term(
    ("Check-out|~Check-out by|Departure", "Check-out|Abreise bis", "Départ|Départ avant",
     "Salida|Check-out", "Check-out|Partenza", "Uitchecken|Vertrek"),
    asked="when do I have to leave|check-out time|latest departure",
)  # fmt: skip
WIFI = Term(("Wi-Fi|Internet", "WLAN|Internet", "Wi-Fi|Internet", "Wifi", "Wi-Fi", "Wifi"))
PET = Term(
    ("Pets|Dogs", "Haustiere|Hunde", "Animaux|Chiens", "Mascotas|Perros", "Animali|Cani",
     "Huisdieren|Honden"),
    asked="are dogs allowed|fee for pets",
)  # fmt: skip
MENU = Term(
    ("Menu|~Our menu", "Speisekarte|Karte", "La carte|Menu", "Carta|Menú", "Menù", "Menukaart")
)
DISH = Term(
    ("Dish|Item", "Gericht|Speise", "Plat", "Plato", "Piatto", "Gerecht"),
    ("dishes", "Gerichte|Speisen", "plats", "platos", "piatti", "gerechten"),
)
SECTION = Term(
    ("Section|Course", "Rubrik|Gang", "Section|Rubrique", "Sección", "Sezione|Portata",
     "Onderdeel|Gang"),
    ("sections|courses", "Rubriken", "rubriques", "secciones", "sezioni", "onderdelen"),
)  # fmt: skip
ALLERGENS = Term(
    ("Allergens", "Allergene", "Allergènes", "Alérgenos", "Allergeni", "Allergenen"),
    asked="list of allergens|does it contain nuts",
)
SERVICE = Term(
    ("Service|Treatment", "Leistung|Behandlung", "Prestation|Service", "Servicio|Tratamiento",
     "Servizio|Trattamento", "Behandeling|Dienst"),
    ("services|treatments", "Leistungen", "prestations|services", "servicios", "servizi",
     "behandelingen|diensten"),
)  # fmt: skip
DURATION = Term(
    ("Duration|Time", "Dauer|Zeit", "Durée", "Duración", "Durata", "Duur|Tijd"),
    ("durations|times", "Dauern|Zeiten", "durées", "duraciones", "durate", "tijden"),
    "how long does it take|length of the visit",
)
TICKET = Term(
    ("Ticket|Category|Ticket type", "Ticket|Karte|Kategorie", "Billet|Catégorie", "Entrada|Tipo",
     "Biglietto|Categoria", "Ticket|Categorie"),
    ("tickets|ticket types", "Tickets|Karten", "billets", "entradas", "biglietti", "tickets"),
)  # fmt: skip
TICKET_ONLINE = Term(
    ("Online|Online price|Advance", "Online|Vorverkauf", "En ligne|Prévente", "En línea|Anticipada",
     "Online|Prevendita", "Online|Voorverkoop"),
    ("online prices|advance prices", "Online-Preise|Vorverkaufspreise", "prix en ligne",
     "precios en línea", "prezzi online", "onlineprijzen"),
)  # fmt: skip
TICKET_DOOR = Term(
    ("~At the door|~On the day|Box office", "Abendkasse|Tageskasse", "Sur place|Au guichet",
     "En taquilla", "Alla cassa|In loco", "Aan de kassa"),
    ("door prices|prices at the door", "Preise an der Kasse", "prix sur place",
     "precios en taquilla", "prezzi alla cassa", "prijzen aan de kassa"),
)  # fmt: skip
ROOMS: Words = (
    "Single Room|Double Room|Twin Room|Family Room|Junior Suite|Deluxe Double|Loft with Balcony"
    "|Dormitory Bed|Sea View Suite|Superior King",
    "Einzelzimmer|Doppelzimmer|Familienzimmer|Juniorsuite|Komfortzimmer|Dreibettzimmer"
    "|Suite Seeblick"
    "|Apartment",
    "Chambre simple|Chambre double|Chambre familiale|Suite junior|Chambre supérieure|Suite vue mer",
    "Habitación individual|Habitación doble|Habitación familiar|Suite júnior|Doble superior"
    "|Estudio",
    "Camera singola|Camera doppia|Camera familiare|Junior suite|Matrimoniale superior|Monolocale",
    "Eenpersoonskamer|Tweepersoonskamer|Familiekamer|Junior suite|Comfortkamer|Studio",
)
BEDS: Words = (
    "1 king bed|2 single beds|1 queen bed|1 double + sofa bed|Bunk bed",
    "1 Doppelbett|2 Einzelbetten|Kingsize-Bett|1 Doppelbett + Schlafsofa",
    "1 lit double|2 lits simples|1 lit king size|1 lit double + canapé-lit",
    "1 cama doble|2 camas individuales|1 cama king|Litera",
    "1 letto matrimoniale|2 letti singoli|1 letto king|Letto a castello",
    "1 tweepersoonsbed|2 eenpersoonsbedden|kingsize bed|Stapelbed",
)
SECTIONS: tuple[Words, ...] = (
    ("Starters|To begin|Small plates", "Vorspeisen|Für den Anfang", "Entrées|Pour commencer",
     "Entrantes|Para picar", "Antipasti|Per cominciare", "Voorgerechten|Vooraf"),
    ("Mains|Main courses|From the grill", "Hauptgerichte|Hauptspeisen", "Plats|Plats principaux",
     "Principales|Segundos", "Secondi|Piatti principali", "Hoofdgerechten"),
    ("Desserts|Something sweet|Puddings", "Nachspeisen|Süßes", "Desserts|Douceurs",
     "Postres|Dulces", "Dolci|Dessert", "Nagerechten|Desserts"),
    ("Drinks|Beverages|From the bar", "Getränke", "Boissons|À boire", "Bebidas", "Bevande|Da bere",
     "Dranken|Drankjes"),
)  # fmt: skip
DISHES: tuple[Words, ...] = (
    ("Tomato Soup|Beef Tartare|Prawn Cocktail|Garlic Bread|Grilled Halloumi|Whipped Feta|Scallops"
     "|Chicken Liver Pâté|Calamari|Burrata|Leek Soup",
     "Tomatensuppe|Rindertatar|Gulaschsuppe|Feldsalat|Flammkuchen|Räucherlachs|Kürbissuppe",
     "Soupe à l'oignon|Tartare de bœuf|Œuf mayonnaise|Terrine|Escargots|Salade niçoise|Rillettes",
     "Gazpacho|Croquetas|Pulpo a la gallega|Calamares|Pimientos de Padrón|Salmorejo|Boquerones",
     "Bruschetta|Carpaccio|Vitello tonnato|Caprese|Arancini|Supplì|Insalata di mare",
     "Tomatensoep|Rundercarpaccio|Bitterballen|Garnalenkroketten|Mosterdsoep|Gerookte zalm"),
    ("Roast Chicken|Fish Pie|Mushroom Risotto|Lamb Shank|Pumpkin Curry|Prawn Linguine|Sea Bass"
     "|Rib-eye Steak|Veggie Burger|Pork Belly|Lasagne|Falafel Wrap",
     "Wiener Schnitzel|Zanderfilet|Pilzrisotto|Käsespätzle|Sauerbraten|Maultaschen|Forelle Müllerin"
     "|Rinderroulade|Kürbiscurry",
     "Poulet rôti|Filet de bar|Risotto aux cèpes|Magret de canard|Moules marinières|Steak frites"
     "|Blanquette de veau|Bœuf bourguignon",
     "Pollo asado|Lubina a la sal|Arroz negro|Cordero asado|Gambas al ajillo|Fabada"
     "|Secreto ibérico",
     "Lasagne|Pollo arrosto|Branzino|Risotto ai funghi|Ossobuco|Gnocchi al pesto|Saltimbocca",
     "Gebraden kip|Zeebaars|Paddenstoelenrisotto|Stoofvlees|Pompoencurry|Mosselen|Saté|Schnitzel"),
    ("Apple Crumble|Cheesecake|Sticky Toffee Pudding|Pancakes|Lemon Tart|Ice Cream|Panna Cotta",
     "Apfelstrudel|Käsekuchen|Rote Grütze|Kaiserschmarrn|Eisbecher|Mousse au Chocolat",
     "Tarte Tatin|Crème brûlée|Mousse au chocolat|Île flottante|Profiteroles|Café gourmand",
     "Flan casero|Tarta de queso|Churros|Arroz con leche|Torrija|Helado artesano",
     "Tiramisù|Panna cotta|Cannoli|Torta al limone|Affogato|Semifreddo",
     "Appeltaart|Kaasplank|Pannenkoek|Dame blanche|Chocolademousse|Sorbet"),
    ("Lemonade|House Red|Espresso|Flat White|Ginger Beer|Pale Ale|Sparkling Water|Negroni|Iced Tea",
     "Rhabarberschorle|Weißbier|Espresso|Apfelsaft|Grauburgunder|Mineralwasser|Spezi|Cappuccino",
     "Citron pressé|Verre de rouge|Café crème|Eau gazeuse|Kir royal|Cidre brut|Diabolo menthe",
     "Limonada|Vino tinto|Café solo|Agua con gas|Caña|Sangría|Horchata|Vermut",
     "Limonata|Vino rosso|Caffè|Acqua frizzante|Spritz|Birra media|Chinotto",
     "Limonade|Huiswijn|Koffie|Spa rood|Witbier|Verse muntthee|Appelsap"),
)  # fmt: skip
INGREDIENTS: Words = (
    "basil|garlic|roast potatoes|lemon butter|parmesan|rocket|pickled onions|brown bread|herbs"
    "|chilli",
    "Basilikum|Knoblauch|Bratkartoffeln|Zitronenbutter|Parmesan|Rucola|Preiselbeeren|Kräuter|Brot",
    "basilic|ail|pommes grenaille|beurre citronné|parmesan|roquette|échalotes|herbes|pain grillé",
    "albahaca|ajo|patatas|limón|queso curado|rúcula|cebolla|hierbas|pan tostado|pimentón",
    "basilico|aglio|patate|limone|parmigiano|rucola|cipolla|erbe|pane tostato|peperoncino",
    "basilicum|knoflook|aardappel|citroenboter|Parmezaan|rucola|ui|kruiden|brood|mosterd",
)
SERVICES: tuple[Words, ...] = (
    ("Wash and cut|Dry cut|Blow-dry|Full colour|Highlights|Fringe trim|Beard trim|Perm|Updo"
     "|Hot shave",
     "Waschen und Schneiden|Trockenhaarschnitt|Föhnen|Färben|Strähnen|Pony|Bartpflege|Dauerwelle",
     "Shampooing coupe|Coupe sèche|Brushing|Coloration|Mèches|Frange|Taille de barbe|Permanente",
     "Lavar y cortar|Corte en seco|Peinado|Tinte|Mechas|Flequillo|Arreglo de barba|Permanente",
     "Shampoo e taglio|Taglio|Piega|Colore|Colpi di sole|Frangia|Barba|Permanente",
     "Wassen en knippen|Knippen|Föhnen|Kleuren|Highlights|Pony|Baard trimmen|Permanent"),
    ("Oil change|Brake check|Wheel change|Air-con service|Inspection|Battery swap|Wash by hand"
     "|Polish",
     "Ölwechsel|Bremsencheck|Radwechsel|Klimaservice|Inspektion|Batterietausch|Handwäsche|Politur",
     "Vidange|Contrôle des freins|Changement de pneus|Climatisation|Révision|Batterie|Lavage",
     "Cambio de aceite|Revisión de frenos|Cambio de ruedas|Aire acondicionado|Inspección|Batería",
     "Cambio olio|Controllo freni|Cambio gomme|Ricarica clima|Tagliando|Batteria|Lavaggio",
     "Olie verversen|Remmencontrole|Wielen wisselen|Airco-service|Grote beurt|Accu|Handwas"),
    ("Back massage|Facial|Manicure|Pedicure|Hot stone massage|Eyebrow shaping|Waxing|Spa day|Sauna",
     "Rückenmassage|Gesichtsbehandlung|Maniküre|Pediküre|Hot-Stone-Massage|Augenbrauen|Sauna",
     "Massage du dos|Soin du visage|Manucure|Pédicure|Pierres chaudes|Sourcils|Épilation|Sauna",
     "Masaje de espalda|Facial|Manicura|Pedicura|Piedras calientes|Cejas|Depilación|Sauna",
     "Massaggio schiena|Pulizia viso|Manicure|Pedicure|Pietre calde|Sopracciglia|Ceretta|Sauna",
     "Rugmassage|Gezichtsbehandeling|Manicure|Pedicure|Hotstonemassage|Wenkbrauwen|Harsen|Sauna"),
)  # fmt: skip
GROUPS: tuple[Words, ...] = (
    ("Women|Men|Children|Colour", "Damen|Herren|Kinder|Farbe", "Femmes|Hommes|Enfants|Couleur",
     "Mujeres|Hombres|Niños|Color", "Donna|Uomo|Bambini|Colore", "Dames|Heren|Kinderen|Kleur"),
    ("Maintenance|Tyres|Cleaning", "Wartung|Reifen|Pflege", "Entretien|Pneus|Nettoyage",
     "Mantenimiento|Neumáticos|Limpieza", "Manutenzione|Pneumatici|Pulizia",
     "Onderhoud|Banden|Reiniging"),
    ("Body|Face|Hands and feet|Wellness", "Körper|Gesicht|Hände und Füße|Wellness",
     "Corps|Visage|Mains et pieds|Bien-être", "Cuerpo|Rostro|Manos y pies|Bienestar",
     "Corpo|Viso|Mani e piedi|Benessere", "Lichaam|Gezicht|Handen en voeten|Wellness"),
)  # fmt: skip
TICKETS: Words = (
    "Adult|Child|Senior|Student|Family|Group of 10+|Carer|Under 5s|Annual pass|Concession",
    "Erwachsene|Kinder|Senioren|Studierende|Familie|Gruppe ab 10|Ermäßigt|Jahreskarte",
    "Adulte|Enfant|Senior|Étudiant|Famille|Groupe dès 10|Tarif réduit|Carte annuelle",
    "Adulto|Niño|Mayores|Estudiante|Familia|Grupo de 10|Reducida|Abono anual",
    "Adulto|Bambino|Over 65|Studente|Famiglia|Gruppo da 10|Ridotto|Abbonamento annuale",
    "Volwassene|Kind|65+|Student|Gezin|Groep vanaf 10|Gereduceerd|Jaarkaart",
)
VENUES: Words = (
    "Zoo|Museum|Castle|Aquarium|Water park|Gardens|Observatory",
    "Zoo|Museum|Schloss|Aquarium|Freibad|Botanischer Garten",
    "Zoo|Musée|Château|Aquarium|Parc|Jardin botanique",
    "Zoo|Museo|Castillo|Acuario|Parque|Jardín botánico",
    "Zoo|Museo|Castello|Acquario|Parco|Giardino botanico",
    "Dierentuin|Museum|Kasteel|Aquarium|Zwembad|Hortus",
)
OPENING: Words = (
    "Tue–Sun 10am–6pm|daily 9:00–17:30|Wed to Sat from 5pm|Mon–Fri 12–3pm and 6–10pm",
    "Di–So 10–18 Uhr|täglich 9:00–17:30 Uhr|Mi–Sa ab 17 Uhr",
    "mar.–dim. 10h–18h|tous les jours de 9h à 17h30|du mercredi au samedi dès 19h",
    "Mar–Dom 10:00–18:00|todos los días de 9:00 a 17:30|De miércoles a sábado desde las 20 h",
    "mar–dom 10–18|tutti i giorni 9:00–17:30|da mercoledì a sabato dalle 19",
    "di t/m zo 10.00–18.00 uur|dagelijks 9:00–17:30|wo–za vanaf 17 uur",
)
DISH_TEXT = Term(
    ("Ingredients|Description", "Zutaten|Beschreibung", "Ingrédients|Description",
     "Ingredientes|Descripción", "Ingredienti|Descrizione", "Ingrediënten|Omschrijving"),
    ("ingredients|descriptions of the dishes", "Zutaten", "ingrédients", "ingredientes",
     "ingredienti", "ingrediënten"),
)  # fmt: skip
SECTION_DISH = Term(
    ("Dishes|Items", "Gerichte", "Plats", "Platos", "Piatti", "Gerechten"),
    ("dishes|names|items", "Gerichte", "plats", "platos", "piatti", "gerechten"),
)
OPENED = Term(
    ("Opening hours|~Open", "Öffnungszeiten", "Horaires|~Ouvert", "Horario", "Orari|~Aperto",
     "Openingstijden|~Open"),
    asked="when is it open|hours",
)  # fmt: skip
ROOM_TITLES: Words = (
    "Rooms and rates|Our rooms",
    "Zimmer und Preise|Unsere Zimmer",
    "Chambres et tarifs|Nos chambres",
    "Habitaciones y tarifas",
    "Camere e tariffe",
    "Kamers en prijzen",
)
PRICE_TITLES: Words = (
    "Prices|Price list",
    "Preise|Preisliste",
    "Tarifs|Nos tarifs",
    "Precios|Tarifas",
    "Listino prezzi|Prezzi",
    "Prijslijst|Tarieven",
)
TICKET_TITLES: Words = (
    "Tickets and prices|Admission",
    "Eintrittspreise|Tickets",
    "Billets et tarifs",
    "Entradas y precios",
    "Biglietti e prezzi",
    "Tickets en prijzen",
)
FREE: Words = ("free|Free", "kostenlos|frei", "gratuit", "gratis", "gratuito|gratis", "gratis")
FROM: Words = ("from", "ab", "à partir de", "desde", "da", "vanaf")
