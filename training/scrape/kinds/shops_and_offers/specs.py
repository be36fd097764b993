"""Properties of devices, vehicles, plants and substances, with values."""

from __future__ import annotations

from itertools import pairwise

from training.scrape.kinds.shops_and_offers import values
from training.scrape.kinds.shops_and_offers.terms import Term
from training.scrape.kinds.shops_and_offers.values import Words
from training.scrape.make import Make

#: A property, and patterns of its values: digits for # and &, alternatives separated by "|".
Spec = tuple[Term, str | Words]


def _spec(labels: Words, pattern: str | Words, asked: str = "") -> Spec:
    return Term(labels, None, asked), pattern


_WEIGHT = ("Weight", "Gewicht", "Poids", "Peso", "Peso", "Gewicht")
_MEMORY = _spec(
    ("RAM|Memory", "Arbeitsspeicher|RAM", "Mémoire vive|RAM", "RAM|Memoria", "RAM|Memoria",
     "Werkgeheugen|RAM"), "4 GB|6 GB|8 GB|12 GB|16 GB|32 GB", "how much ram")  # fmt: skip
_STORAGE = _spec(
    ("Storage|Internal storage|Disk", "Speicher|Speicherplatz", "Stockage", "Almacenamiento",
     "Archiviazione|Memoria interna", "Opslag|Opslagcapaciteit"),
    "64 GB|128 GB|256 GB|512 GB|1 TB|512 GB SSD", "how much storage|storage capacity")  # fmt: skip
_SYSTEM = _spec(
    ("Operating system|OS", "Betriebssystem", "Système d'exploitation", "Sistema operativo",
     "Sistema operativo", "Besturingssysteem"),
    "Android 1&|Orion OS &|Windows 11|Linux|LumaOS 1&.#|none", "which os|system")  # fmt: skip
_LIFE = _spec(
    ("Battery life|Runtime", "Akkulaufzeit|Laufzeit", "Autonomie", "Autonomía", "Autonomia",
     "Accuduur"), "&# h|up to 1# h|1# hours|2# h video",
    "how long does the battery last")  # fmt: skip
_YEAR = _spec(
    ("Year|~Released|Launch", "Jahr|Erscheinungsjahr", "Année|Sortie", "Año|Lanzamiento",
     "Anno|Uscita", "Jaar|Introductie"), "201#|202&",
    "when did it come out|release year")  # fmt: skip
PRICE_SPEC = Term(
    ("Price|RRP|Price from", "Preis|UVP|Preis ab", "Prix|Prix conseillé", "Precio|PVP", "Prezzo",
     "Prijs|Adviesprijs"),
    ("prices", "Preise", "prix", "precios", "prezzi", "prijzen"),
    "how much does it cost|cost",
)  # fmt: skip

DEVICES: dict[str, tuple[Spec, ...]] = {
    "phone": (
        _spec(("Battery|Battery capacity", "Akku|Akkukapazität", "Batterie", "Batería",
               "Batteria", "Batterij|Accu"), "&### mAh|&#50 mAh", "battery size"),
        _spec(("Display|Screen size|Screen", "Display|Bildschirmgröße", "Écran", "Pantalla",
               "Schermo|Display", "Scherm|Schermgrootte"),
              '6.# "|5.#"|6.#&"|6.# inch', "how big is the screen"),
        _spec(("Resolution", "Auflösung", "Définition|Résolution", "Resolución", "Risoluzione",
               "Resolutie"), "1080 x 2400|1170 x 2532 px|1440×3200|720 x 1600 pixels"),
        _spec(("Main camera|Rear camera", "Hauptkamera", "Appareil photo principal",
               "Cámara trasera",
               "Fotocamera principale", "Hoofdcamera"), "12 MP|50 MP|64 MP + 8 MP|108 MP"),
        _spec(("Front camera|Selfie camera", "Frontkamera", "Caméra avant", "Cámara frontal",
               "Fotocamera anteriore", "Frontcamera"), "5 MP|8 MP|13 MP|32 MP|10.# MP"),
        _spec(("Water resistance|IP rating", "Wasserschutz|Schutzart", "Étanchéité",
               "Resistencia al agua",
               "Impermeabilità", "Waterdicht"), "IP67|IP68|IP54|IPX4", "is it waterproof"),
        _spec(("Charging|Charging power", "Ladeleistung", "Charge rapide", "Carga rápida",
               "Ricarica",
               "Oplaadvermogen"), "&5 W|20 W|67 W|18 W USB-C", "how fast does it charge"),
        _spec(_WEIGHT, "1## g|2## g|17&.# g", "how heavy is it"),
        _MEMORY, _STORAGE, _SYSTEM, _LIFE, _YEAR,
    ),
    "laptop": (
        _spec(("Processor|CPU", "Prozessor|CPU", "Processeur", "Procesador", "Processore",
               "Processor"), "Q&-1#00U|Core X& 1&##|Zenith & 7##0|8-core Luma M&",
               "chip|which cpu"),
        _spec(("Graphics|GPU", "Grafik|Grafikkarte", "Carte graphique", "Gráficos",
               "Scheda grafica",
               "Videokaart"), "integrated|Vega &00|GX 40&0 8 GB|Arc &5", "graphics card"),
        _spec(("Display|Screen", "Display|Bildschirm", "Écran", "Pantalla", "Schermo", "Scherm"),
              '13.#"|14" IPS|15.6" 1920 x 1080|16" OLED|14.2 inch', "screen size"),
        _spec(("Ports|Connections", "Anschlüsse", "Connectique|Ports", "Puertos",
               "Porte|Connessioni",
               "Aansluitingen|Poorten"), "2x USB-C, HDMI|3x USB, SD|2 × USB-C, 1 × USB-A",
               "which ports"),
        _spec(("Keyboard", "Tastatur", "Clavier", "Teclado", "Tastiera", "Toetsenbord"),
              "backlit|QWERTY|QWERTZ|full size"),
        _spec(_WEIGHT, "1.# kg|1,&# kg|2.# kg|990 g", "how heavy is it"),
        _MEMORY, _STORAGE, _SYSTEM, _LIFE, _YEAR,
    ),
    "car": (
        _spec(("Engine|Displacement", "Motor|Hubraum", "Moteur|Cylindrée", "Motor|Cilindrada",
               "Motore|Cilindrata", "Motor|Cilinderinhoud"),
               "1.& l, 4 cyl.|1&98 cc|999 cm³|2.0 TDX"),
        _spec(("Power|Horsepower", "Leistung|PS", "Puissance", "Potencia", "Potenza", "Vermogen"),
              "1## hp|110 kW (150 PS)|&# kW|9# ch", "how many hp"),
        _spec(("Fuel consumption|Consumption|MPG", "Verbrauch", "Consommation", "Consumo",
               "Consumo",
               "Verbruik"), "5.# l/100 km|4# mpg|6.# l|1#.# kWh/100 km",
               "how much fuel does it use"),
        _spec(("CO2 emissions|CO2", "CO2-Ausstoß|CO2", "Émissions de CO2", "Emisiones de CO2",
               "Emissioni di CO2", "CO2-uitstoot"), "1## g/km|9# g/km|0 g/km"),
        _spec(("0–100 km/h|Acceleration", "Beschleunigung|0–100 km/h", "Accélération",
               "Aceleración",
               "Accelerazione", "Acceleratie"), "&.# s|1#.# s|7.# seconds"),
        _spec(("Top speed|Maximum speed", "Höchstgeschwindigkeit", "Vitesse maximale",
               "Velocidad máxima", "Velocità massima", "Topsnelheid"),
               "2## km/h|18# km/h|1#2 mph", "how fast is it"),
        _spec(("Boot space|Luggage capacity|Trunk", "Kofferraum|Ladevolumen", "Coffre", "Maletero",
               "Bagagliaio", "Bagageruimte"), "4## l|3## litres|5## l"),
        _spec(("Seats", "Sitze|Sitzplätze", "Places", "Plazas|Asientos", "Posti", "Zitplaatsen"),
              "4|5|7|2|9", "how many seats"),
        _spec(("Gearbox|Transmission", "Getriebe", "Boîte de vitesses", "Cambio", "Cambio",
               "Transmissie|Versnellingsbak"), "6-speed manual|DCT 7|8-speed automatic|CVT"),
        _spec(("Length", "Länge", "Longueur", "Longitud", "Lunghezza", "Lengte"), "4.&# m|4### mm"),
        _YEAR,
    ),
    "washing machine": (
        _spec(("Capacity|Load", "Fassungsvermögen|Füllmenge", "Capacité", "Capacidad", "Capacità",
               "Vulgewicht|Capaciteit"), "& kg|1# kg|7 kg|8 kg", "how much laundry"),
        _spec(("Spin speed", "Schleuderdrehzahl", "Vitesse d'essorage", "Centrifugado",
               "Velocità centrifuga", "Toerental"), "1200 rpm|1400 rpm|1600 U/min|1000"),
        _spec(("Energy class|Energy rating", "Energieeffizienzklasse|Energieklasse",
               "Classe énergétique",
               "Clase energética", "Classe energetica", "Energielabel"), "A|B|C|D|E"),
        _spec(("Noise|Noise level", "Lautstärke|Geräusch", "Niveau sonore", "Ruido|Nivel de ruido",
               "Rumore|Rumorosità", "Geluid|Geluidsniveau"), "&# dB|7# dB(A)", "how loud is it"),
        _spec(("Water use|Water consumption", "Wasserverbrauch", "Consommation d'eau",
               "Consumo de agua", "Consumo d'acqua", "Waterverbruik"), "&# l|4# litres / cycle"),
        _spec(("Programmes|Programs", "Programme", "Programmes", "Programas", "Programmi",
               "Programma's"), "1#|15|16", "how many programmes"),
        _spec(_WEIGHT, "6# kg|7# kg", "how heavy is it"),
        _spec(("Width", "Breite", "Largeur", "Ancho", "Larghezza", "Breedte"),
               "60 cm|59.& cm|45 cm"),
    ),
    "camera": (
        _spec(("Sensor", "Sensor", "Capteur", "Sensor", "Sensore", "Sensor"),
            'APS-C|Full frame|1"|Micro 4/3'),
        _spec(("Megapixels|Resolution", "Megapixel|Auflösung", "Mégapixels", "Megapíxeles",
               "Megapixel", "Megapixels"), "2#.& MP|45 MP|&# MP", "how many megapixels"),
        _spec(("ISO|ISO range", "ISO|ISO-Bereich", "Sensibilité ISO", "ISO", "ISO", "ISO-bereik"),
              "100–25600|64-51200|100 – 102400"),
        _spec(("Video", "Video", "Vidéo", "Vídeo", "Video", "Video"), "4K/60p|1080p|4K 30 fps|8K"),
        _spec(("Lens mount|Mount", "Bajonett", "Monture", "Montura", "Innesto", "Vatting"),
              "X-mount|K&|L-mount|M&3"),
        _spec(("Shutter speed|Shutter", "Verschlusszeit", "Vitesse d'obturation", "Obturador",
               "Otturatore", "Sluitertijd"), "1/4000 s|1/8000|30–1/2000 s"),
        _spec(_WEIGHT, "&## g|6## g|1.# kg", "how heavy is it"), _YEAR,
    ),
    "bike": (
        _spec(("Frame", "Rahmen", "Cadre", "Cuadro", "Telaio", "Frame"),
               "Aluminium 6061|Carbon|Steel|CrMo"),
        _spec(("Gears|Drivetrain", "Schaltung|Gänge", "Vitesses", "Cambios|Marchas", "Cambio",
               "Versnellingen"),
              "1x1#|Deora 2x1#|8-speed hub|21", "how many gears"),
        _spec(("Brakes", "Bremsen", "Freins", "Frenos", "Freni", "Remmen"),
              "Hydraulic disc|V-brake|180/160 mm|Disc"),
        _spec(("Wheel size|Wheels", "Laufradgröße|Reifen", "Roues", "Ruedas", "Ruote", "Wielmaat"),
              '28"|29"|27.5 inch|700 x 3&c'),
        _spec(("Range", "Reichweite", "Autonomie", "Autonomía", "Autonomia", "Actieradius|Bereik"),
              "&# km|1## km|up to 9# km", "how far does it go"),
        _spec(("Max. load|Payload", "Zuladung|Max. Gewicht", "Charge maximale", "Carga máxima",
               "Carico massimo", "Max. belasting"), "1## kg|130 kg"),
        _spec(_WEIGHT, "1#.# kg|2#.# kg|9.& kg", "how heavy is it"), _YEAR,
    ),
}  # fmt: skip

GROUPS: Words = (
    "General|Technical data|Performance|Body|More details|Equipment",
    "Allgemein|Technische Daten|Leistung|Gehäuse|Weitere Angaben",
    "Général|Caractéristiques techniques|Performances|Divers",
    "General|Datos técnicos|Rendimiento|Otros datos",
    "Generale|Dati tecnici|Prestazioni|Altro",
    "Algemeen|Technische gegevens|Prestaties|Overig",
)
_CELSIUS = "-&# °C|&# °C|1## °C|&##.# °C"
SHEETS: dict[str, tuple[Spec, ...]] = {
    "plant": (
        _spec(("Botanical name|Latin name", "Botanischer Name", "Nom botanique|Nom latin",
               "Nombre científico", "Nome botanico", "Botanische naam"),
              "Salvia nemorosa|Acer rubrum|Lavandula dentata|Hosta sieboldii|Rosa rugosa",
              "scientific name"),
        _spec(("Family", "Familie", "Famille", "Familia", "Famiglia", "Familie"),
              "Lamiaceae|Rosaceae|Asteraceae|Fabaceae|Poaceae"),
        _spec(("Height", "Höhe|Wuchshöhe", "Hauteur", "Altura", "Altezza", "Hoogte"),
              "&#–9# cm|1.# m|30-&# cm|up to & m", "how tall does it grow"),
        _spec(("Spacing", "Pflanzabstand", "Distance de plantation", "Distancia", "Distanza",
               "Plantafstand"), "&5 cm|30 cm|1 m|4# cm"),
        _spec(("Light|Position", "Standort|Licht", "Exposition", "Luz|Exposición", "Esposizione",
               "Standplaats"), ("full sun|part shade|shade", "sonnig|halbschattig|schattig",
               "soleil|mi-ombre|ombre", "pleno sol|semisombra", "sole|mezz'ombra",
               "zon|halfschaduw"),
              "how much sun does it need"),
        _spec(("Hardiness|Hardiness zone", "Winterhärte", "Rusticité", "Rusticidad", "Rusticità",
               "Winterhardheid"), "-1& °C|Z&|zone &|H&"),
        _spec(("Water|Watering", "Wasserbedarf|Gießen", "Arrosage", "Riego", "Irrigazione|Acqua",
               "Water"), ("low|moderate|weekly", "gering|mittel", "faible|régulier",
               "bajo|moderado",
               "scarsa|regolare", "weinig|matig"), "how often to water"),
    ),
    "substance": (
        _spec(("Formula|Molecular formula", "Summenformel|Formel", "Formule brute", "Fórmula",
               "Formula bruta", "Molecuulformule"), "C&H&O|C1&H2#N&|NaCl|H2SO4|C&H1#O&"),
        _spec(("Molar mass|Molecular weight", "Molare Masse", "Masse molaire", "Masa molar",
               "Massa molare", "Molaire massa"), "1##.## g/mol|&#.## g·mol−1"),
        _spec(("CAS number|CAS", "CAS-Nummer", "Numéro CAS", "Número CAS", "Numero CAS",
               "CAS-nummer"), "&#-#&-&|&##-&#-&|1&##-##-&"),
        _spec(("Density", "Dichte", "Masse volumique", "Densidad", "Densità", "Dichtheid"),
              "0.### g/cm³|1.## g/ml|2.1# g/cm³"),
        _spec(("Melting point", "Schmelzpunkt", "Point de fusion", "Punto de fusión",
               "Punto di fusione", "Smeltpunt"), _CELSIUS),
        _spec(("Boiling point", "Siedepunkt", "Point d'ébullition", "Punto de ebullición",
               "Punto di ebollizione", "Kookpunt"), _CELSIUS),
        _spec(("Appearance", "Aussehen", "Aspect", "Apariencia", "Aspetto", "Uiterlijk"),
              ("white powder|clear liquid|yellow crystals", "weißes Pulver|klare Flüssigkeit",
               "poudre blanche|liquide incolore", "polvo blanco|líquido claro",
               "polvere bianca|liquido incolore", "wit poeder|heldere vloeistof")),
        _spec(("Solubility", "Löslichkeit", "Solubilité", "Solubilidad", "Solubilità",
               "Oplosbaarheid"), "&# g/l (20 °C)|miscible|1.# g/100 ml"),
    ),
    "dog breed": (
        _spec(("Origin", "Herkunft", "Origine", "Origen", "Origine", "Herkomst"),
              ("Scotland|Japan|Canada", "Schottland|Ungarn", "Écosse|Belgique", "Escocia|Portugal",
               "Scozia|Ungheria", "Schotland|Hongarije"), "where does it come from"),
        _spec(("Life expectancy|Lifespan", "Lebenserwartung", "Espérance de vie",
               "Esperanza de vida",
               "Aspettativa di vita", "Levensverwachting"), "1#–15 years|10-1& y|9 – 1&",
               "how long do they live"),
        _spec(_WEIGHT, "2#–3& kg|&-1# kg|4# kg", "how heavy do they get"),
        _spec(("Height", "Schulterhöhe|Größe", "Taille au garrot|Taille", "Altura", "Altezza",
               "Schofthoogte"), "5#–6& cm|3# cm|6#-7# cm", "how tall are they"),
        _spec(("Coat", "Fell", "Pelage", "Pelo", "Mantello", "Vacht"),
              ("short, dense|long, wavy|wiry", "kurz und dicht|lang, gewellt",
              "court et dense|long",
               "corto y denso|largo", "corto e fitto|lungo", "kort en dicht|lang")),
        _spec(("Breed group|Group", "Rassegruppe|FCI-Gruppe", "Groupe", "Grupo", "Gruppo",
               "Rasgroep"),
              "FCI &|Herding|Group &, section &|Terrier"),
    ),
}  # fmt: skip


def value(make: Make, spec: Spec) -> str:
    """Return a value of a property, as the page's language writes numbers."""
    pattern = spec[1]
    text = make.pick(pattern.split("|")) if isinstance(pattern, str) else values.word(make, pattern)
    filled = values.fill(make, text)
    if make.language == "en":
        return filled
    parts = filled.split(".")
    joined = parts[0]
    for before, after in pairwise(parts):
        between = before[-1:].isdigit() and after[:1].isdigit()
        joined += ("," if between else ".") + after
    return joined


def distinct_values(make: Make, spec: Spec, count: int) -> list[str]:
    """Return values of a property for several things, different where there are enough."""
    found: list[str] = []
    for _ in range(count):
        text = value(make, spec)
        for _ in range(4):
            if text not in found:
                break
            text = value(make, spec)
        found.append(text)
    return found


def models(make: Make, count: int) -> list[str]:
    """Return different names of models of one maker or several."""
    names: list[str] = []
    maker = values.brand(make)
    same = make.chance(0.3)
    while len(names) < count:
        name = f"{maker if same else values.brand(make)} {values.model(make)}"
        if make.chance(0.2):
            name = name.split(" ", 1)[1]
        if name not in names:
            names.append(name)
    return names
