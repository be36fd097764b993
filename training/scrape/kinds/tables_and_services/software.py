"""Pages of software: release notes, downloads, packages, parameters of an API."""

from __future__ import annotations

from training.scrape.kinds.tables_and_services import values as value
from training.scrape.kinds.tables_and_services.asking import (
    ask_absent,
    ask_all,
    ask_cell,
    ask_one,
    ask_several,
    label,
)
from training.scrape.kinds.tables_and_services.frame import page, top
from training.scrape.kinds.tables_and_services.layout import (
    Part,
    cards,
    facts,
    heading,
    links,
    table,
)
from training.scrape.make import Make


def _version(make: Make) -> str:
    sign = value.always(make, "v", ["", "", "v"])
    number = f"{value.count(make, 0, 24)}.{value.count(make, 0, 30)}"
    return f"{sign}{number}{make.pick(['', '.0', f'.{value.count(make, 1, 19)}', '-rc1'])}"


def release_notes(make: Make) -> str:
    """Return release notes: versions with dates, new functions and fixed errors."""
    product = value.brand(make)
    versions = value.distinct(make, _version, 1, 7)
    chosen = make.pick(versions)
    by_kind, with_author = make.chance(0.6), make.chance(0.3)
    style = make.pick(["one line", "below", "brackets", "time", "table"])
    when = value.day(make)
    blocks, rows = [], []
    for index, version in enumerate(versions):
        when = value.later(when, -value.count(make, 6, 150))
        shown = make.mark("version", version)
        date = make.mark("published", value.date(make, when))
        if index == 0:
            shown, date = make.mark("latest", shown), make.mark("newest date", date)
        if version == chosen:
            date = make.mark("its date", date)
        news = make.some(value.words(make, "feature"), 1, 4)
        fixes = make.some(value.words(make, "fix"), 1, 4)
        mine = version == chosen
        news = [make.mark("new_feature", one) for one in news]
        fixes = [make.mark("bug_fix", one) for one in fixes]
        if mine:
            news = [make.mark("its news", one) for one in news]
        lists = [f"<ul>{''.join(f'<li>{one}</li>' for one in part)}</ul>" for part in (news, fixes)]
        name = (
            f"{product} {shown}" if value.always(make, "product", [True, False, False]) else shown
        )
        head = {
            "one line": heading(make, f"{name} – {date}"),
            "below": heading(make, name) + f"<p{make.names('date')}>{date}</p>",
            "brackets": heading(make, f"{name} ({date})"),
            "time": heading(make, name) + f"<time>{date}</time>",
            "table": "",
        }[style]
        if with_author:
            author = make.mark("author", value.word(make, "first").lower())
            head += f"<span{make.names('by')}>@{author}</span>"
        if by_kind:
            groups = ("release_new", "release_fix")
            over = [value.always(make, group, value.words(make, group)) for group in groups]
            text = "".join(f"<h4>{one}</h4>{part}" for one, part in zip(over, lists, strict=True))
        else:
            text = "".join(lists)
        rows.append([shown, date, text])
        blocks.append(f"<section{make.names('release')}>{head}{text}</section>")
    title = f"{product}: {value.word(make, 'releases_title')}"
    grid = "".join(blocks)
    if style == "table":
        grid = table(make, "releases", ["version", "published", "description"], rows, 0)
    ask_all(make, "version")
    ask_all(make, "published", noun="version")
    ask_one(make, "latest", noun="program")
    ask_cell(make, "its date", "published", chosen)
    ask_cell(make, "its news", "new_feature", chosen, many=True)
    ask_all(make, "bug_fix", noun="version")
    if with_author and style != "table":
        ask_all(make, "author", noun="release")
    make.ask(
        "newest date",
        en=["date of the latest version", "when was the latest version released",
            "latest release date", "date of the newest release"],
        de=["Datum der neuesten Version"], fr=["date de la dernière version"],
        es=["fecha de la última versión"], it=["data dell'ultima versione"],
        nl=["datum van de nieuwste versie"],
    )  # fmt: skip
    ask_absent(make, "price", "downloads", "phone", noun="program")
    return page(make, title, top(make, title) + grid, crumbs=[product])


def downloads(make: Make) -> str:
    """Return a download page: files with versions, systems, sizes, checksums and links."""
    product, version = value.brand(make), _version(make)
    columns = ["system", "file", *make.some(["size", "checksum", "published", "downloads"], 1, 3)]
    total = value.count(make, 1, 8)
    systems = make.some(value.words(make, "system"), total, total)
    chosen = value.count(make, 0, total - 1)
    asked = make.pick(columns[2:])
    hash_length = value.always(make, "hash", [8, 32, 64])
    named = make.chance(0.6)
    rows, parts = [], []
    for index, system in enumerate(systems):
        ending = make.pick(["zip", "tar.gz", "exe", "dmg", "deb", "AppImage", "msi"])
        name = f"{product.lower()}-{version}-{value.slug(system)[:9].strip('-')}.{ending}"
        url = make.mark("download_link", f"https://dl.{product.lower()}.org/{version}/{name}")
        if index == chosen:
            url = make.mark("its link", url)
        texts = {
            "system": system,
            "size": f"{value.number(make, make.random.uniform(1, 900), 1)} MB",
            "checksum": value.code(make, "x" * hash_length),
            "published": value.date(make),
            "downloads": value.number(make, value.count(make, 90, 900000)),
        }
        row = []
        for column in columns:
            if column == "file":
                text = make.mark("file", name) if named else "Download"
                row.append(f'<a href="{url}">{text}</a>')
                continue
            marked = make.mark(column, texts[column])
            if column == asked and index == chosen:
                marked = make.mark("cell", marked)
            row.append(f"<code>{marked}</code>" if column == "checksum" else marked)
        rows.append(row)
        parts.append(
            [
                Part(term, html, 0.0 if term in ("file", "system") else 0.5, term == "system")
                for term, html in zip(columns, row, strict=True)
            ]
        )
    grid = cards(make, "download", parts)
    if make.chance(0.55):
        grid = table(make, "downloads", columns, rows, 0)
    title = f"{product} Download" if make.chance(0.5) else f"Download {product}"
    fact = [("version", make.mark("latest", version))]
    fact.append(("licence", make.mark("licence", value.word(make, "licence"))))
    info = f"<p>{fact[0][1]}, {fact[1][1]}</p>"
    if make.chance(0.6):
        info = facts(make, "release", fact)
    old = value.distinct(make, _version, 1, 4)
    older = "".join(f"<li><a href='/old/{one}'>{one}</a></li>" for one in old)
    ask_all(make, "system", noun="download")
    ask_all(make, "download_link", noun="file")
    if named:
        ask_all(make, "file")
    for column in columns[2:4]:
        ask_all(make, column, noun="file")
    ask_cell(make, "cell", asked, systems[chosen])
    ask_cell(make, "its link", "download_link", systems[chosen])
    ask_one(make, "latest", "version", noun="program")
    ask_one(make, "licence", noun="program")
    ask_absent(make, "price", "author", "rating", noun="program")
    return page(make, title, top(make, title) + info + grid, side=f"<ul>{older}</ul>")


def package(make: Make) -> str:
    """Return a package's page: version, licence, downloads, repository, maintainers, keywords."""
    name = value.word(make, "package") + make.pick(["", "", "-core", "2", "-lite"])
    repository = f"https://github.com/{value.brand(make).lower()}/{name}"
    keywords = make.some(value.words(make, "package"), 2, 6)
    texts = {
        "version": make.mark("version", _version(make)),
        "licence": make.mark("licence", value.word(make, "licence")),
        "downloads": make.mark("downloads", value.number(make, value.count(make, 50, 9 * 10**6))),
        "published": make.mark("published", value.date(make)),
        "size": make.mark("size", f"{value.number(make, make.random.uniform(2, 990), 1)} kB"),
        "repository": f'<a href="{make.mark("repository", repository)}">{repository[8:]}</a>',
        "website": make.mark("website", f"{name}.dev"),
        "stars": make.mark("stars", make.pick([f"{value.count(make, 3, 990)}", "2.4k", "11.8k"])),
        "issues": make.mark("issues", f"{value.count(make, 0, 400)}"),
        "keyword": links(make, "keyword", keywords, "keywords"),
    }
    chosen = ["version", *make.some(list(texts)[1:], 4, 8)]
    make.random.shuffle(chosen)
    people = [value.slug(one) for one in make.some(value.words(make, "last"), 1, 4)]
    faces = "".join(
        f'<a href="/~{one}"><img src="/avatar/{one}.png" alt="">{make.mark("maintainer", one)}</a>'
        for one in people
    )
    faces = f"<div{make.names('people')}>{faces}</div>"
    faces = heading(make, label(make, "maintainer"), 3) + faces
    install = value.word(make, "install").format(name)
    prompt = make.pick(["", "", "$ ", "&gt; "])
    command = f"<pre><code>{prompt}{make.mark('command', install)}</code></pre>"
    summary = f"<p{make.names('lead')}>{make.mark('description', value.sentence(make))}</p>"
    readme = heading(make, value.word(make, "doc")) + f"<p>{value.paragraph(make)}</p>{command}"
    needed = make.some(value.words(make, "package"), 2, 6)
    needs = "".join(f"<li>{make.mark('dependency', one)} ^{_version(make)}</li>" for one in needed)
    needs = heading(make, label(make, "dependency"), 3) + f"<ul>{needs}</ul>"
    box = facts(make, "package", [(one, texts[one]) for one in chosen])
    with_needs = make.chance(0.5)
    parts = [readme, box, faces, needs if with_needs else ""]
    make.random.shuffle(parts)
    for one in chosen[:5]:
        if one == "keyword":
            ask_several(make, "keyword", noun="package")
        else:
            ask_one(make, one, noun="package")
    ask_several(make, "maintainer", noun="package")
    ask_one(make, "command", noun="package")
    ask_one(make, "description", noun="package")
    if with_needs:
        ask_several(make, "dependency", noun="package")
    ask_absent(make, *[one for one in texts if one not in chosen], "price", noun="package")
    return page(make, name, top(make, name, summary) + "".join(parts), crumbs=[name])


def parameters(make: Make) -> str:
    """Return the parameters of an API's call: names, types, defaults, descriptions."""
    names = make.some(value.words(make, "param"), 2, 10)
    chosen = make.pick(names)
    columns = ["parameter", "type", *make.some(["default", "required"], 0, 2), "description"]
    asked = make.pick(columns[1:])
    rows = []
    for name in names:
        texts = {
            "parameter": name,
            "type": value.word(make, "type"),
            "default": make.pick(["0", "10", "100", "null", "true", "false", "json", "—", "30"]),
            "required": value.word(make, "required"),
            "description": value.sentence(make),
        }
        row = {}
        for column in columns:
            marked = make.mark(column, texts[column])
            if name == chosen and column == asked:
                marked = make.mark("cell", marked)
            row[column] = f"<code>{marked}</code>" if column in ("parameter", "default") else marked
        rows.append(row)
    style = make.pick(["table", "table", "dl", "list", "cards"])
    if style == "table":
        grid = table(make, "params", columns, [[row[one] for one in columns] for row in rows], 0)
    elif style == "dl":
        grid = "".join(
            f"<dt>{row['parameter']} <em>{row['type']}</em></dt><dd>{row['description']} "
            + " ".join(f"{label(make, one)}: {row[one]}" for one in columns[2:-1])
            + "</dd>"
            for row in rows
        )
        grid = f"<dl{make.names('params')}>{grid}</dl>"
    elif style == "list":
        grid = "".join(
            f"<li>{row['parameter']} ({', '.join(row[one] for one in columns[1:-1])}) – "
            f"{row['description']}</li>"
            for row in rows
        )
        grid = f"<ul>{grid}</ul>"
    else:
        often = {"default": 0.4, "required": 0.4}
        items = [
            [Part(t, row[t], often.get(t, 0), t == "parameter") for t in columns] for row in rows
        ]
        grid = cards(make, "param", items)
    verb = make.pick(["GET", "POST", "PUT", "DELETE"])
    last = make.pick(["search", "items", "{id}", "export"])
    path = f"/v{value.count(make, 1, 4)}/{value.word(make, 'package')}/{last}"
    call = f"<span>{verb}</span> <code>{make.mark('endpoint', path)}</code>"
    call = f"<div{make.names('endpoint')}>{call}</div>"
    example = f"<pre>curl https://api.{value.brand(make).lower()}.io{path}?{names[0]}=1</pre>"
    title = f"{make.pick(['API', 'REST API', 'SDK'])}: {value.word(make, 'doc')}"
    over = heading(make, value.word(make, "params_title"))
    lead = f"<p>{make.mark('summary', value.sentence(make))}</p>"
    body = top(make, title, lead) + call + over + grid
    body += heading(make, label(make, "code")) + make.mark("code", example)
    ask_all(make, "parameter")
    ask_all(make, "type", noun="parameter")
    ask_all(make, "description", noun="parameter")
    for column in columns[2:-1]:
        ask_all(make, column, noun="parameter")
    ask_cell(make, "cell", asked, chosen)
    ask_one(make, "endpoint", noun="call")
    ask_one(make, "code", noun="call")
    ask_absent(make, "price", "author", "version", "licence", noun="API")
    return page(make, title, body, crumbs=["API", title])


KINDS = (release_notes, downloads, package, parameters)
