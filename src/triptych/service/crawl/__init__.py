"""Add pages of the web and files to an index: politely, and so that a run can be resumed."""

from triptych.service.crawl.run import LIMIT, IndexReport, Options, Progress
from triptych.service.crawl.state import CrawlError
from triptych.service.crawl.targets import TargetError, add_all, target_of

__all__ = [
    "LIMIT",
    "CrawlError",
    "IndexReport",
    "Options",
    "Progress",
    "TargetError",
    "add_all",
    "target_of",
]
