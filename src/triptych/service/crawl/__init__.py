"""Add pages of the web and files to an index: politely, and so that a run can be resumed."""

from triptych.service.crawl.adding import TargetError, add, add_all, target_of
from triptych.service.crawl.run import LIMIT, IndexReport, Options, Progress
from triptych.service.crawl.state import CrawlError

__all__ = [
    "LIMIT",
    "CrawlError",
    "IndexReport",
    "Options",
    "Progress",
    "TargetError",
    "add",
    "add_all",
    "target_of",
]
