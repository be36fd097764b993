"""Attacks on the service: how many cases of each were tried, and how many broke it.

    python benchmarks/reliability.py [--only PART ...] [--quick] [--minutes 30] [--list]

Every part is a module of `benchmarks/attacks`, whose docstring says what is attacked and what
counts as broken. All servers are on loopback. The exit status is 1 if anything is broken; `--quick`
runs a part of the cases, in about a minute for each part.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time

from report import report

#: The parts: the name of their module and a title, in the order of running.
PARTS = {
    "calls": "Generated calls",
    "addresses": "Forbidden addresses",
    "scripts": "Scripts in what is displayed",
    "texts": "Hostile texts",
    "pages": "Large and hostile pages",
    "faults": "Faults of a server",
    "kills": "Killed while writing",
    "decoding": "Poisoned files",
    "soak": "Soak",
}
#: Of those that are broken, how many are shown.
SHOWN = 20


def main() -> None:
    """Run the parts, print a row for each, and report its figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=PARTS, metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="a part of the cases")
    parser.add_argument("--list", action="store_true", help="list the parts and run none")
    parser.add_argument("--minutes", type=float, default=30, help="of the soak (default: 30)")
    options = parser.parse_args()
    if options.list:
        for name, title in PARTS.items():
            print(f"{name:<12} {title}")
        return
    is_broken = False
    print(f"{'part':<28}{'cases':>10}{'broken':>10}{'seconds':>10}", flush=True)
    for name, title in PARTS.items():
        if options.only and name not in options.only:
            continue
        began = time.perf_counter()
        # The soak alone lasts as long as it is told to.
        chosen = {"minutes": options.minutes} if name == "soak" else {}
        outcome = importlib.import_module(f"attacks.{name}").run(options.quick, **chosen)
        taken = time.perf_counter() - began
        print(f"{title:<28}{outcome.cases:>10,}{len(outcome.broken):>10,}{taken:>10.0f}")
        for line in outcome.broken[:SHOWN]:
            print(f"    {line[:300]}")
        report(f"{title}, cases", outcome.cases)
        report(f"{title}, broken", len(outcome.broken))
        for figure, value in outcome.figures.items():
            print(f"    {figure}: {value:,.6g}")
            report(f"{title}, {figure}", value)
        sys.stdout.flush()
        is_broken = is_broken or bool(outcome.broken)
    sys.exit(is_broken)


if __name__ == "__main__":
    main()
