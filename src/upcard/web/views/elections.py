"""The elections of a house as a form: what each table may elect, one of them written into its file, and what changes.

What may be elected is what the reader of a house asks for. A field is written into the text where it stands, so that
comments and order stay; where the text would then say anything else, it is left to be edited by hand.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from typing import Annotated, Any, TypedDict

from upcard.document import doc, one_of
from upcard.errors import HouseError, Refused
from upcard.exact.advice import warnings
from upcard.law.document import plain
from upcard.rules.election import Offered, hearing
from upcard.rules.house import House, Jackpot, check_approvals, read_house
from upcard.rules.summary import HouseChecked, WrongField, house_document
from upcard.rules.table import TableRules, read_table
from upcard.units import typed_amount
from upcard.web.views.labels import Why, why


class ElectionField(TypedDict):
    """Something that a table may elect."""

    field: Annotated[str, doc("The election.")]
    label: Annotated[str, doc("The election in words.")]
    kind: Annotated[str, one_of("choice", "flag", "amount", "list", "other"), doc("How it is written.")]
    of: Annotated[list[str], doc("What may be chosen, or is suggested.")]
    value: Annotated[str, doc("What is elected, or empty.")]
    standard: Annotated[str, doc("What holds where nothing is elected, where that is one value.")]
    fault: Annotated[str, doc("What is wrong with it, or empty.")]
    why: Annotated[Why | None, doc("The rule that leaves the choice.")]


class ElectionTable(TypedDict):
    """A table with all that it may elect."""

    name: Annotated[str, doc("Its name.")]
    fields: Annotated[list[ElectionField], doc("What it may elect, in the order in which it is read.")]


class Change(TypedDict):
    """What would be otherwise than in the house that is running."""

    of: Annotated[str, doc("The table or the jackpot.")]
    what: Annotated[str, doc("What of it, in words.")]
    was: Annotated[str, doc("How it is run now, or empty.")]
    will_be: Annotated[str, doc("How it would be run, or empty.")]


class Elections(TypedDict):
    """A house file with what may be elected in it, and how it stands before the law."""

    toml: Annotated[str, doc("The house as TOML.")]
    tables: Annotated[list[ElectionTable], doc("Its tables, as far as they can be read.")]
    checked: Annotated[HouseChecked, doc("What `upcard house check` says of it.")]
    changes: Annotated[list[Change], doc("What would change, where it is in order.")]


def elections(text: str, running: House) -> Elections:
    """A house file as a form."""
    found: dict[str, Any] = {}
    with suppress(ValueError, RecursionError):
        found = tomllib.loads(text)
    listed = found.get("table", [])
    known = _jackpots(text, running)
    tables = (
        [_table(one, known, running) for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    )
    was = checked(text, running)
    if not was["ok"]:
        for one in tables:
            _point_out(one, was["error"])
    changes = list(_changes(was, house_document(running, ()))) if was["ok"] else []
    return {"toml": text, "tables": tables, "checked": was, "changes": changes}


def _point_out(table: ElectionTable, error: WrongField) -> None:
    """Says at the field of a table what is wrong with it."""
    for one in table["fields"]:
        if error["field"] == f"table {table['name']!r}.{one['field']}":
            one["fault"] = error["message"]


def checked(text: str, running: House) -> dict[str, Any]:
    """A house as TOML against the law: summed up with its warnings, or the first field that is not in order."""
    try:
        found = read_house(text)
        check_approvals(found)
    except HouseError as error:
        return {"ok": False, "error": {"field": error.field, "message": error.because, "clause": error.clause}}
    return {**house_document(found, warnings(found)), "same": found == running}


def _jackpots(text: str, running: House) -> Mapping[str, Jackpot]:
    """The jackpots that a table may play for: those of the text, or while it is not in order of the running house."""
    with suppress(HouseError):
        return read_house(text).jackpots
    return running.jackpots


def _table(values: Mapping[str, Any], jackpots: Mapping[str, Jackpot], running: House) -> ElectionTable:
    """What the reader of the table asks for; where it stops at a fault it reads again without that election."""
    with hearing() as offered:
        read = _read(dict(values), jackpots, offered)
    rules = next((t.rules for t in (read, *running.tables) if t and t.edition.id == values.get("edition")), None)
    fields = {name: one for name, one in offered.items() if one.kind != "decided"}
    rest = {name: Offered("other") for name in values if name not in offered and name not in ("name", "edition")}
    return {
        "name": str(values.get("name", "")),
        "fields": [
            {
                "field": name,
                "label": LABELS.get(name) or name.replace("_", " ").capitalize(),
                "kind": _kind(one, values.get(name)),
                "of": list(one.of),
                "value": _shown(values.get(name), one),
                "standard": one.standard,
                "fault": "",
                "why": why(rules, one.rule) if rules is not None else None,
            }
            for name, one in {**fields, **rest}.items()
        ],
    }


def _read(
    values: dict[str, Any],
    jackpots: Mapping[str, Jackpot],
    offered: Mapping[str, Offered],
    tried: frozenset[str] = frozenset(),
) -> TableRules | None:
    """The table as far as it can be read: a faulty choice gives way to another one, and then to none."""
    try:
        return read_table(values, jackpots)
    except HouseError as error:
        fault = error.field.rpartition(".")[2]
    if fault not in values:
        return None
    others = [each for each in offered[fault].of if each != values[fault]] if fault in offered else []
    if others and fault not in tried:
        return _read(values | {fault: others[0]}, jackpots, offered, tried | {fault})
    del values[fault]
    return _read(values, jackpots, offered, tried)


LABELS = {
    "mode": "Cards", "designated": "Set aside for this game", "devices": "Devices at the table",
    "signs": "Signs at the table", "shuffle": "Shuffled by", "deck": "Decks by number", "backs": "Card backs",
    "dealing": "How cards are dealt", "progressive_wager": "Progressive wager, if not as listed",
    "minimum": "Smallest ante", "maximum": "Largest ante", "tip_maximum": "Largest tip", "limit": "Table limit",
    "limit_applies_to": "What the limit is for", "same_round_jackpots": "Two jackpots in one round",
    "awards_from": "Fixed awards come from", "misdeal_envy": "Envy after a misdeal goes by",
    "liability_limit": "Most the tray may lose in a round", "shoe_side": "Side of the shoe",
    "bonus": "Bonus pay table", "bonus_maximum": "Largest bonus wager", "five_card_maximum": "Largest five card wager",
    "cover_all": "Cover all is offered", "cover_all_maximum": "Largest cover all wager",
    "cover_all_after_fold": "Cover all after a fold", "cover_all_counts": "Cover all counts",
    "exposed_hole_card": "When a hole card is exposed", "further_tips": "Tips with later bets",
}  # fmt: skip
"""Elections whose names say too little by themselves."""


def _kind(one: Offered, value: Any) -> str:
    """How a field is written; one that stands there otherwise than it usually does is written as TOML."""
    match one.kind:
        case "list":
            named = [value] if isinstance(value, str) else value
            usual = isinstance(named, list) and all(isinstance(each, str) and "," not in each for each in named)
        case "flag":
            usual = isinstance(value, bool)
        case _:
            usual = isinstance(value, str)
    return one.kind if value is None or usual else "other"


def _shown(value: Any, one: Offered) -> str:
    if value is None:
        return ""
    kind = _kind(one, value)
    if kind == "list":
        return str(value) if isinstance(value, str) else ", ".join(value)
    return str(value) if isinstance(value, str) and kind != "other" else _literal(value)


def _literal(value: Any) -> str:
    """A value as TOML has it on one line.

    >>> _literal(["coin sensor"]), _literal({"counts": True}), _literal(7)
    ('["coin sensor"]', '{ counts = true }', '7')
    """
    match value:
        case list():
            return f"[{', '.join(map(_literal, value))}]"
        case dict():
            return f"{{ {', '.join(f'{name} = {_literal(one)}' for name, one in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


def _changes(now: Mapping[str, Any], before: Mapping[str, Any]) -> Iterator[Change]:
    """What of each table and jackpot differs; a table that comes or goes is one change."""
    for part in ("tables", "jackpots"):
        was, will = ({one["name"]: one for one in side[part]} for side in (before, now))
        for name in dict.fromkeys((*was, *will)):
            if name not in was or name not in will:
                was_there, will_be = ("there" if name in side else "" for side in (was, will))
                yield {"of": name, "what": part.removesuffix("s"), "was": was_there, "will_be": will_be}
                continue
            old, new = (dict(_flat(side[name])) for side in (was, will))
            for what in dict.fromkeys((*old, *new)):
                if old.get(what, "") != new.get(what, ""):
                    yield {"of": name, "what": what, "was": old.get(what, ""), "will_be": new.get(what, "")}


def _flat(value: Mapping[str, Any], of: str = "") -> Iterator[tuple[str, str]]:
    """Each value in words, by its name in words."""
    for name, one in value.items():
        said = of if name == "elections" else f"{of} {name.replace('_', ' ')}".strip()
        if isinstance(one, Mapping):
            yield from _flat(one, said)
        elif one is not None and name not in DERIVED:
            yield said, plain(one)


DERIVED = ("readings", "payback", "long_run_return", "long_run_bound", "fixed_awards_from_meter")
"""What follows from elections that are listed by themselves."""


# ---- one election, written into the text -------------------------------------------------------------------------


BY_HAND = "it cannot be written here: edit it in the text"


def elected(text: str, number: int, field: str, value: str, running: House) -> str:
    """The text with one election of a table, by its number, set or with an empty value taken out."""
    try:
        house = tomllib.loads(text)
        values = house["table"][number]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise Refused(None, "the text cannot be read as a house: mend it first") from error
    offered = next(
        (one for one in _table(values, _jackpots(text, running), running)["fields"] if one["field"] == field), None
    )
    if offered is None:
        raise Refused(None, f"{field}: the table has no such election")
    literal = _typed(value.strip(), offered)
    wanted = deepcopy(house)
    try:
        if literal:
            wanted["table"][number][field] = tomllib.loads(f"x = {literal}\n")["x"]
        else:
            wanted["table"][number].pop(field, None)
    except (ValueError, LookupError) as error:
        written_as = 'a number as 7, a text as "singly", a list as ["one", "two"]'
        raise Refused(None, f"{value[:40]!r} cannot be read: write {written_as}") from error
    written = _written(text.split("\n"), number, field, literal)
    try:
        right = tomllib.loads(written) == wanted
    except ValueError:
        right = False
    if not right:
        raise Refused(None, f"{field}: {BY_HAND}")
    return written


def _typed(text: str, one: ElectionField) -> str:
    """What was typed as TOML: names parted by commas are a list, one name where others are suggested stands alone."""
    if not text or one["kind"] in ("flag", "other") or (one["kind"] == "list" and text[0] in '["'):
        return text
    if one["kind"] != "list":
        return json.dumps(typed_amount(text) if one["kind"] == "amount" else text, ensure_ascii=False)
    names = [name for each in text.split(",") if (name := each.strip())]
    return json.dumps(names[0] if one["of"] and len(names) == 1 else names, ensure_ascii=False)


def _written(lines: list[str], number: int, field: str, literal: str) -> str:
    """The line of a field changed, added behind the last one of its table, or taken out; its comment stays."""
    heads = [at for at, line in enumerate(lines) if re.match(r"\s*\[\[\s*table\s*\]\]", line)]
    if number >= len(heads):
        raise Refused(None, BY_HAND)
    first = heads[number] + 1
    end = next((at for at in range(first, len(lines)) if lines[at].lstrip().startswith("[")), len(lines))
    for at in range(first, end):
        if found := re.match(rf"(\s*{re.escape(field)}\s*=\s*)", lines[at]):
            if literal:
                lines[at] = _in_place(lines[at], found[1], literal)
            else:
                del lines[at]
            return "\n".join(lines)
    last = max((at for at in range(first, end) if lines[at].split("#")[0].strip()), default=first - 1)
    if literal:
        lines.insert(last + 1, f"{field} = {literal}")
    return "\n".join(lines)


def _in_place(line: str, start: str, literal: str) -> str:
    """A line with another value; the comment behind it stays in its column where there is room."""
    for at in (mark.start() for mark in re.finditer("#", line)):
        with suppress(ValueError):
            tomllib.loads(line[:at])
            return f"{start}{literal}".ljust(at - 1) + " " + line[at:]
    return start + literal
