"""An edition to write one's own from: every rule with what it means, its values, and whether it may be silent.

The rules that can have one value only stand there; those that a text may be silent on are silent; for the others the
values of an edition that comes with Upcard are put in and listed as undecided, until somebody decides them.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib.resources import files
from textwrap import wrap
from typing import Any

import msgspec

from upcard.errors import LawError
from upcard.law.clause import DUTIES
from upcard.law.edition import default, edition, edition_ids, source
from upcard.law.registry import load, parts
from upcard.law.value import allowed, describe, fields_of, may_be_silent, spoken

WIDTH = 116
RANKING = ("hand_ranks",)
"""Lists that the games know one order of."""
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

HEAD = """\
# {title}. Summaries are our own; the official text decides.
#
# Each rule stands once: in a clause (or in a reading of ours, where the text leaves something open), or under `silent`.
# `sets`: what the law fixes. `permits`: what the licensee must choose, and within which bounds.
# `leaves`: what the law leaves to a person, whose decision is recorded.
# The duty of a clause is {duties}.
# `upcard law check FILE` names every fault at once; docs/editions.md shows the way.
"""


def check_id(id: str) -> None:
    """Refuses an id that nobody could type, or that exists."""
    if not _ID.fullmatch(id) or len(id) > 40:
        raise LawError(f"{id!r} is no id of an edition: small letters, digits and hyphens, a letter first")
    if id in edition_ids():
        raise LawError(f"the edition {id!r} exists already: take another id")


@cache
def meanings(game: str) -> Mapping[str, Mapping[str, str]]:
    """What each rule of a game means, by the parts of the law; nothing where its package says nothing."""
    file = files(parts(game).package).joinpath("meanings", f"{game}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def meaning(game: str, rule: str) -> str:
    return next((part[rule] for part in meanings(game).values() if rule in part), "")


def toml(value: Any) -> str:
    """A value as a text has it.

    >>> toml({"a": [1, True], "b c": "x"})
    '{ a = [1, true], "b c" = "x" }'
    """
    match value:
        case Mapping():
            pairs = (f"{_key(key)} = {toml(one)}" for key, one in value.items() if one is not None)
            return "{ " + ", ".join(pairs) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def told(game: str, rule: str, indent: str = "") -> Iterator[str]:
    """A rule in comments: what it means, which values it may have, and whether a text may be silent on it."""
    kind = fields_of(load(parts(game).law))[rule]
    silence = " A text may be silent on it." if may_be_silent(kind) else ""
    words = describe(kind)
    text = f"{meaning(game, rule)} Its value: {words}.{silence}".strip()
    yield from (f"{indent}# {line}" for line in wrap(text, WIDTH - len(indent), break_on_hyphens=False))


# ---- the text of another edition, with the new id ------------------------------------------------------------------


_GIVES = re.compile(r"\[(?:clause|reading)\.(?:sets|permits|leaves)(?:\.([a-z_]+))?[\].]")
_SILENT = re.compile(r"^silent = \[[^\]]*\]$", re.MULTILINE)
_RULE = re.compile(r"([a-z_]+) = ")


def copied(id: str, like: str) -> str:
    """That edition whole under the new id, each rule with its comment; its dates are left to be written."""
    found = edition(like)
    game, rules = found.game, fields_of(load(parts(found.game).law))
    listed: list[str] = []
    within, said = False, set[str]()
    text = _SILENT.sub("\n".join(silence(game, found.silent)).replace("\\", r"\\"), source(like), count=1)
    for line in text.splitlines():
        header = _GIVES.match(line)
        if line.startswith("["):
            within = header is not None and header[1] is None
        given = _RULE.match(line) if within and header is None else None
        rule = header[1] if header else given[1] if given else None
        if rule in rules and rule not in said:
            said.add(str(rule))
            listed += told(game, str(rule))
        dated = line.startswith(("effective = ", "ended = "))
        listed.append(f"# {line} is that of {like}" if dated else _renamed(line, id, like))
    return "\n".join(listed) + "\n"


def _renamed(line: str, id: str, like: str) -> str:
    before = f'id = "{like}'
    return f'id = "{id}{line.removeprefix(before)}' if line.startswith(before) else line


# ---- a new one -----------------------------------------------------------------------------------------------------


def blank(id: str, game: str) -> str:
    """An edition with a clause for each part of the law, to be parted, numbered and summed up as the text has it."""
    kind = load(parts(game).law)
    kinds, model, needed = fields_of(kind), edition(default_of(game)), getattr(kind, "NEEDED", ())
    silent = [rule for rule in kinds if may_be_silent(kinds[rule]) and rule not in needed]
    values = {rule: _value(kinds[rule], model, rule) for rule in kinds if rule not in silent}
    undecided = [rule for rule in values if not _forced(kinds[rule]) and rule not in RANKING]
    lines = [
        *_head(id, game),
        "",
        "# Rules on which the text says nothing. Whoever takes one out gives it in a clause.",
        *silence(game, silent),
        "",
        f"# Rules whose values are those of {model.id}: decide each, and take it off this list.",
        "undecided = [",
        *(f'  "{rule}",' for rule in undecided),
        "]",
    ]
    for number, (part, rules) in enumerate(_parts(game).items(), 1):
        given = [rule for rule in rules if rule in values]
        if given:
            lines += ["", "[[clause]]", f'id = "{id}({number})"', 'duty = "enforce"', f'summary = "{part}."']
            lines.append("[clause.sets]")
        for rule in given:
            lines += [*told(game, rule), f"{rule} = {toml(values[rule])}"]
    return "\n".join(lines) + "\n"


def _head(id: str, game: str) -> list[str]:
    title = f"{parts(game).name}, {id}"
    text = HEAD.format(title=title, duties=", ".join(f"{duty} ({what})" for duty, what in DUTIES.items()))
    return [
        *(part for line in text.splitlines() for part in (wrap(line, WIDTH + 2, subsequent_indent="# ") or [""])),
        "",
        f'id = "{id}"',
        f'game = "{game}"',
        f"title = {toml(title)}",
        'citation = "The rule by its number"',
        f'jurisdiction = "The state of {id}"',
        "# From when to when it is in force; without dates it holds wherever it is elected.",
        "# effective = 2027-01-01",
    ]


def _parts(game: str) -> dict[str, list[str]]:
    """The rules of a game by the parts of its law."""
    found: dict[str, list[str]] = {}
    for rule in fields_of(load(parts(game).law)):
        part = next((name for name, rules in meanings(game).items() if rule in rules), "Rules")
        found.setdefault(part, []).append(rule)
    return found


def silence(game: str, silent: Collection[str]) -> Iterator[str]:
    """The list of rules on which a text is silent, each with its comment."""
    yield "silent = ["
    for part, rules in _parts(game).items():
        here = [rule for rule in rules if rule in silent]
        yield from (f"  # ---- {part}" for _ in here[:1])
        for rule in here:
            yield from told(game, rule, "  ")
            yield f'  "{rule}",'
    yield "]"


def default_of(game: str) -> str:
    """An edition of the game that comes with it."""
    try:
        return default(game)
    except KeyError:
        return next(id for id in edition_ids() if edition(id).game == game)


def _forced(kind: Any) -> bool:
    """Whether the games know one value only."""
    values = allowed(kind)
    return values is not None and len(values) == 1 and not _is_list(kind)


def _is_list(kind: Any) -> bool:
    return getattr(spoken(kind), "__origin__", None) is tuple


def _value(kind: Any, model: Any, rule: str) -> Any:
    if _forced(kind):
        return (allowed(kind) or ())[0]
    return msgspec.to_builtins(getattr(model.law, rule))
