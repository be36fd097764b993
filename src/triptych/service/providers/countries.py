"""Which language a country is searched in."""

from __future__ import annotations


def language(country: str) -> str:
    """Return the language that search engines are asked for with a country.

    A query's own language is not known. English is taken wherever it is official, since that is
    what most of the web there is written in; elsewhere the language that most people speak.

    Parameters
    ----------
    country : str
        ISO 3166-1 alpha-2 code, upper case.

    Returns
    -------
    str
        ISO 639-1 code, lower case; English for what is no country.

    Examples
    --------
    >>> language("DE"), language("IN"), language("BR"), language("XX")
    ('de', 'en', 'pt', 'en')
    """
    from babel.languages import get_official_languages

    spoken = [code.partition("_")[0] for code in get_official_languages(country, de_facto=True)]
    return "en" if "en" in spoken or not spoken else spoken[0]
