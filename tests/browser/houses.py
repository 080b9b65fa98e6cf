"""Houses for tests in a browser, and a server for one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.web.served import Process

NAME = 'name = "Deadwood"\n'

GOLD_RUSH = """
[[jackpot]]
name = "{jackpot}"
schedule = "PMG-01"
[jackpot.levels.main]
seed = "10000.00"
rate = "25%"
"""

STUD = """
[[table]]
name = "{name}"
edition = "{edition}"
seats = 7
designated = true
devices = ["progressive system", "signage", "{device}"]
signs = ["bet schedule", "progressive schedule"]
dealing = "singly"
jackpot = "{jackpot}"
minimum = "5.00"
maximum = "30.00"
mode = "{mode}"
"""

BOSTON = """
[[jackpot]]
name = "Harbor"
schedule = "D"
approval = { reference = "25-114", date = "2025-12-15" }
[jackpot.levels.main]
seed = "10000.00"
rate = "70%"

[[table]]
name = "Boston"
edition = "ma"
seats = 7
dealing = "automated-shoe"
shoe_approved = true
shoe_side = "left"
backs = ["red", "blue"]
devices = ["acceptor"]
shuffler = { counts = true }
jackpot = "Harbor"
awards_from = "meter"
bonus = "B"
minimum = "10.00"
maximum = "500.00"
"""

SIX = """
[[table]]
name = "Six"
edition = "sd-bonus6"
seats = 6
designated = true
signs = ["pay schedule", "limits"]
pay_table = "black-hawk"
minimum = "5.00"
maximum = "100.00"
further_tips = true
"""


def gold_rush(jackpot: str = "Gold Rush") -> str:
    return GOLD_RUSH.format(jackpot=jackpot)


def stud(name: str, edition: str = "sd-2015", mode: str = "virtual", jackpot: str = "Gold Rush") -> str:
    """A table of Caribbean stud in Deadwood."""
    device = "coin-in slot" if edition == "sd-2011" else "coin sensor"
    return STUD.format(name=name, edition=edition, device=device, mode=mode, jackpot=jackpot)


EVERY_EDITION = (
    NAME + gold_rush() + gold_rush("Old Gold") + stud("Old", "sd-2011", jackpot="Old Gold") + stud("New") + BOSTON + SIX
)
LINKED = NAME + gold_rush() + stud("Stud 1", mode="keyed") + stud("Stud 2", mode="keyed")


@contextmanager
def served(folder: Path, house: str, *, port: int = 0) -> Iterator[Process]:
    """A house without bots, where everybody is one click away; every shuffle comes out as it did the last time."""
    with rigged(folder, *arguments(folder, house), port=port) as found:
        yield found


def rigged(folder: Path, *arguments: str, port: int = 0, secret: str = "plain hands") -> Process:
    """A server whose shuffles follow from a secret that a test has chosen."""
    os.environ["UPCARD_TEST_SECRET"] = secret
    return Process(folder, *arguments, port=port, program=(str(Path(__file__).with_name("rigged_serve.py")),))


def arguments(folder: Path, house: str, db: str = "") -> tuple[str, ...]:
    written = folder / "house.toml"
    written.write_text(house, encoding="utf-8")
    return str(written), "--demo", "--no-bots", "--db", db or f"sqlite:{folder / 'casino.db'}"
