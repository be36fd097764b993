"""What every kind of generated page is made with: words, values, class names and answers.

A kind is a function that takes a `Make` and returns a page's HTML. Answers are marked in it with
`Make.mark`, anywhere in a text or an attribute; the prompts for them are given with `Make.ask`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import unescape
from random import Random
from typing import Any

LANGUAGES = ("en", "de", "fr", "es", "it", "nl")
STYLES = ("semantic", "bem", "camel", "tailwind", "hashed", "none")
_OPEN, _NAMED, _CLOSE = "\ue000", "\ue001", "\ue002"
_MARK = re.compile(f"{_OPEN}([^{_NAMED}]*){_NAMED}([^{_CLOSE}]*){_CLOSE}")
_TAG = re.compile(r"<[^>]*>")
_UTILITIES = (
    "flex", "grid", "mt-2", "mb-4", "p-4", "px-2", "text-sm", "text-lg", "font-bold", "rounded",
    "shadow", "text-gray-500", "text-gray-900", "items-center", "justify-between", "gap-2",
    "w-full", "leading-6", "tracking-tight", "border", "bg-white", "inline-block", "truncate",
)  # fmt: skip
_SPACES = re.compile(r"\s+")


@dataclass
class Question:
    """Prompts of one meaning; the answer is what is marked with the key, or nothing."""

    key: str
    #: Wordings by language.
    prompts: dict[str, list[str]]
    #: Whether all marked values are asked for; else one of them is right.
    many: bool


@dataclass
class Generated:
    """A page, and what to ask of it: `{key, prompts, many, values}`."""

    kind: str
    language: str
    style: str
    html: str
    questions: list[dict[str, Any]]


@dataclass
class Make:
    """Makes the parts of one page, all in one language and one style of class names."""

    random: Random
    language: str = "en"
    style: str = "semantic"
    questions: list[Question] = field(default_factory=list)

    # -- chance ---------------------------------------------------------------------------------
    def pick(self, options: Sequence[Any]) -> Any:
        """Return one of some options."""
        return self.random.choice(options)

    def some(self, options: Sequence[Any], least: int, most: int) -> list[Any]:
        """Return a few different options in chance order."""
        count = min(len(options), self.random.randint(least, most))
        return self.random.sample(list(options), count)

    def chance(self, share: float) -> bool:
        """Return whether something happens that happens in this share of pages."""
        return self.random.random() < share

    # -- words ----------------------------------------------------------------------------------
    def text(self, **texts: str | Sequence[str]) -> Any:
        """Return a wording in the page's language: `text(en=["Price", "Our price"], de="Preis")`.

        English where the language is not given.
        """
        options = texts.get(self.language, texts["en"])
        return options if isinstance(options, str) else self.pick(options)

    # -- mark-up --------------------------------------------------------------------------------
    def names(self, *names: str) -> str:
        """Return a class attribute with a leading space, or nothing, in the page's style.

        `names("plan", "price")` is ` class="plan-price"` in the semantic style,
        ` class="plan__price"` in BEM, utilities in Tailwind's, `css-1a2b3c` hashed, and nothing
        where there are none. The same names give the same classes throughout a page.
        """
        if self.style == "none" or not names:
            return ""
        words = " ".join(names).split()
        if self.style == "semantic":
            value = "-".join(words)
        elif self.style == "bem":
            value = words[0] + ("__" + "-".join(words[1:]) if len(words) > 1 else "")
        elif self.style == "camel":
            value = words[0] + "".join(word.title() for word in words[1:])
        else:
            own = Random(f"{' '.join(words)} {self.seed}")
            if self.style == "tailwind":
                value = " ".join(own.sample(_UTILITIES, own.randint(2, 5)))
            else:
                value = "css-" + "".join(own.choices("abcdefghijkmnopqrstuvwxyz0123456789", k=6))
        return f' class="{value}"'

    @property
    def seed(self) -> int:
        """A number of this page's own."""
        if not hasattr(self, "_seed"):
            self._seed = self.random.randrange(1 << 30)
        return self._seed

    # -- answers --------------------------------------------------------------------------------
    def mark(self, key: str, text: str) -> str:
        """Return a text marked as the answer, or one of the answers, to the question `key`.

        Give the words a reader would copy: "29 €", not the label before it. A part of a text may be
        marked (`f"By {mark('author', name)} on {mark('date', day)}"`), an attribute's value
        (`f'<a href="{mark("link", url)}">'`), and a text that answers two questions
        (`mark("price", mark("price of Pro", "29 €"))`).
        """
        return f"{_OPEN}{key}{_NAMED}{text}{_CLOSE}"

    def ask(self, key: str, many: bool = False, **prompts: str | Sequence[str]) -> None:
        """Ask for what is marked with `key`, in several wordings as people type them.

        In English, and where you can in the page's language; a key that nothing is marked with asks
        for what the page does not have. `many` asks for all values; else the marked ones (mostly
        one) are each right.
        """
        lists = {
            language: [one] if isinstance(one, str) else list(one)
            for language, one in prompts.items()
        }
        self.questions.append(Question(key, lists, many))


Kind = Callable[[Make], str]


def generate(kind: Kind, seed: int, language: str, style: str) -> Generated:
    """Return a page of a kind, its marks taken out and its answers read from them."""
    make = Make(Random(seed), language, style)
    marked = kind(make)
    html = re.sub(f"{_OPEN}[^{_NAMED}]*{_NAMED}|{_CLOSE}", "", marked)
    answers: dict[str, list[str]] = {}
    _read_marks(marked, answers)
    questions = [
        {
            "key": one.key,
            "prompts": one.prompts,
            "many": one.many,
            "values": answers.get(one.key, []),
        }
        for one in make.questions
    ]
    name = getattr(kind, "__name__", "kind")
    return Generated(name, language, style, html, questions)


def _read_marks(marked: str, answers: dict[str, list[str]]) -> None:
    """Add the marked texts by key, in the order of the page; marks may be nested."""
    stack: list[tuple[str, int]] = []
    place = 0
    found: list[tuple[int, str, str]] = []
    while place < len(marked):
        character = marked[place]
        if character == _OPEN:
            end = marked.index(_NAMED, place)
            stack.append((marked[place + 1 : end], end + 1))
            place = end
        elif character == _CLOSE:
            key, start = stack.pop()
            text = re.sub(f"{_OPEN}[^{_NAMED}]*{_NAMED}|{_CLOSE}", "", marked[start:place])
            text = _SPACES.sub(" ", unescape(_TAG.sub(" ", text))).strip()
            found.append((start, key, text))
        place += 1
    for _, key, text in sorted(found, key=lambda one: one[0]):
        answers.setdefault(key, []).append(text)
