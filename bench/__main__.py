"""`python -m bench [NAME...] [--json]`."""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Callable
from dataclasses import asdict

from bench import exact, floor, hands, ranks, rounds, settle, simulate, start, web
from bench.measure import Report, table

BENCHMARKS: dict[str, Callable[[], Report]] = {
    "rounds": rounds.measure,
    "start": start.measure,
    "settle": settle.measure,
    "hands": hands.measure,
    "ranks": ranks.measure,
    "exact": exact.measure,
    "simulate": simulate.measure,
    "floor": floor.measure,
    "web": web.measure,
}


def machine() -> dict[str, str | int]:
    """What a figure means nothing without."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count() or 1,
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description="Measure how fast Upcard is on this machine.")
    listed = ", ".join(BENCHMARKS)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {listed} (all when none is named)")
    parser.add_argument("--json", action="store_true", help="print one JSON document in place of tables")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in BENCHMARKS]:
        parser.error(f"there is no benchmark {unknown[0]!r}; there are {listed}")
    names = list(dict.fromkeys(arguments.names)) or list(BENCHMARKS)
    here = machine()
    if arguments.json:
        reports = {name: asdict(BENCHMARKS[name]()) for name in names}
        print(json.dumps({"machine": here, "benchmarks": reports}, indent=2))
        return
    print(f"{here['python']}, {here['system']}, {here['processors']} processors")
    for name in names:
        print(f"\n{table(BENCHMARKS[name]())}", flush=True)


if __name__ == "__main__":
    main()
