"""The words and numbers by which pages of listings are turned, in common languages."""

from __future__ import annotations

import re
import unicodedata

NEXT_WORDS = frozenset(
    (
        # English, German, French
        "next", "next page", "go to next page", "older", "older posts", "older entries",
        "previous entries", "load more", "show more", "view more", "see more", "more",
        "more results", "load more results", "show more results", "weiter", "nächste",
        "nächste seite",
        "zur nächsten seite", "vor", "vorwärts", "mehr laden", "mehr anzeigen", "weitere laden",
        "weitere anzeigen", "ältere beiträge", "suivant", "suivante", "page suivante", "suiv",
        "voir plus", "charger plus", "afficher plus", "plus de résultats",
        # Spanish, Portuguese, Italian, Dutch
        "siguiente", "página siguiente", "siguiente página", "sig", "cargar más", "ver más",
        "mostrar más", "entradas antiguas", "próximo", "próxima", "próxima página", "seguinte",
        "avançar", "carregar mais", "ver mais", "mostrar mais", "successivo", "successiva",
        "pagina successiva", "avanti", "prossimo", "prossima", "carica altri", "mostra altri",
        "volgende", "volgende pagina", "meer laden", "meer tonen",
        # Nordic and Slavic languages, Turkish, Hungarian, Romanian, Greek
        "nästa", "nästa sida", "neste", "neste side", "næste", "næste side", "seuraava",
        "seuraava sivu", "następna", "następny", "następna strona", "dalej", "další",
        "další stránka", "ďalšia", "следующая", "следующая страница", "далее", "дальше", "вперед",
        "вперёд", "показать еще", "показать ещё", "наступна", "далі", "sonraki", "sonraki sayfa",
        "ileri", "következő", "următoarea", "înainte", "επόμενη", "επόμενο",
        "sljedeća", "naslednja",
        # Japanese, Chinese, Korean, Vietnamese, Thai, Arabic, Hebrew, Persian, Hindi
        "次へ", "次", "次のページ", "次ページ", "もっと見る", "さらに表示", "下一页",
        "下一頁", "下页", "下頁", "后一页", "加载更多", "更多", "다음", "다음 페이지",
        "더보기", "tiếp", "trang sau",
        "tiếp theo", "ถัดไป", "หน้าถัดไป", "التالي", "الصفحة التالية", "הבא", "העמוד הבא", "بعدی",
        "صفحه بعد", "अगला", "selanjutnya", "berikutnya",
        # Arrows
        "›", "»", "→", ">", ">>", "❯", "⟩", "▶", "►", "≫", "⏵", "＞", "»»",
    )
)  # fmt: skip
PREVIOUS_WORDS = frozenset(
    (
        "previous", "prev", "previous page", "back", "newer", "newer posts", "newer entries",
        "zurück", "vorherige", "vorherige seite", "précédent", "précédente", "page précédente",
        "anterior", "página anterior", "precedente", "pagina precedente", "indietro", "vorige",
        "föregående", "forrige", "edellinen", "poprzednia", "wstecz", "předchozí", "назад",
        "предыдущая", "önceki", "előző", "前へ", "前", "前のページ", "上一页", "上一頁", "이전",
        "السابق", "trang trước", "‹", "«", "←", "<", "<<", "❮", "⟨", "◀", "◄", "≪",
    )
)  # fmt: skip
LAST_WORDS = frozenset(
    (
        "last", "last page", "go to last page", "end", "letzte", "letzte seite", "ende", "dernier",
        "dernière", "dernière page", "fin", "último", "última", "última página", "ultimo",
        "ultima", "ultima pagina", "laatste", "sista", "siste", "sidste", "viimeinen", "ostatnia",
        "poslední", "последняя", "son", "utolsó", "最後", "最後へ", "末页", "尾页", "最后一页",
        "마지막", "الأخيرة", "⏭",
    )
)  # fmt: skip
_PAGE = (
    r"(?:page|p\.|pp\.|seite|página|pagina|pág\.?|pag\.?|strona|str\.?|sida|side|sivu|стр\.?|"
    r"страница|сторінка|stránka|stránka č\.|sayfa|oldal|pagină|σελίδα|trang|halaman|ページ|页|頁|"
    r"페이지|หน้า|صفحة|עמוד)"
)
_OF = r"(?:of|out of|von|aus|sur|de|di|da|van|av|af|z|ze|/|из|з|su|dari|\||∕|trong|από|/\s*共)"
_NUMBER = r"(\d{1,3}(?:[., \u202f]\d{3}){1,3}|\d{1,9})"
_ONE = re.compile(
    rf"(?:(?:go to |zu |zur |aller à la |ir a la |vai a )?{_PAGE}\s*)?[\[(]?\s*(\d{{1,5}})\s*[\])]?"
    rf"(?:\s*{_PAGE})?\.?"
)
_PAGE_OF = re.compile(
    rf"[\[(]?\s*(?:{_PAGE}\s*:?\s*(\d{{1,6}})\s*{_OF}\s*(\d{{1,6}})|"
    rf"(\d{{1,6}})\s*/\s*(\d{{1,6}})\s*{_PAGE}|"
    rf"第\s*(\d{{1,6}})\s*[页頁]\s*[,，/ ]*\s*共\s*(\d{{1,6}})\s*[页頁])"
    rf"\s*{_PAGE}?\s*[\])]?\.?"
)
_PAGE_JAPANESE = re.compile(r"全?\s*(\d{1,6})\s*ページ中\s*(\d{1,6})\s*ページ目?")
_RANGE = re.compile(
    rf"(?:[^\W\d_]+:?\s+){{0,3}}{_NUMBER}\s*(?:-|–|—|‒|to|bis|à|a|al|до|tot|till|do|~|〜|～|through)\s*"
    rf"{_NUMBER}\s*(?:\w+\s+)?{_OF}\s*(?:(?:about|over|approximately|ca\.?|etwa|environ)\s+)?{_NUMBER}"
    r"(?:\s+[^\W\d_]+){0,3}[.:]?"
)
_RANGE_JAPANESE = re.compile(
    rf"全?\s*{_NUMBER}\s*件(?:中|のうち)\s*{_NUMBER}\s*[-–~〜～]\s*{_NUMBER}\s*件.{{0,10}}"
)
_ARROWS = "›»→>❯⟩▶►≫⏵＞‹«←<❮⟨◀◄≪⏮⏭|·•.:…()[] \u200e\u200f\u00a0\ufe0e\ufe0f"
_LONGEST = 80


def bare_label(text: str) -> str:
    """Return a label as it compares: small letters, without arrows around words.

    Examples
    --------
    >>> bare_label("Next Page »"), bare_label(" › "), bare_label("Next: green tea")
    ('next page', '›', 'next: green tea')
    """
    folded = " ".join(unicodedata.normalize("NFC", text[:_LONGEST]).casefold().split())
    return folded.strip(_ARROWS) or folded


def page_number(text: str) -> int | None:
    """Return the number that a link to a page says; None where it says other things.

    Examples
    --------
    >>> page_number("3"), page_number("Seite 3"), page_number("3 comments")
    (3, 3, None)
    """
    if len(text) > _LONGEST or not (found := _ONE.fullmatch(text.strip().casefold())):
        return None
    return int(found[1]) or None


def counted(text: str) -> tuple[int, int] | None:
    """Return the number of a page and how many there are, where a text says only that.

    Examples
    --------
    >>> counted("Page 2 of 7"), counted("Showing 21–40 of 134 results"), counted("Seite 2 von 7")
    ((2, 7), (2, 7), (2, 7))
    >>> counted("10 of 12 people liked this")
    """
    if len(text) > _LONGEST:
        return None
    folded = text.strip().casefold()
    if found := _PAGE_OF.fullmatch(folded):
        first, last = (int(one) for one in found.groups() if one)
        return (first, last) if 1 <= first <= last else None
    if found := _PAGE_JAPANESE.fullmatch(folded):
        first, last = int(found[2]), int(found[1])
        return (first, last) if 1 <= first <= last else None
    if found := _RANGE.fullmatch(folded):
        return _of_range(*(_whole(one) for one in found.groups()))
    if found := _RANGE_JAPANESE.fullmatch(folded):
        total, first, last = (_whole(one) for one in found.groups())
        return _of_range(first, last, total)
    return None


def names_pages(text: str) -> bool:
    """Tell whether a text counts pages, and not the things on them."""
    folded = text.strip().casefold()
    return bool(_PAGE_OF.fullmatch(folded) or _PAGE_JAPANESE.fullmatch(folded))


def _whole(written: str) -> int:
    return int(re.sub(r"\D", "", written))


def _of_range(first: int, last: int, total: int) -> tuple[int, int] | None:
    """Return a page's number and the count of pages by the things on it."""
    if not 1 <= first <= last <= total:
        return None
    size = last - first + 1
    if last == total and first > 1:
        # The last page may have fewer things than the others, whose size divides what is before.
        sizes = (one for one in range(size, first) if (first - 1) % one == 0)
        size = next(sizes, first - 1)
    if (first - 1) % size:
        return None
    return (first - 1) // size + 1, -(-total // size)
