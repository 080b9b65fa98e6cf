"""Everybody there is at one house with both games, an example of every act, and the tables of docs/roles.md as read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from starlette.applications import Starlette

from tests.web.served import BASE, ROLES, STUD, Casino, Person
from upcard.cards import Card
from upcard.people.people import People
from upcard.web.act_codec import Field, Kind, kinds
from upcard.web.security.rate_limit import Buckets, Rate
from upcard.web.security.security import PASSWORD
from upcard.web.site import Site

DOCUMENT = Path(__file__).parents[2] / "docs" / "roles.md"

HOUSE = (
    STUD
    + """
[[table]]
name = "Six"
edition = "sd-bonus6"
designated = true
signs = ["pay schedule", "limits"]
pay_table = "black-hawk"
minimum = "5.00"
maximum = "100.00"
further_tips = true
"""
)

PLACES = {
    "slug": "stud-1", "edition": "sd-2015", "old": "sd-2011", "new": "sd-2015", "number": "1", "kind": "slips",
    "role": "player", "id": "lou", "folder": "css", "name": "upcard.css",
}  # fmt: skip
"""What stands for each part of an address; a part that is not here is asked for by nobody, and a test says so."""

WHO = {
    "player": "pat", "dealer": "dana", "floorperson": "flo", "supervisor": "sam", "surveillance": "vic",
    "regulator": "rae", "licensee": "lee",
}  # fmt: skip
SECOND = {"id": "vic", "password": PASSWORD}


def address(path: str) -> str:
    """An address that exists, for the pattern of one."""
    return re.sub("{([a-z]+)(?::[a-z]+)?}", lambda part: PLACES[part[1]], path)


def unhurried(site: Site) -> None:
    """Nobody is told to slow down: one test asks more than a person ever would."""
    often = Rate(10**6, 10**6, 1)
    for name in ("acts", "sign_ins", "approvals"):
        setattr(site.security, name, Buckets(often, lambda: 0.0))


def session(people: People, person: Person, role: str) -> None:
    """Somebody is signed in as of now, whatever they were before."""
    person.client.cookies.clear()
    if role != "none":
        person.client.cookies.set("upcard", people.begin(WHO[role]), domain="127.0.0.1")


async def everybody(here: Casino) -> dict[str, Person]:
    """One person of each role, and nobody."""
    unhurried(here.site)
    return {role: await here.somebody(role, WHO.get(role, "")) for role in ROLES}


# ---- the routes of the application, as it really is ------------------------------------------------------------------


def registered(app: Starlette) -> set[tuple[str, str]]:
    """Every method and path that the application answers; whatever is no plain route is under its own name."""
    found = set()
    for route in app.routes:
        path, methods = getattr(route, "path", ""), getattr(route, "methods", None)
        found |= {(method, path) for method in methods or {type(route).__name__}}
    return found


# ---- the document ----------------------------------------------------------------------------------------------------

Allowed = dict[str, frozenset[str]]


def documented(title: str) -> Allowed:
    """A table of docs/roles.md: by what its rows are called, the roles that it says yes to."""
    section = DOCUMENT.read_text(encoding="utf-8").split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    assert tuple(rows[0][1:]) == ROLES, title
    found: Allowed = {}
    for thing, *cells in rows[2:]:
        assert set(cells) <= {"yes", "–"}, (title, thing)
        assert thing.strip("`") not in found, (title, thing)
        found[thing.strip("`")] = frozenset(role for role, cell in zip(ROLES, cells, strict=True) if cell == "yes")
    return found


# ---- an example of every act -----------------------------------------------------------------------------------------

NAMED = {
    "jackpot": "Gold Rush", "table": "Stud 1", "deck": "red", "method": "hand", "level": "main", "device": "shuffler",
    "irregularity": "face-up-cards", "wager": "ante", "coupon": "match_play", "player": "pat", "dealer": "dana",
    "second": "vic", "way": "transfer", "after": {"seed": 1_000_000, "rate": 250_000}, "shown": {"main": "10000.00"},
}  # fmt: skip


def example(kind: Kind) -> dict[str, Any]:
    """An act of a kind that can be read, whether or not it may be done."""
    return {"act": kind.name} | {field.outside: _value(field) for field in kind.fields if not field.optional}


def _value(field: Field) -> Any:
    if field.outside in NAMED and (field.outside, field.hint) != ("dealer", tuple[Card, ...]):
        return NAMED[field.outside]
    if field.amount:
        return "10.00"
    if get_origin(field.hint) is Literal:
        return get_args(field.hint)[0]
    if field.hint is int or field.hint is bool:
        return field.hint(1)
    if field.hint is Card or Card in get_args(field.hint):
        return ["As"] if get_origin(field.hint) is tuple else "As"
    return {} if get_origin(field.hint) is dict else "a word"


def examples() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every kind of act: where it is sent, its name, and an example; an act of any table at both games."""
    for kind in kinds().values():
        slugs = {"caribbean-stud": ("stud-1",), "bonus-six": ("six",)}.get(kind.game, ("stud-1", "six"))
        for slug in slugs if kind.at_table else ("",):
            yield slug, kind.name, example(kind)


def acts_path(slug: str) -> str:
    return f"/api/tables/{slug}/acts" if slug else "/api/acts"


def stream_of(here: Casino, slug: str, act: dict[str, Any]) -> str:
    """The stream of the journal that an act is meant for."""
    if slug:
        return f"{'shuffle' if act['act'] == 'Contribute' else 'table'}/{here.site.named[slug]}"
    if act["act"] in ("SignSlip", "VoidSlip"):
        return "slips"
    return f"jackpot/{act['jackpot']}" if "jackpot" in act else "cage"


HEADERS = {"Origin": BASE, "Sec-Fetch-Site": "same-origin"}
