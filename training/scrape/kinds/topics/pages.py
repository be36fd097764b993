"""Pages of every topic: of one thing, of many in a list, of a few side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from html import escape, unescape

from training.scrape.kinds.shops_and_offers import frame as shop_frame
from training.scrape.kinds.shops_and_offers.layout import facts, facts_alike
from training.scrape.kinds.tables_and_services import frame as service_frame
from training.scrape.kinds.tables_and_services import values as value
from training.scrape.kinds.tables_and_services.frame import top
from training.scrape.kinds.texts_and_people import frame as text_frame
from training.scrape.kinds.texts_and_people import layout as text_layout
from training.scrape.kinds.topics.topic import Property, filled, properties, topics
from training.scrape.make import LANGUAGES, Kind, Make

#: How an item is named with what is asked of it.
_OF = {
    "en": ["{p} of {n}", "{n} {p}", "{p} {n}", "{p} for {n}", "{n}: {p}", "{p} ({n})",
           "what is the {p} of {n}", "the {p} for the {n}"],
    "de": ["{p} von {n}", "{n} {p}", "{p} {n}", "{p} für {n}", "{n}: {p}"],
    "fr": ["{p} de {n}", "{p} {n}", "{n} : {p}", "{p} pour {n}"],
    "es": ["{p} de {n}", "{p} {n}", "{n}: {p}", "{p} para {n}"],
    "it": ["{p} di {n}", "{p} {n}", "{n}: {p}", "{p} per {n}"],
    "nl": ["{p} van {n}", "{p} {n}", "{n}: {p}", "{p} voor {n}"],
}  # fmt: skip
_NAME = {
    "en": ["{t} name", "name of the {t}", "{t}", "title", "name", "what is this {t} called",
           "heading", "which {t} is this"],
    "de": ["Name", "{t}", "Bezeichnung", "Titel", "wie heißt das", "Name: {t}"],
    "fr": ["nom", "{t}", "titre", "comment ça s'appelle", "nom : {t}"],
    "es": ["nombre", "{t}", "título", "cómo se llama", "nombre: {t}"],
    "it": ["nome", "{t}", "titolo", "come si chiama"],
    "nl": ["naam", "{t}", "titel", "hoe heet het"],
}  # fmt: skip
_NAMES = {
    "en": ["all {s}", "{s}", "names of the {s}", "{t} names", "list of {s}", "names", "which {s}",
           "{t}", "{t} name", "name of each {t}", "name of the {t}", "every {t}"],
    "de": ["alle {s}", "{s}", "Namen", "Liste: {s}", "{t}", "Name"],
    "fr": ["{s}", "liste : {s}", "noms", "tous : {s}", "{t}", "nom"],
    "es": ["{s}", "lista: {s}", "nombres", "todos: {s}", "{t}", "nombre"],
    "it": ["{s}", "elenco: {s}", "nomi", "{t}", "nome"],
    "nl": ["{s}", "alle {s}", "namen", "lijst: {s}", "{t}", "naam"],
}  # fmt: skip
#: How a column of names is headed, and asked for.
_HEADS = {
    "en": ["{t}", "{t}", "Name", "Title", "{t} name"],
    "de": ["{t}", "{t}", "Name", "Titel", "Bezeichnung"],
    "fr": ["{t}", "{t}", "Nom", "Titre"],
    "es": ["{t}", "{t}", "Nombre", "Título"],
    "it": ["{t}", "{t}", "Nome", "Titolo"],
    "nl": ["{t}", "{t}", "Naam", "Titel"],
}  # fmt: skip
_HEADINGS = {
    "en": ["headings", "section headings", "titles", "all headings", "subheadings"],
    "de": ["Überschriften", "alle Überschriften", "Titel"],
    "fr": ["titres", "intertitres"],
    "es": ["títulos", "encabezados"],
    "it": ["titoli", "intestazioni"],
    "nl": ["koppen", "titels"],
}  # fmt: skip
_ABOUT = {
    "en": ["description", "summary", "what is it about", "intro text", "about"],
    "de": ["Beschreibung", "Kurzbeschreibung", "worum geht es", "Einleitung"],
    "fr": ["description", "résumé", "de quoi s'agit-il", "présentation"],
    "es": ["descripción", "resumen", "de qué trata", "presentación"],
    "it": ["descrizione", "riassunto", "di cosa si tratta"],
    "nl": ["beschrijving", "samenvatting", "waar gaat het over"],
}  # fmt: skip
_SHORT_PROMPT = 3


class Topic:
    """A topic as one page has it: which properties it shows, and how it labels them."""

    def __init__(self, make: Make, topic: str, least: int, most: int) -> None:
        self.make = make
        self.name = topic
        self.every = properties(topic)[make.language]
        self.thing = self.every["-"]
        keys = [key for key in self.every if key != "-"]
        make.random.shuffle(keys)
        count = make.random.randint(least, min(most, len(keys) - 2))
        self.shown, self.absent = keys[:count], keys[count:]
        self.labels = {key: escape(make.pick(self.every[key].labels), False) for key in keys}

    def names(self, count: int) -> list[str]:
        """Return the names of some different things."""
        names = self.make.some(self.thing.labels, count, count)
        return [escape(name, False) for name in names]

    def value(self, key: str) -> str:
        """Return a value of a property."""
        return filled(self.make, self.make.pick(self.every[key].values))

    def in_languages(self, key: str) -> dict[str, Property]:
        """Return a property in English and in the page's language."""
        languages = dict.fromkeys(("en", self.make.language))
        return {one: properties(self.name)[one][key] for one in languages}

    # -- prompts ------------------------------------------------------------------------------
    def ask_one(self, key: str) -> None:
        """Ask for the one value of a property."""
        wordings = {}
        for language, own in self.in_languages(key).items():
            labels = [one.lower() if language != "de" else one for one in own.labels]
            wordings[language] = [*self.make.some(own.prompts, 3, 5), *self.make.some(labels, 1, 2)]
        self.make.ask(key, many=False, **wordings)

    def ask_all(self, key: str) -> None:
        """Ask for a property of all things."""
        wordings = {
            language: [*self.make.some(own.several, 1, 3), *self.make.some(own.prompts, 1, 2)]
            for language, own in self.in_languages(key).items()
        }
        wordings[self.make.language].append(unescape(self.labels[key]))
        self.make.ask(key, many=True, **wordings)

    def ask_cell(self, mark: str, key: str, name: str) -> None:
        """Ask for a property of a thing that is named."""
        wordings = {}
        for language, own in self.in_languages(key).items():
            short = [one for one in own.prompts if len(one.split()) <= _SHORT_PROMPT]
            words = [*(short or own.prompts[:1]), self.make.pick(own.labels).lower()]
            wordings[language] = [
                form.format(p=self.make.pick(words), n=unescape(name))
                for form in self.make.some(_OF[language], 2, 4)
            ]
        self.make.ask(mark, many=False, **wordings)

    def ask_of_things(self, key: str, forms: dict[str, list[str]], many: bool = False) -> None:
        """Ask for the names of things, or for what they are."""
        wordings = {
            language: [
                form.format(t=self.make.pick(own.prompts), s=self.make.pick(own.several))
                for form in self.make.some(forms[language], 2, 4)
            ]
            for language, own in self.in_languages("-").items()
        }
        self.make.ask(key, many=many, **wordings)

    def ask_absent(self) -> None:
        """Ask for properties that such things have and that the page does not tell."""
        for key in self.absent[:2]:
            if self.make.chance(0.6):
                self.ask_one(key)


def _whole(make: Make, title: str, body: str, side: str = "") -> str:
    """Return a whole page in one of the three frames."""
    plain = unescape(title)
    form = make.pick(("shop", "text", "service"))
    if form == "shop":
        site = value.brand(make)
        return shop_frame.page(make, plain, site, [body], [plain], [side] if side else [])
    if form == "text":
        site = value.company(make)
        return text_frame.page(make, plain, body, site, f"{value.slug(site)}.example", side)
    return service_frame.page(make, plain, body, crumbs=[plain], side=side)


def _others(topic: Topic, make: Make, names: Sequence[str]) -> str:
    """Return a box of things of the same kind, with some of the same properties."""
    keys = make.some(topic.shown, 1, 2)
    columns = [("name", ""), *((key, topic.labels[key]) for key in keys)]
    records = [[name, *(topic.value(key) for key in keys)] for name in names]
    title = make.text(
        en=["You may also like", "Related", "Similar", "More", "Others also viewed"],
        de=["Ähnliche", "Weitere", "Das könnte Sie interessieren"],
        fr=["À voir aussi", "Similaires"], es=["Relacionados", "También le puede interesar"],
        it=["Simili", "Altri"], nl=["Vergelijkbaar", "Meer"],
    )  # fmt: skip
    return f"<h3>{title}</h3>" + text_layout.listing(make, "related", columns, records)


def _bare(make: Make, key: str, text: str) -> str:
    """Return a value without a label."""
    tag = make.pick(("p", "div", "span", "h2", "strong", "small"))
    return f"<{tag}{make.names(make.pick((key, f'item {key}', 'text', 'info')))}>{text}</{tag}>"


def one(topic_name: str, make: Make) -> str:
    """Return a page of one thing."""
    topic = Topic(make, topic_name, 4, 9)
    name, *others = topic.names(make.random.randint(1, 5))
    texts = {key: make.mark(key, topic.value(key)) for key in topic.shown}
    bare = make.some(topic.shown, 0, 2) if make.chance(0.5) else []
    rest = [key for key in topic.shown if key not in bare]
    rows = [(topic.labels[key], texts[key]) for key in rest]
    about = [escape(one, False) for one in make.some(topic.thing.values, 1, 3)]
    about_text = make.mark("about", " ".join(about))
    cut = make.random.randint(0, len(rows)) if make.chance(0.4) else len(rows)
    parts = [
        f"<p{make.names('description')}>{about_text}</p>" if make.chance(0.7) else "",
        facts(make, rows[:cut], f"{topic_name} details") if cut else "",
        facts(make, rows[cut:], "facts") if rows[cut:] else "",
    ]
    make.random.shuffle(parts)
    under = "".join(_bare(make, key, texts[key]) for key in bare)
    body = top(make, make.mark("name", name), under) + "".join(parts)
    side = ""
    if others:
        box = _others(topic, make, others)
        if make.chance(0.5):
            body = body + box if make.chance(0.8) else box + body
        else:
            side = box
    for key in topic.shown:
        topic.ask_one(key)
    topic.ask_of_things("name", _NAME)
    if about_text in body:
        topic.ask_of_things("about", _ABOUT)
    topic.ask_absent()
    return _whole(make, name, body, side)


def _title(topic: Topic, make: Make) -> str:
    title = make.pick(topic.thing.several)
    title = title[:1].upper() + title[1:]
    end = make.text(
        en=["", "", " 2025", " in {c}", ": our list", " at a glance"],
        de=["", "", " im Überblick", " in {c}"], fr=["", " à {c}"], es=["", " en {c}"],
        it=["", " a {c}"], nl=["", " in {c}"],
    )  # fmt: skip
    return str(title + end.format(c=value.word(make, "city")))


def many(topic_name: str, make: Make) -> str:
    """Return a page of many things: a table, cards, a list, or parts with headings."""
    topic = Topic(make, topic_name, 2, 6)
    names = topic.names(make.random.randint(2, min(9, len(topic.thing.labels))))
    asked: dict[str, tuple[str, str]] = {}
    records = []
    for place, name in enumerate(names):
        record = [make.mark("names", name)]
        for key in topic.shown:
            mark = f"{key} of {place}"
            record.append(make.mark(key, make.mark(mark, topic.value(key))))
            asked[mark] = key, name
        records.append(record)
    head = make.pick(_HEADS[make.language]).format(t=make.pick(topic.thing.prompts))
    head = head[:1].upper() + head[1:]
    columns = [("name", escape(head, False))]
    columns += [(key, topic.labels[key]) for key in topic.shown]
    if make.chance(0.6):
        body = text_layout.listing(make, topic_name, columns, records)
        if f">{columns[0][1]}<" in body:
            make.ask("names", many=True, **{make.language: [head, head.lower()]})
    else:
        groups = [
            list(zip([topic.labels[key] for key in topic.shown], record[1:], strict=True))
            for record in records
        ]
        tag = make.pick(("h2", "h3", "h4", "strong", "p"))
        if tag.startswith("h"):
            topic.ask_of_things("names", _HEADINGS, many=True)
        outer = make.pick(("section", "div", "article", "li", ""))
        items = [
            f"<{tag}{make.names('item', 'name')}>{record[0]}</{tag}>{text}"
            for record, text in zip(records, facts_alike(make, groups, "item"), strict=True)
        ]
        if outer:
            own = [make.names(topic_name, "item")] * len(items)
            if make.chance(0.2):
                # One of several is recommended.
                own[make.random.randrange(len(own))] = make.names(topic_name, "item best")
            items = [
                f"<{outer}{name}>{item}</{outer}>" for name, item in zip(own, items, strict=True)
            ]
        body = "".join(items)
    title = _title(topic, make)
    _ask_of_many(topic, make, asked)
    intro = f"<p>{value.sentence(make)}</p>" if make.chance(0.5) else ""
    return _whole(make, title, top(make, escape(title, False)) + intro + body)


def _ask_of_many(topic: Topic, make: Make, asked: dict[str, tuple[str, str]]) -> None:
    for key in topic.shown:
        topic.ask_all(key)
    topic.ask_of_things("names", _NAMES, many=True)
    for mark in make.some(sorted(asked), 2, 4):
        topic.ask_cell(mark, *asked[mark])
    topic.ask_absent()


def side_by_side(topic_name: str, make: Make) -> str:
    """Return a table with a column for each thing and a row for each property."""
    topic = Topic(make, topic_name, 4, 9)
    names = topic.names(make.random.randint(2, 4))
    asked: dict[str, tuple[str, str]] = {}
    rows: list[str] = []
    for key in topic.shown:
        cells = []
        for place, name in enumerate(names):
            mark = f"{key} of {place}"
            text = make.mark(key, make.mark(mark, topic.value(key)))
            cells.append(f"<td>{text}</td>")
            asked[mark] = key, name
        head = make.pick(("th", "td")) if not rows else rows[0][5:7]
        rows.append(f"<tr><{head}>{topic.labels[key]}</{head}>{''.join(cells)}</tr>")
    heads = "".join(f"<th>{make.mark('names', name)}</th>" for name in names)
    body = f"<table{make.names('comparison')}><tr><th></th>{heads}</tr>{''.join(rows)}</table>"
    title = (
        " vs ".join(unescape(name) for name in names) if make.chance(0.5) else _title(topic, make)
    )
    _ask_of_many(topic, make, asked)
    return _whole(make, title, top(make, escape(title, False)) + body)


def _kind(form: Callable[[str, Make], str], topic: str) -> Kind:
    kind = partial(form, topic)
    kind.__name__ = f"{topic} {form.__name__}"  # type: ignore[attr-defined]
    kind.languages = [one for one in LANGUAGES if one in properties(topic)]  # type: ignore[attr-defined]
    return kind


KINDS = [_kind(form, topic) for topic in topics() for form in (one, many, side_by_side)]
