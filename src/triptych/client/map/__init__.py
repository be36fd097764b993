"""`client.map`: one operation for many items, in constant memory.

`method` has its signature, `plan` checks the arguments, `items` makes requests, `scheduler` decides
what to send and `pace` how fast, `replies` writes and reads HTTP, `store` and `journal` hold
replies, and `threads` and `tasks` do the work for `Client` and `AsyncClient`.
"""

from triptych.client.map.method import AsyncMapMethod, AsyncResults, MapMethod, Results
from triptych.client.map.plan import Plan

__all__ = ["AsyncMapMethod", "AsyncResults", "MapMethod", "Plan", "Results"]
