"""Pages of works to see, hear and play: a film, an album and a game."""

from __future__ import annotations

from training.scrape.kinds.texts_and_people.frame import comments, page
from training.scrape.kinds.texts_and_people.layout import bullets, facts, listing, titled
from training.scrape.kinds.texts_and_people.text import paragraph, sentence, thing
from training.scrape.kinds.texts_and_people.wordings import (
    ask_all,
    ask_of,
    columns,
    label,
    options,
    rows,
    several,
)
from training.scrape.kinds.texts_and_people.words import (
    date_style,
    day,
    decimal,
    digits,
    domain,
    money,
    number,
    people,
    person,
    slug,
    thousands,
)
from training.scrape.make import Make

Pairs = list[tuple[str, str]]


def joined(make: Make, values: list[str]) -> str:
    """Return several values in one text."""
    links = make.seed % 4 == 0
    values = (
        [f'<a href="/g/{place}">{value}</a>' for place, value in enumerate(values)]
        if links
        else values
    )
    return str(make.pick((", ", " / ", ", ", " | ", " · "))).join(values)


def poster(make: Make, name: str) -> str:
    """Return a work's picture."""
    source = make.mark("image", f"/covers/{slug(name)}-{digits(make, 4)}.jpg")
    return f'<img src="{source}" alt="{name if make.chance(0.5) else ""}"{make.names("cover")}>'


def stars(make: Make, block: str) -> str:
    """Return a rating with the number of ratings."""
    most = make.pick((5, 10))
    score = decimal(make, most // 2, most)
    count = make.mark("rating count", thousands(make, 3, 90000))
    word = label(make, "rating count").lower()
    if make.chance(0.5):
        rated = f"{make.mark('rating', score)}<span>/{most}</span>"
    else:
        rated = make.mark("rating", make.pick((score, f"{score}/{most}")))
    forms = (
        f"{rated} ({count})", f"★ {rated} · {count} {word}",
        f"<b>{rated}</b> <small>{count} {word}</small>",
        f"{label(make, 'rating')}: {rated} ({count} {word})", rated,
    )  # fmt: skip
    return f"<div{make.names(block, 'rating')}>{make.pick(forms)}</div>"


def minutes(make: Make) -> str:
    """Return the length of a film."""
    hours, rest = number(make, 1, 2), number(make, 2, 58)
    total = hours * 60 + rest
    return str(
        make.pick(
            (f"{total} min", f"{hours}h {rest}min", f"{hours} h {rest:02} min", f"{total} min.")
        )
    )


def others(make: Make, block: str, values: list[str]) -> str:
    """Return other works of the kind, as decoys."""
    title = make.text(
        en=["More like this", "You may also like", "Related"],
        de=["Ähnliche Titel", "Auch interessant"],
        fr=["Vous aimerez aussi"], es=["También te puede gustar"], it=["Potrebbe piacerti"],
        nl=["Misschien ook leuk"],
    )  # fmt: skip
    return f"<section{make.names(block, 'more')}><h3>{title}</h3>{bullets(values)}</section>"


def _split(make: Make, block: str, values: Pairs, form: str = "") -> str:
    """Return labelled values in one group or two, some left out, in chance order."""
    values = [value for value in values if make.chance(0.8)]
    if make.chance(0.5):
        make.random.shuffle(values)
    half = len(values) // 2 if make.chance(0.3) else len(values)
    return "".join(
        facts(make, block, rows(make, *some), form)
        for some in (values[:half], values[half:])
        if some
    )


def film_page(make: Make) -> str:
    """Return a film's page in a database or of a cinema."""
    site, name = f"{thing(make)} {make.pick(('Movies', 'Film', 'Cinema', 'Kino'))}", thing(make)
    write, year = date_style(make), number(make, 1948, 2026)
    block = make.pick(("film", "movie", "title", "detail", "info", "hero"))
    actors = people(make, number(make, 2, 9))
    parts_played = [one.split()[0] for one in people(make, len(actors))]
    chosen = number(make, 0, len(actors) - 1)
    genres = several(make, "genre", "film genres", 1, 4)
    length = make.mark("runtime", minutes(make))
    released = make.mark("released", write(day(make)))
    rated = make.mark("age rating", make.pick(("PG-13", "12", "16", "R", "FSK 12", "18+", "U")))
    directors = " &amp; ".join(
        make.mark("director", one) for one in people(make, make.pick((1, 1, 1, 2)))
    )
    values: Pairs = [
        ("director", directors), ("writer", make.mark("writer", person(make))),
        ("genre", joined(make, genres)), ("runtime", length), ("released", released),
        ("country", make.mark("country", make.pick(options(make, "countries")))),
        ("language", joined(make, several(make, "language", "languages", 1, 2))),
        ("age rating", rated), ("budget", make.mark("budget", f"${number(make, 1, 240)} million")),
        ("original title", make.mark("original title", thing(make))),
    ]  # fmt: skip
    title = make.mark("title", name)
    heading = make.pick((f"{title} ({year})", title, title, f"{title} <span>{year}</span>"))
    line = ""
    if make.chance(0.45):
        some = make.some(["genre", "runtime", "released", "age rating"], 2, 4)
        bar = make.pick((" | ", " · ", " • ", ", "))
        line = f"<p{make.names(block, 'meta')}>{bar.join(dict(values)[key] for key in some)}</p>"
        values = [value for value in values if value[0] not in some]
    form = number(make, 0, 3)
    marked = [make.mark("cast", make.mark("actor of one", one) if place == chosen else one)
              for place, one in enumerate(actors)]  # fmt: skip
    played = [make.mark("character", make.mark("character of one", one) if place == chosen else one)
              for place, one in enumerate(parts_played)]  # fmt: skip
    cast = ""
    if form == 0:
        values.insert(1, ("cast", joined(make, marked)))
    elif form == 1:
        lines = [list(one) for one in zip(marked, played, strict=True)]
        table = listing(make, "cast", columns(make, "cast", "character"), lines)
        cast = f"<h2>{label(make, 'cast')}</h2>{table}"
    elif form == 2:
        word = make.text(
            en="as", de="als", fr="dans le rôle de", es="como", it="nel ruolo di", nl="als"
        )
        lines_ = [f"{one} {word} {part}" for one, part in zip(marked, played, strict=True)]
        cast = f"<h3>{label(make, 'cast')}</h3>{bullets(lines_, own=make.names('cast'))}"
    else:
        cast = titled(make, label(make, "cast"), marked, "cast")
    plot = make.mark("plot", paragraph(make, 1, 3))
    parts = [
        stars(make, block) if make.chance(0.6) else "", _split(make, block, values), cast,
        f"<p{make.names(block, 'plot')}>{plot}</p>",
    ]  # fmt: skip
    if make.chance(0.5):
        make.random.shuffle(parts)
    image = poster(make, name) if make.chance(0.7) else ""
    html = f"{image}<h1{make.names(block, 'title')}>{heading}</h1>{line}{''.join(parts)}"
    singles = ["title", "writer", "runtime", "released", "country", "age rating", "budget",
               "original title", "rating", "rating count", "plot", "image"]  # fmt: skip
    ask_all(make, html, make.some(singles, 8, 11), ["director", "genre", "cast", "language"])
    if form in (1, 2):
        actor, character = actors[chosen], parts_played[chosen]
        make.ask(
            "actor of one",
            en=[f"who plays {character}", f"actor of {character}", f"{character} is played by"],
            de=[f"Wer spielt {character}?"], fr=[f"qui joue {character}"],
            es=[f"quién interpreta a {character}"], it=[f"chi interpreta {character}"],
            nl=[f"wie speelt {character}"],
        )  # fmt: skip
        make.ask(
            "character of one",
            en=[f"role of {actor}", f"who does {actor} play", f"{actor} character"],
            de=[f"Rolle von {actor}"], fr=[f"rôle de {actor}"], es=[f"papel de {actor}"],
            it=[f"ruolo di {actor}"], nl=[f"rol van {actor}"],
        )  # fmt: skip
    more = [f"{thing(make)} ({number(make, 1960, 2026)}) {decimal(make, 4, 9)}" for _ in range(3)]
    aside = others(make, block, more) if make.chance(0.5) else ""
    aside += comments(make) if make.chance(0.2) else ""
    return page(make, f"{name} ({year})", html, site, domain(make, site), aside)


def album_page(make: Make) -> str:
    """Return an album's page with its tracks."""
    name, write = thing(make), date_style(make)
    band = make.pick((thing(make), person(make)))
    site, block = (
        f"{thing(make)} {make.pick(('Records', 'Music', 'Sound'))}",
        make.pick(("album", "release", "record", "disc")),
    )
    count = number(make, 3, 16)
    names = list(
        {
            make.pick((thing(make), sentence(make)[:-1].split(" ", 3)[-1][:30].strip())): 0
            for _ in range(count)
        }
    )
    lengths = [f"{number(make, 1, 8)}:{number(make, 0, 59):02}" for _ in names]
    chosen = number(make, 0, len(names) - 1)
    with_length = make.chance(0.85)
    tracks = [make.mark("track", one) for one in names]
    times = [make.mark("duration", make.mark("duration of one", one) if place == chosen else one)
             for place, one in enumerate(lengths)]  # fmt: skip
    form = number(make, 0, 3)
    if not with_length:
        body = bullets(tracks, "ol", make.names("tracklist"))
    elif form == 0:
        lines = [
            [str(place), *both] for place, both in enumerate(zip(tracks, times, strict=True), 1)
        ]
        body = listing(make, "tracks", columns(make, "rank", "track", "duration"), lines, "table")
    elif form == 1:
        pairs = zip(tracks, times, strict=True)
        body = bullets(
            [f"{track} <span{make.names('time')}>{time}</span>" for track, time in pairs], "ol"
        )
    elif form == 2:
        pairs = zip(tracks, times, strict=True)
        text = [f"{place}. {track} ({time})" for place, (track, time) in enumerate(pairs, 1)]
        body = f"<p{make.names('tracks')}>{'<br>'.join(text)}</p>"
    else:
        body = "".join(
            f"<div{make.names('track', 'row')}><span>{place}</span><a href='/t/{place}'>{track}</a>"
            f"<span{make.names('track', 'length')}>{time}</span></div>"
            for place, (track, time) in enumerate(zip(tracks, times, strict=True), 1)
        )
    by = make.text(en="by", de="von", fr="par", es="de", it="di", nl="door")
    artist, title = make.mark("artist", band), make.mark("title", name)
    head = make.pick(
        (
            f"<h1>{title}</h1><h2>{artist}</h2>", f"<h1>{artist} – {title}</h1>",
            f"<h2{make.names(block, 'artist')}>{artist}</h2><h1>{title}</h1>",
            f"<h1>{title}</h1><p>{by} {artist}</p>",
        )
    )  # fmt: skip
    out = write(day(make)) if make.chance(0.6) else str(number(make, 1959, 2026))
    total = make.mark("total length", f"{number(make, 28, 79)}:{number(make, 10, 59)}")
    price = make.mark("sale price", money(make, 6, 32))
    values: Pairs = [
        ("label", make.mark("label", f"{thing(make)} Records")),
        ("released", make.mark("released", out)),
        ("genre", joined(make, several(make, "genre", "music genres", 1, 3))),
        ("total length", total), ("sale price", price),
    ]  # fmt: skip
    details = _split(make, block, values)
    over = make.text(en="Track list", de="Titelliste", fr="Liste des titres", es="Canciones",
                    it="Tracce", nl="Tracklist")  # fmt: skip
    parts = [
        details, f"<h3>{over}</h3>{body}", stars(make, block) if make.chance(0.4) else "",
        f"<p>{paragraph(make)}</p>",
    ]  # fmt: skip
    if make.chance(0.4):
        make.random.shuffle(parts)
    html = f"{poster(make, name) if make.chance(0.6) else ''}{head}{''.join(parts)}"
    singles = ["title", "artist", "label", "released", "total length", "sale price", "rating",
               "image", "rating count"]  # fmt: skip
    ask_all(make, html, singles, ["track", "duration", "genre"])
    if with_length:
        ask_of(make, "duration of one", "duration", names[chosen])
    more = [
        f"{thing(make)} – {thing(make)}, {money(make, 6, 30)}" for _ in range(number(make, 2, 4))
    ]
    aside = others(make, block, more) if make.chance(0.5) else ""
    return page(
        make,
        f"{name} – {band}" if make.chance(0.6) else name,
        html,
        site,
        domain(make, site),
        aside,
    )


def game_page(make: Make) -> str:
    """Return a game's page in a shop or a database."""
    name, write = thing(make), date_style(make)
    site, block = (
        f"{thing(make)} {make.pick(('Games', 'Play', 'Arcade'))}",
        make.pick(("game", "product", "app", "details")),
    )
    now, was = (
        make.mark("sale price", money(make, 5, 39)),
        make.mark("old price", money(make, 40, 79)),
    )
    tag, old = make.pick(("del", "s")), label(make, "old price")
    struck = f"<{tag}{make.names('old', 'price')}>{was}</{tag}>"
    price = make.pick(
        (
            f"<div{make.names(block, 'price')}>{struck} <ins>{now}</ins></div>",
            f"<p>{old} {was}</p><p{make.names('price')}>{now}</p>",
            f"<p><b>{now}</b> ({old}: {was})</p>",
            f"<p{make.names(block, 'price')}>{now}</p>",
        )
    )
    values: Pairs = [
        ("developer", make.mark("developer", f"{thing(make)} Studio")),
        ("publisher", make.mark("publisher", f"{thing(make)} Interactive")),
        ("released", make.mark("released", write(day(make)))),
        ("platform", joined(make, several(make, "platform", "platforms", 1, 5))),
        ("genre", joined(make, several(make, "genre", "game genres", 1, 3))),
        ("players", make.mark("players", make.pick(("1", "1–4", "2-6", "1-2")))),
        ("age rating", make.mark("age rating", make.pick(("PEGI 7", "E10+", "USK 12", "M")))),
        ("language", joined(make, several(make, "language", "languages", 1, 4))),
    ]  # fmt: skip
    systems = ""
    if make.chance(0.3):
        values = [value for value in values if value[0] != "platform"]
        systems = titled(
            make, label(make, "platform"), several(make, "platform", "platforms", 2, 6), "systems"
        )
    about = make.mark("plot", f"{sentence(make)} {sentence(make)}")
    parts = [
        price if make.chance(0.7) else "", _split(make, block, values), systems,
        stars(make, block) if make.chance(0.6) else "", f"<p>{about}</p>",
    ]  # fmt: skip
    make.random.shuffle(parts)
    html = f"<h1{make.names(block, 'title')}>{make.mark('title', name)}</h1>{''.join(parts)}"
    if make.chance(0.6):
        html = poster(make, name) + html
    singles = ["title", "developer", "publisher", "released", "players", "age rating", "sale price",
               "old price", "rating", "rating count", "plot", "image"]  # fmt: skip
    ask_all(make, html, singles, ["platform", "genre", "language"])
    more = [
        f"{thing(make)} {money(make, 5, 60)} {decimal(make, 2, 5)}"
        for _ in range(number(make, 2, 5))
    ]
    aside = others(make, block, more) if make.chance(0.6) else ""
    aside += comments(make) if make.chance(0.3) else ""
    return page(make, name, html, site, domain(make, site), aside)


KINDS = (film_page, album_page, game_page)
