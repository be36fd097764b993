"""What a crawler must know of addresses, pages and sitemaps; without any network."""

from triptych.engines.crawl.addresses import Bounds, host, may_be_page, normal
from triptych.engines.crawl.directives import Directives, read_directives
from triptych.engines.crawl.sitemap import Sitemap, SitemapError, is_sitemap, read_sitemap

__all__ = [
    "Bounds",
    "Directives",
    "Sitemap",
    "SitemapError",
    "host",
    "is_sitemap",
    "may_be_page",
    "normal",
    "read_directives",
    "read_sitemap",
]
