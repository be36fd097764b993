"""Offers of services by subscription: cards of plans, and a table that compares them."""

from __future__ import annotations

from collections.abc import Callable

from training.scrape.kinds.shops_and_offers import terms, values
from training.scrape.kinds.shops_and_offers.cards import grid
from training.scrape.kinds.shops_and_offers.frame import page
from training.scrape.kinds.shops_and_offers.layout import classes, icon, lines, tag
from training.scrape.kinds.shops_and_offers.terms import Term, ask, ask_all, ask_of, finish
from training.scrape.kinds.shops_and_offers.values import Words
from training.scrape.make import Make

_PLANS = (
    "Starter|Basic|Pro|Business|Enterprise|Team|Plus|Premium|Solo|Growth|Scale|Hobby|Studio"
    "|Essential|Advanced|Family|Ultimate|Bronze|Silver|Gold|Small|Medium|Large"
)
_OWN_PLANS: Words = (
    "Personal|Standard|Student|Unlimited",
    "Einsteiger|Komfort|Familie|Profi",
    "Découverte|Confort|Famille|Intégral",
    "Básico|Familiar|Profesional|Total",
    "Base|Famiglia|Professionale|Completo",
    "Instap|Gezin|Compleet|Zakelijk",
)
_PLAN = Term(
    ("Plan|Package|Subscription", "Tarif|Paket|Abo", "Formule|Offre|Abonnement", "Plan|Tarifa",
     "Piano|Abbonamento", "Abonnement|Pakket"),
    ("plans|plan names|names of the plans|packages", "Tarife|Pakete", "formules|offres",
     "planes|tarifas", "piani|abbonamenti", "abonnementen|pakketten"),
)  # fmt: skip
_FEE = Term(
    ("Price|Monthly price|Cost", "Preis|Monatspreis", "Prix|Prix par mois", "Precio|Cuota",
     "Prezzo|Canone", "Prijs|Maandprijs"),
    ("prices|plan prices|monthly prices", "Preise|Monatspreise", "prix|tarifs",
     "precios|cuotas", "prezzi|canoni", "prijzen"),
    "how much does it cost",
)  # fmt: skip
_YEARLY = Term(
    ("Yearly price|Annual price|Billed annually", "Jahrespreis|Preis pro Jahr", "Prix annuel",
     "Precio anual", "Prezzo annuale", "Jaarprijs|Prijs per jaar"),
    ("yearly prices|annual prices", "Jahrespreise", "prix annuels", "precios anuales",
     "prezzi annuali", "jaarprijzen"),
    "price per year",
)  # fmt: skip
_FEATURE = Term(
    ("Features|What's included", "Leistungen|Funktionen", "Fonctionnalités|Inclus",
     "Características|Incluye", "Funzioni|Incluso", "Functies|Inbegrepen"),
    ("features|what is included", "Leistungen|Funktionen", "fonctionnalités|ce qui est inclus",
     "características", "funzioni", "functies"),
)  # fmt: skip
_POPULAR = Term(
    ("Most popular|Recommended|Best value", "Am beliebtesten|Empfohlen", "Le plus populaire",
     "Más popular|Recomendado", "Il più scelto|Consigliato", "Meest gekozen"),
    asked="most popular plan|which plan is recommended|recommended plan",
)  # fmt: skip
_TRIAL = Term(
    ("Free trial|Trial period", "Testphase|Kostenlos testen", "Essai gratuit", "Prueba gratuita",
     "Prova gratuita", "Proefperiode"),
    asked="how long is the trial|trial length|days of trial",
)  # fmt: skip
_STUDENTS = Term(
    ("Student discount|Discount for students", "Studentenrabatt", "Réduction étudiants",
     "Descuento para estudiantes", "Sconto studenti", "Studentenkorting"),
)  # fmt: skip
_CANCEL = Term(
    ("Notice period|Cancellation fee", "Kündigungsfrist", "Délai de résiliation",
     "Plazo de cancelación", "Termini di disdetta", "Opzegtermijn"),
    asked="how do I cancel",
)  # fmt: skip
_LIMITS: tuple[tuple[Term, tuple[str, ...]], ...] = (
    (Term(("Users|Seats|Team members", "Nutzer|Benutzer", "Utilisateurs", "Usuarios", "Utenti",
           "Gebruikers"), asked="how many users"), ("1", "3", "5", "10", "25", "50", "100", "∞")),
    (Term(("Storage|Disk space", "Speicher|Speicherplatz", "Stockage|Espace disque",
           "Almacenamiento", "Spazio|Archiviazione", "Opslag|Opslagruimte"),
          asked="how much storage|how many GB"),
     ("5 GB", "20 GB", "50 GB", "100 GB", "250 GB", "1 TB", "2 TB", "5 TB")),
    (Term(("Projects|Boards", "Projekte", "Projets", "Proyectos", "Progetti", "Projecten"),
          asked="how many projects"), ("1", "2", "3", "15", "30", "60", "200", "500")),
    (Term(("Data|Data volume|Mobile data", "Datenvolumen|Daten", "Données|Internet", "Datos|Gigas",
           "Dati|Giga", "Data|Databundel"), asked="how many gigabytes"),
     ("1 GB", "3 GB", "8 GB", "12 GB", "40 GB", "80 GB", "120 GB")),
    (Term(("Download speed|Speed", "Geschwindigkeit|Download", "Débit|Vitesse", "Velocidad",
           "Velocità", "Snelheid"), asked="how fast is it"),
     ("50 Mbit/s", "100 Mbit/s", "250 Mbps", "500 Mbps", "1 Gbit/s")),
    (Term(("API calls|Requests", "API-Aufrufe|Anfragen", "Appels API|Requêtes", "Llamadas API",
           "Chiamate API", "API-aanroepen"), asked="how many requests|request limit"),
     ("1,000", "10k / month", "100k / month", "1M", "5 million", "500/day")),
    (Term(("Support|Help", "Support|Hilfe", "Assistance|Support", "Soporte", "Assistenza",
           "Ondersteuning"), asked="kind of support"),
     ("Community", "E-mail", "Chat", "24/7", "E-mail + chat", "Slack", "Forum")),
    (Term(("Backups", "Backups|Sicherungen", "Sauvegardes", "Copias de seguridad", "Backup",
           "Back-ups"), asked="how often are backups made"),
     ("—", "1 / week", "7 days", "30 days", "90 days", "365 days", "–")),
)  # fmt: skip
_FEATURES: Words = (
    "Unlimited projects|Priority support|Custom domain|Team folders|SSO|Audit log|Two-factor login"
    "|Offline mode|No ads|Export to CSV|API access|Version history|Guest accounts|Dark mode",
    "Unbegrenzte Projekte|Bevorzugter Support|Eigene Domain|Teamordner|Keine Werbung|Offline-Modus"
    "|CSV-Export|API-Zugang|Versionsverlauf|Gastkonten|Zwei-Faktor-Anmeldung",
    "Projets illimités|Assistance prioritaire|Domaine personnalisé|Sans publicité|Mode hors ligne"
    "|Export CSV|Accès API|Historique|Comptes invités|Double authentification",
    "Proyectos ilimitados|Soporte prioritario|Dominio propio|Sin anuncios|Modo sin conexión"
    "|Exportar a CSV|Acceso API|Historial|Cuentas de invitado|Doble verificación",
    "Progetti illimitati|Assistenza prioritaria|Dominio personale|Niente pubblicità|Uso offline"
    "|Esporta in CSV|Accesso API|Cronologia|Account ospiti|Accesso a due fattori",
    "Onbeperkt projecten|Snelle hulp|Eigen domein|Geen reclame|Offline modus|CSV-export|API-toegang"
    "|Versiegeschiedenis|Gastaccounts|Tweestapsverificatie",
)
_FOR: Words = (
    "For individuals|For growing teams|For large companies|To try things out|For two",
    "Für Einzelpersonen|Für wachsende Teams|Für große Firmen|Zum Ausprobieren|Für Selbstständige",
    "Pour les particuliers|Pour les équipes|Pour les grandes entreprises|Pour essayer|Pour deux",
    "Para particulares|Para equipos|Para grandes empresas|Para probar|Para autónomos",
    "Per privati|Per piccoli gruppi|Per grandi aziende|Per provare|Per liberi professionisti",
    "Voor particulieren|Voor teams|Voor grote bedrijven|Om te proberen|Voor zzp'ers",
)
_CHOOSE: Words = (
    "Choose plan|Get started|Start free trial|Buy now|Sign up|Contact sales",
    "Jetzt buchen|Auswählen|Kostenlos testen|Bestellen",
    "Choisir|Commencer|Essayer gratuitement|Souscrire",
    "Elegir plan|Empezar|Contratar|Probar gratis",
    "Scegli|Inizia ora|Prova gratis|Attiva",
    "Kies|Nu beginnen|Probeer gratis|Bestellen",
)
_PER: Words = (
    "/mo|/month|per month|per user / month|a month",
    "/Monat|pro Monat|mtl.|monatlich",
    "/mois|par mois|/ mois TTC",
    "/mes|al mes|mensual",
    "/mese|al mese",
    "/maand|per maand|p/m",
)
_PER_YEAR: Words = (
    "per year|/year|billed yearly",
    "pro Jahr|/Jahr|jährlich",
    "par an|/an",
    "al año|/año",
    "all'anno|/anno",
    "per jaar|/jaar",
)
_HEADINGS: Words = (
    "Pricing|Simple, fair prices|Plans & pricing|Choose your plan|Compare plans".replace(
        "&", "and"
    ),
    "Preise|Tarife im Überblick|Wählen Sie Ihren Tarif",
    "Tarifs|Nos formules|Choisissez votre offre",
    "Precios|Nuestras tarifas|Elige tu plan",
    "Prezzi|I nostri piani|Scegli il tuo piano",
    "Prijzen|Onze abonnementen|Kies je abonnement",
)
_DAYS: Words = (
    "14 days|30 days|7-day",
    "30 Tage|14 Tage",
    "14 jours",
    "15 días",
    "14 giorni",
    "30 dagen",
)
_QUESTIONS: Words = (
    "Can I change plans later?|Is there a setup fee?|Which cards do you accept?|Can I cancel?",
    "Kann ich den Tarif wechseln?|Gibt es eine Einrichtungsgebühr?|Kann ich kündigen?",
    "Puis-je changer d'offre ?|Y a-t-il des frais ?|Puis-je résilier ?",
    "¿Puedo cambiar de plan?|¿Hay cuota de alta?|¿Puedo cancelar?",
    "Posso cambiare piano?|C'è un costo di attivazione?|Posso disdire?",
    "Kan ik wisselen?|Zijn er opstartkosten?|Kan ik opzeggen?",
)


def _plan_names(make: Make, least: int) -> list[str]:
    names = make.some(_PLANS.split("|"), least, 5)
    own = values.options(_OWN_PLANS, make.language)
    if make.chance(0.35):
        names = make.some(own, min(least, 3), 4)
    return [f"{values.brand(make)} {name}" for name in names] if make.chance(0.15) else names


def _fees(make: Make, count: int) -> list[float]:
    start = make.random.randint(3, 20)
    fees = [
        float(round(start * 2.1**place)) - make.pick((0, 0, 0.01, 0.05)) for place in range(count)
    ]
    return [0.0, *fees[: count - 1]] if make.chance(0.3) else fees


def _ask_other(make: Make, names: list[str]) -> None:
    """Ask on some pages for the price of a plan that there is not."""
    other = make.pick(_PLANS.split("|"))
    if make.chance(0.4) and not any(other in name for name in names):
        ask_of(make, "absent plan", _FEE, other, "price of the {n} plan|how much is {n}")


def _faq(make: Make, money: Callable[[float], str]) -> str:
    title = make.text(
        en="Questions", de="Fragen", fr="Questions", es="Preguntas", it="Domande", nl="Vragen"
    )
    parts = [f"<h2>{title}</h2>"]
    form = make.pick(("details", "headings"))
    for question in make.some(values.options(_QUESTIONS, make.language), 1, 3):
        answer = f"{values.sentence(make)} {money(float(make.random.randint(5, 90)))}."
        if form == "details":
            parts.append(f"<details><summary>{question}</summary><p>{answer}</p></details>")
        else:
            parts.append(f"<h4>{question}</h4><p>{answer}</p>")
    return tag(make, "section", "faq", lines(make, parts))


def pricing_cards(make: Make) -> str:
    """Return plans as cards with prices and features."""
    money, site = values.prices(make), values.brand(make)
    names = _plan_names(make, 2)
    fees = _fees(make, len(names))
    chosen, popular = make.random.randrange(len(names)), make.random.randrange(len(names))
    per, per_year = values.word(make, _PER), values.word(make, _PER_YEAR)
    with_year, with_text = make.chance(0.4), make.chance(0.65)
    with_popular, with_picks = make.chance(0.6), make.chance(0.85)
    limits = make.some(_LIMITS, 0, 3)
    limit_labels = [term.label(make) for term, _ in limits]
    limit_texts = [make.some(options, len(names), len(names)) for _, options in limits]
    limits_form = make.pick(("text", "items", "rows", "reversed"))
    heading = make.pick(("h2", "h3", "h3", "h4", "div", "p", "span"))
    price_form = make.pick(("one", "one", "small", "next", "label", "br"))
    badge_place = make.pick(("before", "in", "after"))
    price_first, features_title = make.chance(0.2), make.chance(0.3)
    list_tag, item_tag = make.pick((("ul", "li"), ("ul", "li"), ("div", "p"), ("ol", "li")))
    check = make.pick(("", "", "✓ ", icon(make, "Yes", "check") + " "))
    free = make.text(en="Free", de="Kostenlos", fr="Gratuit", es="Gratis", it="Gratis", nl="Gratis")
    feature_label, badge, fee_label = _FEATURE.label(make), _POPULAR.label(make), _FEE.label(make)
    choose, price_words = values.word(make, _CHOOSE), make.pick(("price", "plan price", "amount"))
    whole = make.pick(("plan", "pricing card", "tier", "col", "package"))

    def card(place: int) -> str:
        name, fee = names[place], fees[place]
        is_chosen = place == chosen

        def mark(key: str, text: str, of_one: str) -> str:
            text = make.mark(key, text)
            return make.mark(of_one, text) if is_chosen else text

        shown_name = mark("names", name, "none")
        if place == popular and with_popular:
            shown_name = make.mark("popular", shown_name)
        title = tag(make, heading, whole + " name", shown_name)
        if place == popular and with_popular:
            note = tag(make, "span", whole + " badge", badge)
            if badge_place == "in":
                title = tag(make, heading, whole + " name", f"{shown_name} {note}")
            else:
                title = note + title if badge_place == "before" else title + note
        is_free = not fee and make.random.random() < 0.7
        price = mark("prices", free if is_free else money(fee), "price of one")
        suffix = "" if is_free else per
        if price_form == "one":
            shown = tag(
                make, "div", price_words, f"{price}{suffix if suffix[:1] == '/' else ' ' + suffix}"
            )
        elif price_form == "small":
            shown = tag(make, "p", price_words, f"{price} <small>{suffix}</small>")
        elif price_form == "next":
            shown = tag(make, "span", price_words, price) + tag(make, "span", "period", suffix)
        elif price_form == "label":
            shown = tag(make, "div", price_words, f"{fee_label}: <b>{price}</b> {suffix}")
        else:
            shown = tag(make, "div", price_words, f"{price}<br>{suffix}")
        if with_year and fee:
            year = mark("yearly prices", money(round(fee * 10)), "yearly price of one")
            shown += tag(make, "p", "price yearly", f"{year} {per_year}")
        parts = [shown, title] if price_first else [title, shown]
        if with_text:
            text = mark("texts", values.word(make, _FOR), "text of one")
            parts.insert(
                make.random.randint(1, 2) if price_first else 1,
                tag(make, "p", whole + " text", text),
            )
        items = []
        for number, label in enumerate(limit_labels):
            value = limit_texts[number][place % len(limit_texts[number])]
            value = make.mark(f"limit {number}", value) if is_chosen else value
            if limits_form == "rows":
                parts.append(f"<div><span>{label}</span> <span>{value}</span></div>")
            else:
                pair = f"{label}: {value}"
                items.append(f"<b>{value}</b> {label}" if limits_form == "reversed" else pair)
                if limits_form == "items":
                    items[-1] = f"<strong>{label}</strong> {value}"
        if with_picks:
            for feature in make.some(values.options(_FEATURES, make.language), 1, 6):
                marked = make.mark("features of one", feature) if is_chosen else feature
                items.append(check + make.mark("features", marked))
        if items:
            if features_title:
                parts.append(f"<p>{feature_label}</p>")
            body = lines(make, [f"<{item_tag}>{item}</{item_tag}>" for item in items])
            parts.append(tag(make, list_tag, whole + " features", body))
        link = make.mark("link of one", f"/signup/{values.slug(name)}") if is_chosen else "/signup"
        parts.append(f'<a{classes(make, "btn primary")} href="{link}">{choose}</a>')
        return tag(make, make.pick(("div", "div")), whole, lines(make, parts))

    whole_cards = lines(make, [card(place) for place in range(len(names))])
    body = tag(make, make.pick(("div", "section")), "pricing grid", whole_cards)
    trial = ""
    if make.chance(0.4):
        trial = f"<p>{_TRIAL.label(make)}: {make.mark('trial', values.word(make, _DAYS))}</p>"
    title = values.word(make, _HEADINGS)
    main = [f"<h1>{title}</h1>", trial, body, _faq(make, money) if make.chance(0.5) else ""]
    name = names[chosen]
    ask_all(make, "names", _PLAN, asked="names|name")
    ask_all(make, "prices", _FEE, "plan", "plan price|price of the plan")
    ask_of(
        make,
        "price of one",
        _FEE,
        name,
        "how much is {n}|what does {n} cost|price of the {n} plan|{n} plan price",
    )
    if with_picks:
        ask_of(
            make, "features of one", _FEATURE, name, "what does {n} include|what is in {n}", True
        )
        ask_all(make, "features", _FEATURE)
    if with_year and fees[chosen]:
        ask_all(make, "yearly prices", _YEARLY)
        ask_of(make, "yearly price of one", _YEARLY, name)
    if with_text:
        ask_of(make, "text of one", terms.DESCRIPTION, name, "who is {n} for|text under {n}")
    for number, (term, _) in enumerate(limits):
        ask_of(make, f"limit {number}", term, name)
    ask_of(make, "link of one", terms.LINK, name, "link to {n}|address of the {n} button")
    if with_popular:
        ask(make, "popular", _POPULAR)
    if trial:
        ask(make, "trial", _TRIAL)
    finish(make, 8, _STUDENTS, _CANCEL, terms.WARRANTY)
    _ask_other(make, names)
    return page(make, title, site, main)


def subscription_table(make: Make) -> str:
    """Return plans as the columns or the rows of a table."""
    money, site = values.prices(make), values.brand(make)
    names = _plan_names(make, 2)
    fees = _fees(make, len(names))
    limits = make.some(_LIMITS, 2, 6)
    chosen, other = make.random.randrange(len(names)), make.random.randrange(len(names))
    fee_label, per = _FEE.label(make), values.word(make, _PER)
    rows: list[list[str]] = []
    prices = [make.mark("prices", money(fee)) for fee in fees]
    prices[chosen] = make.mark("price of one", prices[chosen])
    after = make.pick(("", "", f" {per}", f" <small>{per}</small>"))
    rows.append([fee_label, *(price + after for price in prices)])
    for number, (term, options) in enumerate(limits):
        texts = [make.mark(f"row {number}", make.pick(options)) for _ in names]
        texts[other] = make.mark(f"cell {number}", texts[other])
        rows.append([term.label(make), *texts])
    for feature in make.some(values.options(_FEATURES, make.language), 0, 4):
        yes, no = make.pick((("✓", "–"), ("Yes", "No"), (icon(make, "Yes", "check"), "")))
        rows.append([feature, *(make.pick((yes, no)) for _ in names)])
    if make.chance(0.4):
        make.random.shuffle(rows)
    corner = make.pick(("", "", _FEATURE.label(make), "&nbsp;"))
    marked = [make.mark("names", name) for name in names]
    words = make.pick(("plans", "compare", "pricing", "table"))
    if make.chance(0.65):
        if make.chance(0.25):
            place = rows.index(next(row for row in rows if row[0] == fee_label))
            head_price = rows.pop(place)
            marked = [f"{n}<br>{p}" for n, p in zip(marked, head_price[1:], strict=True)]
        text = grid(make, words, [corner, *marked], rows, values.word(make, _HEADINGS))
    else:
        turned = [[n, *(row[i + 1] for row in rows)] for i, n in enumerate(marked)]
        text = grid(make, words, [_PLAN.label(make), *(row[0] for row in rows)], turned)
    title = values.word(make, _HEADINGS)
    note = (
        tag(make, "p", "table note", f"* {values.sentence(make)} {money(9.0)}")
        if make.chance(0.4)
        else ""
    )
    ask_all(make, "names", _PLAN)
    ask_all(make, "prices", _FEE, "plan")
    ask_of(make, "price of one", _FEE, names[chosen], "how much is {n}|price of the {n} plan")
    for number, (term, _) in enumerate(limits):
        ask_of(make, f"cell {number}", term, names[other])
        if number < 2:
            ask_all(make, f"row {number}", Term(term.labels, None, ""))
    finish(make, 8, _STUDENTS, _CANCEL, _YEARLY, _TRIAL)
    _ask_other(make, names)
    main = [f"<h1>{title}</h1>", f"<p>{values.sentence(make)}</p>", text, note]
    return page(make, title, site, [*main, _faq(make, money)] if make.chance(0.4) else main)


KINDS = (pricing_cards, subscription_table)
