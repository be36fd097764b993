"""Elements found on a page: the page with them outlined, and tables of fields and records."""

from triptych.views.scrape.site import SiteView
from triptych.views.scrape.view import ScrapeView, elements

__all__ = ["ScrapeView", "SiteView", "elements"]
