"""`upcard law new` and `check`: an edition of one's own, from the first line to rounds that are played under it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from upcard.cli.law.editions import AsJson
from upcard.cli.law.rehearsal import ROUNDS, rehearse
from upcard.cli.options import Whole, says
from upcard.cli.output import complain, say, show_json, steps, tell
from upcard.errors import Refused
from upcard.law.edition import EDITIONS, both_in_force, edition
from upcard.law.folders import files_in, own_folders
from upcard.law.registry import games
from upcard.law.template import blank, check_id, copied
from upcard.law.text import Edition, Fault, checked

FAULTY = 1


def new(
    id: Annotated[str, Parameter(name="ID", help="The id of the new edition: small letters, digits and hyphens.")],
    /,
    *,
    game: Annotated[str | None, says("Its game: caribbean-stud or bonus-six.")] = None,
    like: Annotated[str | None, says("Write this edition whole under the new id.")] = None,
    output: Annotated[Path | None, says("The file to write; standard output by default.")] = None,
) -> None:
    """Write a commented edition, to make one's own from.

    Every rule stands there with its meaning, its values, and whether a text
    may be silent on it. Without --like the values that a law must decide are
    those of an edition that comes with Upcard, and listed as undecided.

    upcard law new nd-2027 --game caribbean-stud --output law/nd-2027.toml
    upcard law new nd-2027 --game caribbean-stud --like sd-2015
    """
    check_id(id)
    if game is None and like is None:
        raise Refused(None, f"--game: name the game, {' or '.join(games())}")
    if game is not None and game not in games():
        raise Refused(None, f"--game: {game!r} is no game that Upcard plays; there are {', '.join(games())}")
    if like is not None and game not in (None, edition(like).game):
        raise Refused(None, f"--like: {like} is an edition of {edition(like).game}, not of {game}")
    text = copied(id, like) if like is not None else blank(id, str(game))
    if output is None:
        sys.stdout.write(text)
        return
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise Refused(None, f"--output: {output} is there already, and nothing was written") from error
    except OSError as error:
        raise Refused(None, f"--output: {output} cannot be written: {error.strerror or error}") from error
    tell(f"{output} is written. Next: upcard law check {output}")


def check(
    file: Annotated[Path, Parameter(name="FILE", help="The file of the edition.")],
    /,
    *,
    rounds: Annotated[Whole, says("How many rounds to play under it; 1000 by default, 0 for none.")] = ROUNDS,
    as_json: AsJson = False,
) -> int:
    """Check an edition of one's own: all its faults in one run.

    Each fault names the clause and the rule, the values that are allowed, and
    the name that was probably meant. An edition in which none is found is
    then played: a house is made that offers all that it lets a licensee
    offer, bots play seeded rounds there, the felt must be empty after each,
    and every round is settled once more from the journal.

    The exit status is 1 where there is a fault.

    upcard law check law/nd-2027.toml
    upcard law check law/nd-2027.toml --rounds 100 --json
    """
    if rounds < 0:
        raise Refused(None, f"--rounds: {rounds} is fewer than none")
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        because = getattr(error, "strerror", None) or "it is not UTF-8"
        raise Refused(None, f"FILE: {file} cannot be read: {because}") from error
    id, found, faults = checked(file.name, text)
    faults += _there_already(id, file)
    warnings: list[str] = []
    if found is not None and not faults:
        warnings += _warnings(found)
        with steps("Playing", rounds) as advance:
            told = rehearse(found, rounds, advance)
        faults += told.faults
        warnings += told.warnings
    if as_json:
        show_json(
            {
                "edition": id or None,
                "ok": not faults,
                "faults": [
                    {"clause": one.clause, "rule": one.rule, "message": one.message, "allowed": _plain(one.allowed)}
                    for one in faults
                ],
                "warnings": warnings,
            }
        )
    else:
        _print(file, found, faults, warnings, rounds)
    return FAULTY if faults else 0


def _plain(allowed: Any) -> Any:
    return None if allowed is None else list(allowed)


def _there_already(id: str, file: Path) -> Iterator[Fault]:
    """Another file with the id of this one."""
    if id in EDITIONS:
        yield Fault(f"the edition {id!r} comes with Upcard: give yours another id")
        return
    for folder in own_folders():
        for other in files_in(folder):
            try:
                taken = other.resolve() != file.resolve() and f'\nid = "{id}"\n' in f"\n{other.read_text('utf-8')}"
            except (OSError, UnicodeDecodeError):
                continue
            if taken:
                yield Fault(f"the edition {id!r} exists already, in {other}: give yours another id")


def _warnings(found: Edition) -> Iterator[str]:
    """What is in order, and a lawyer should look at again."""
    if count := len(found.undecided):
        listed = ", ".join(found.undecided)
        yield f"{count} rules are listed as undecided, with values that `upcard law new` wrote: {listed}"
    if found.effective and found.ended and found.ended < found.effective:
        yield f"it ends on {found.ended}, before it begins on {found.effective}"
    for id in EDITIONS:
        if found.effective is not None and (day := both_in_force(edition(id), found)):
            yield f"{id} is in force on {day} too"


def _print(file: Path, found: Edition | None, faults: list[Fault], warnings: list[str], rounds: int) -> None:
    for fault in faults:
        allowed = f" Allowed: {', '.join(map(json.dumps, fault.allowed))}." if fault.allowed else ""
        line = fault.line(str(file))
        complain(f"{line}{'' if line.endswith('?') else '.'}{allowed}")
    for warning in warnings:
        tell(f"Warning: {warning}.")
    if faults or found is None:
        complain(f"{len(faults)} fault{'s' * (len(faults) != 1)} in {file}.")
        return
    played = f" {rounds:,} rounds were played under it, and settled again alike." if rounds else ""
    say(f"{found.id} is in order: {len(found.clauses)} clauses, {len(found.citations)} rules.{played}")
