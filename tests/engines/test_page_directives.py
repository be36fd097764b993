"""Directives and roles of MyST and reStructuredText: what is read of them."""

from __future__ import annotations

import pytest

from triptych.engines.page import read_page

MYST = """(start)=
# Reading tables

To read a file, call {func}`read_table`, see {ref}`the options <options>` and {doc}`install`:

```{code-block} python
:caption: Reading a table

import tea

table = tea.read_table("leaves.csv")
```

:::{warning} Take care
Large files need memory, see `{x}` in braces.
:::

```{toctree}
---
maxdepth: 2
---
install
```

% a comment

+++ {"part": "x"}

{.lead}
::::{tab-set}
:::{tab-item} Linux
Run `apt install tea`:

```sh
apt install {name}`tea`
(not-a-target)=
```
:::
::::

```{eval-rst}
.. note:: In *other* words.
```

```{py:function} steep(leaf)
Steep a leaf.
```

* an item

  ```{note}
  Within an item.
  ```
"""
MYST_TEXT = """Reading tables

To read a file, call read_table, see the options and install:

import tea
table = tea.read_table("leaves.csv")

Take care

Large files need memory, see {x} in braces.

Linux

Run apt install tea:

apt install {name}`tea`
(not-a-target)=

In other words.

steep(leaf)

Steep a leaf.

- an item

Within an item."""
RESTRUCTURED = """.. _label:

Brewing
=======

.. contents::
   :local:

To brew tea, call :func:`~tea.brew` as in :doc:`the guide </guide>` [1]_::

    import tea

    tea.brew("sencha")

Then drink it.

.. code-block:: python
   :linenos:

   kettle.boil()

.. note:: Boil the water
   *first*.

   .. image:: pot.png

   See `the site <https://x.example>`_.

.. py:function:: steep(leaf, minutes=3)

   Steep a *leaf*.

   :param leaf: The leaf.
   :returns: The pot.

.. A comment
   of two lines.

+----+----+
| a  | b  |
+====+====+
| 1  | 2  |
+----+----+

=====  =====
one    two
=====  =====

.. |name| replace:: tea

.. [1] A footnote.
"""
RESTRUCTURED_TEXT = """Brewing

To brew tea, call tea.brew as in the guide:

import tea
tea.brew("sencha")

Then drink it.

kettle.boil()

Boil the water
first.

See the site.

steep(leaf, minutes=3)
Steep a leaf.

leaf: The leaf.
returns: The pot.

a | b
1 | 2

one    two"""


def test_read_page_of_myst_has_its_words_and_code_and_no_marks() -> None:
    page = read_page(MYST.encode(), "file:///docs/guide.md")
    assert page.text == MYST_TEXT
    assert page.title == "Reading tables"


def test_read_page_of_restructured_text_has_its_words_and_code_and_no_marks() -> None:
    page = read_page(RESTRUCTURED.encode(), "file:///docs/guide.rst")
    assert page.text == RESTRUCTURED_TEXT


def test_read_page_of_markdown_without_directives_is_left_as_it_is() -> None:
    text = "A set {a, b}, 50 % of it.\n\n```\n% not a comment\n+++\n```\n\n~~~python\nx = {1}\n~~~"
    page = read_page(text.encode(), "file:///a.md")
    assert page.text == "A set {a, b}, 50 % of it.\n\n% not a comment\n+++\n\nx = {1}"


@pytest.mark.parametrize("ending", ["md", "rst"])
@pytest.mark.parametrize(
    "unit",
    [":::{note}\n", "```{note}\n", ".. note::\n", "{a}`" + " " * 400 + "`\n", "`" * 300 + "\n"],
)
def test_read_page_of_hostile_directives_ends_soon(unit: str, ending: str) -> None:
    text = "tea\n" + "".join(" " * (at % 60) + unit for at in range(50_000 // len(unit)))
    # A step for each pair of lines would take hours.
    assert read_page(text.encode(), f"file:///a.{ending}").text
