"""A panel where there are no widgets."""

from __future__ import annotations

from triptych.panels import ScrapePanel, SentimentPanel

from .conftest import end_of


def test_a_saved_panel_shows_its_form_and_how_to_get_the_rest() -> None:
    panel = SentimentPanel("<b>The room</b> was lovely.")
    bundle = panel._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"] == "<SentimentPanel: ready>"
    assert "run this notebook" in bundle["text/html"]
    assert "&lt;b&gt;The room&lt;/b&gt; was lovely." in bundle["text/html"]
    assert "image/png" not in bundle
    panel.close()


async def test_a_saved_panel_shows_its_result_and_its_picture() -> None:
    panel = SentimentPanel("The room was lovely. The breakfast was awful.")
    panel.run_button.click()
    await end_of(panel)
    bundle = panel._repr_mimebundle_()
    assert "2 sentences" in bundle["text/html"]
    assert bundle["image/png"].startswith(b"\x89PNG")
    panel.close()


def test_a_saved_panel_has_no_secret() -> None:
    panel = ScrapePanel()
    panel.form.fill({"url": "https://ada:pa55@shop.example/teas"})
    html = panel._repr_mimebundle_()["text/html"]
    assert "shop.example/teas" in html
    assert "pa55" not in html
    panel.close()
