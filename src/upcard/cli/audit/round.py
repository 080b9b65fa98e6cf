"""`upcard audit round` and `shuffle`: one round as it was played, and the proof of the cards that it was dealt."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from upcard.audit import document, find, listing
from upcard.audit.document import differences, kept, state, told, unkeyed
from upcard.audit.round_reader import Listed, parse_id
from upcard.audit.round_record import Step, Story
from upcard.audit.shuffles.checks import judged_document
from upcard.audit.shuffles.document import proof_document
from upcard.audit.shuffles.history import trail
from upcard.cli.audit.report_text import LEAST, TIME, Layout, fits, layout, picture, settlement, wrapped
from upcard.cli.options import AsJson, Db, Whole, reading, row, says, signed
from upcard.cli.output import console, say, show_json, table
from upcard.errors import Refused
from upcard.games.payment import net, tips
from upcard.present.payment import Sentence
from upcard.store.open import DEFAULT
from upcard.store.store import Reading
from upcard.tables import events as te
from upcard.units import show_cents, show_dollars

IRREGULAR = (
    "HandVoided", "RoundVoided", "TableMisdealt", "IrregularityNoted", "HandCorrected", "DealerCorrected",
    "CommunityCorrected", "UpCardCorrected", "DealerFellShort", "DealTakenBack", "ProgressiveCorrected",
)  # fmt: skip
PAUSE = 60
"""Seconds between two entries of a round from which on they are told."""
BROKEN = 1


def round_(
    id: Annotated[str | None, Parameter(name="ID", help="TABLE:NUMBER, such as 'Stud 1:17'; none lists them.")] = None,
    /,
    *,
    db: Db = DEFAULT,
    clauses: Annotated[bool, says("Say in our words what each clause says that is cited.")] = False,
    every: Annotated[bool, says("Draw the felt after every act that changed it.")] = False,
    at: Annotated[str, Parameter(name="--table", help="List the rounds of this table only.")] = "",
    limit: Annotated[Whole, says("How many rounds to list; 20 by default.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Show a round as the table looked, from the journal alone.

    Step by step: who did what and when, the felt, every payment with its
    clause, the jackpots, and where the entries are. With --json the round in
    the form that upcard settle reads, beside the settlement that was paid.
    Without an ID the last rounds are listed.

    upcard audit round
    upcard audit round "Stud 1:17" --clauses
    """
    if limit < 1:
        raise Refused(None, f"--limit: {limit} is not more than nothing")
    with reading(db) as journal:
        if id is None:
            _list(journal, limit, at, as_json=as_json)
            return
        story = find(journal, id)
    if as_json:
        show_json(document(story))
    else:
        tell(story, clauses=clauses, every=every)


def _list(journal: Reading, limit: int, at: str, *, as_json: bool) -> None:
    found = listing(journal, limit, at)
    if as_json:
        show_json({"rounds": [_document(line) for line in found]})
        return
    if not found:
        say("No round is in the journal.")
        return
    out = console()
    out.width = max(out.width, LEAST)
    rows = _rows(found, "players' net")
    if not fits(rows, out.width):
        rows = _rows(found, "net")
        rows.padding = (0, 1, 0, 0)
    out.print(rows)


def _rows(found: Sequence[Listed], net: str) -> Table:
    rows = table("round", "time", ">seats", f">{net}", "state", "hits", "entries")
    for place in (1, 3, 4, 6):
        rows.columns[place].no_wrap = True
    for line in found:
        when = line.at[:19].replace("T", " ")
        gained, hits = "" if line.state == "in play" else show_cents(line.net), ", ".join(line.hits)
        rows.add_row(line.id, when, str(line.seats), gained, line.state, hits, f"{line.first}-{line.last}")
    return rows


def _document(line: Listed) -> dict[str, Any]:
    known = {name: getattr(line, name) for name in ("id", "table", "number", "at", "seats", "net", "state", "hits")}
    return known | {"net": show_cents(line.net), "entries": [line.first, line.last]}


def shuffle(
    id: Annotated[str, Parameter(name="ID", help="TABLE:NUMBER, such as 'Stud 1:17'.")],
    /,
    *,
    db: Db = DEFAULT,
    export: Annotated[Path | None, says("Write the proof to this file, for verify_shuffle.py.")] = None,
    as_json: AsJson = False,
) -> int:
    """Check that the cards of a round were drawn as promised.

    The system had committed itself to a secret before the bets closed, the
    order of the deck follows from it and from what players contributed, and
    the cards dealt lay on top of that deck: each with the entries that show
    it. The exit status is 1 where anything is otherwise. Shuffles of the same
    deck that were given up before, and rounds that were void, are no fault and
    are marked "!!". A round in play is refused: its secret is revealed when it
    is over.

    upcard audit shuffle "Stud 1:17"
    upcard audit shuffle "Stud 1:17" --export proof.json
    """
    table, number = parse_id(id)
    with reading(db) as journal:
        found = trail(journal, table, number)
    judged = judged_document(found)
    if export is not None:
        text = json.dumps(proof_document(found), indent=1, ensure_ascii=False)
        try:
            with export.open("x", encoding="utf-8") as file:
                file.write(f"{text}\n")
        except OSError as error:
            raise Refused(None, f"--export: {str(export)!r} cannot be written: {error.strerror}") from error
    if as_json:
        show_json(judged)
    else:
        _tell_shuffle(judged, export)
    return 0 if judged["ok"] else BROKEN


def _tell_shuffle(judged: dict[str, Any], export: Path | None) -> None:
    shuffle, before = judged["shuffle"], judged.get("given_up")
    said = f", shuffle {shuffle['number']} of the table" if shuffle else ""
    again = f" after {len(before)} GIVEN UP" if before else ""
    kept = "as promised" if judged["ok"] else "NOT AS PROMISED"
    say(f"{judged['table']}, round {judged['round']}{said}{again}: {kept}")
    for check in judged["checks"]:
        entries = ", ".join(f"{seq:,}" for seq in check["entries"])
        where = f"  (entr{'ies' if len(check['entries']) > 1 else 'y'} {entries})" if entries else ""
        mark = "BAD" if not check["ok"] else "!! " if check["what"] in ("given up", "void") else "ok "
        say(f"  {mark}  {check['text']}{where}")
    if shuffle:
        say(f"Committed: {shuffle['commitment']}")
        say(f"Secret:    {shuffle['secret']}")
        for given in shuffle["contributions"]:
            say(f"Seat {given['seat']}, {given['player']}: {given['value']}")
    if export is not None:
        say(f"The proof is in {export}.")


# ---- a whole round for people ----------------------------------------------------------------------------------------


def tell(story: Story, *, clauses: bool, every: bool) -> None:
    """Prints the round."""
    out = console()
    wide = layout(story, out.width)
    out.width = wide.width
    for line in (*_head(story, wide), Text(), *_course(story, wide, every=every), *_open(story, wide)):
        _print(out, line)
    _settlement(out, story, wide)
    for line in _place(story, wide):
        _print(out, line)
    for line in _clauses(story, wide) if clauses else ():
        _print(out, line)


def _print(out: Console, line: Text) -> None:
    line.rstrip()
    out.print(line, no_wrap=True, overflow="ignore", crop=False)


# ---- what it was played by ---------------------------------------------------------------------------------------


def _head(story: Story, wide: Layout) -> Iterator[Text]:
    opened, edition = story.pinned.opened, story.rules.edition
    yield Text(f"{story.table}, round {story.number}: {state(story)}", "bold")
    under = f"Under {edition.id}, {edition.citation}; Upcard {opened.engine}, text {opened.digest[:16]}."
    yield from _wrapped(under, wide, "")
    if not story.pinned.same_text:
        yield Text(f"THE TEXT OF {edition.id} IS ANOTHER ONE NOW: {edition.digest[:16]}.", "bold red")
    elected = ", ".join(f"{name.replace('_', ' ')} {_elected(value)}" for name, value in opened.elections.items())
    yield from _wrapped(f"Elected: {elected}." if elected else "Nothing elected.", wide, "")
    if story.eased:
        hand = story.eased.replace("_", " ")
        yield from _wrapped(f"By a granted petition {hand} or better wins the whole top meter.", wide)
    first, last = story.steps[0].entry, story.steps[-1].entry
    yield Text(f"{first.at[:10]} {_time(first.at)} to {_time(last.at)}, entries {first.seq} to {last.seq}.")


def _elected(value: object) -> str:
    return "yes" if value is True else "no" if value is False else str(value)


def _time(at: str) -> str:
    """Hours to milliseconds: what people compare with a recording.

    >>> _time("2026-11-15T14:05:06.123456Z")
    '14:05:06.123'
    """
    return at[11:23]


# ---- step by step ------------------------------------------------------------------------------------------------


def _course(story: Story, wide: Layout, *, every: bool) -> Iterator[Text]:
    drawn: list[str] = []
    before: Step | None = None
    steps = story.steps
    for place, step in enumerate(steps):
        lines = list(_step(story, step, before, wide))
        yield from _pause(before, step, wide) if lines else ()
        yield from lines
        before = step if lines else before
        round = step.after.round
        if round is None or step.after.number != story.number or not _worth_drawing(steps, place, every=every):
            continue
        felt = picture(story, round, step.meters, wide, step.after.racked)
        plain = [line.plain for line in felt]
        if plain != drawn:
            yield from felt
            drawn = plain


def _pause(before: Step | None, step: Step, wide: Layout) -> Iterator[Text]:
    """A long while in which nothing of the round was recorded."""
    if before is None:
        return
    then, now = (datetime.fromisoformat(each.entry.at) for each in (before, step))
    seconds = int((now - then).total_seconds())
    if seconds > PAUSE:
        yield Text(" " * wide.entry + f"… {lasting(seconds)} later", "dim")


def lasting(seconds: int) -> str:
    """
    >>> lasting(95), lasting(7322), lasting(200_000)
    ('1 min 35 s', '2 h 2 min', '2 days 7 h')
    """
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} day{'s' * (days > 1)} {hours} h"
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def _open(story: Story, wide: Layout) -> Iterator[Text]:
    """Every hand as it was dealt, once nothing is hidden any more."""
    round = story.round
    if story.over and round is not None and round.seats:
        yield Text()
        yield Text("All hands, open as far as the system knows them", "bold")
        yield from picture(story, round, {}, wide)


def _worth_drawing(steps: Sequence[Step], place: int, *, every: bool) -> bool:
    """When an act has ended that moved the round on, or that says something went wrong."""
    step = steps[place]
    if place + 1 < len(steps) and steps[place + 1].entry.command == step.entry.command:
        return False
    act = [s for s in steps[: place + 1] if s.entry.command == step.entry.command]
    if every:
        return True
    phases = {s.before.round.phase for s in act if s.before.round} | {s.after.round.phase for s in act if s.after.round}
    wrong = any(isinstance(s.event, te.Played) and type(s.event.event).__name__ in IRREGULAR for s in act)
    return len(phases) > 1 or wrong or isinstance(step.event, te.StepTakenBack)


def _step(story: Story, step: Step, before: Step | None, wide: Layout) -> Iterator[Text]:
    """The entry in its columns; time and person only where they change, and a long name goes on below."""
    entry = step.entry
    same = before is not None and (before.entry.at, before.entry.by) == (entry.at, entry.by)
    parts = [part for said in told(story, step) for part in _said(story, said, wide)]
    if not parts:
        return
    number = f"{entry.seq:>{wide.entry - 2}}"
    columns = ([number], [] if same else [_time(entry.at)], [] if same else wrapped(entry.by, wide.who - 2), parts)
    for seq, when, who, part in zip_longest(*columns, fillvalue=""):
        yield row((seq, wide.entry), (when, TIME), (who, wide.who), style="dim") + Text(part)


def _said(story: Story, said: Sentence, wide: Layout) -> Iterable[str]:
    clause = story.rules.clause(said.rule) if said.rule else None
    text = f"{said.text}  [{clause}]" if clause else said.text
    return wrapped(text, wide.said, ("  " if wide.narrow else "    ") * said.payment, "  ")


def _wrapped(sentence: str, wide: Layout, indent: str = "  ") -> list[Text]:
    return [Text(part) for part in wrapped(sentence, wide.width, more=indent)]


# ---- what came of it ---------------------------------------------------------------------------------------------


def _settlement(out: Console, story: Story, wide: Layout) -> None:
    round = story.round
    if round is None or not round.payments:
        return
    out.print(settlement(story, round, wide.width))
    if not story.over:
        return
    nets = ", ".join(f"seat {seat} {signed(net(round.payments, seat))}" for seat in round.clockwise)
    given = f"; tips to the dealer {show_dollars(tips(round.payments))}" if tips(round.payments) else ""
    for line in _wrapped(f"Net: {nets}{given}.", wide):
        _print(out, line)


def _place(story: Story, wide: Layout) -> Iterator[Text]:
    first, last = story.steps[0].entry, story.steps[-1].entry
    yield from _wrapped(_again(story), wide)
    yield Text()
    yield Text("In the journal", "bold")
    digits = len(str(last.seq))
    for name, seq, digest in (
        ("before", "", story.standing_on), ("first", first.seq, first.hash), ("last", last.seq, last.hash)
    ):  # fmt: skip
        yield Text(f"{name:<6} {seq:>{digits}} {digest.hex()}")
    yield Text("upcard audit verify proves the chain that these entries are part of.")


def _again(story: Story) -> str:
    """Whether the round, settled once more from its cards and wagers, pays the same."""
    round = story.written
    if not story.over:
        return "The round is in play: this is how far it has come."
    if round is None:
        return "Nobody had a wager down."
    if story.eased:
        return "It cannot be settled once more from its cards alone: its terms were eased by a petition."
    wrong = differences(story)
    if wrong:
        return f"SETTLED ONCE MORE IT PAYS OTHERWISE: {'; '.join(wrong)}."
    awarded = story.round is not None and any(payment.drawn for payment in story.round.payments)
    other = awarded and story.meters_moved
    but = " but for what came off a meter, which other tables moved meanwhile" if other else ""
    if stays := kept(story):
        seats = ", ".join(dict.fromkeys(str(line.seat) for line in stays))
        but = f" but for what was paid off a meter and stays with seat {seats}, which is for the cage and the regulator"
    hidden = unkeyed(round)
    seats = f" The hand{'s' * (len(hidden) > 1)} of seat {', '.join(hidden)} nobody keyed." if hidden else ""
    return f"Settled once more from its cards and wagers, it pays the same{but}.{seats}"


def _clauses(story: Story, wide: Layout) -> Iterator[Text]:
    """The clauses that were cited, in our words, with our readings."""
    edition = story.rules.edition
    rules = dict.fromkeys(said.rule for step in story.steps for said in told(story, step) if said.rule)
    citations = [edition.citations[rule] for rule in rules if rule in edition.citations]
    yield Text()
    yield Text("The clauses, in our words; the official text decides", "bold")
    seen: set[str] = set()
    for citation in citations:
        if citation.clause not in seen:
            yield from _wrapped(f"{citation.clause}  {edition.clause(citation.clause).summary}", wide)
        for each in edition.readings:
            if each.name == citation.reading and each.name not in seen:
                yield from _wrapped(f"  Our reading, {each.name}: {each.summary}", wide, "    ")
        seen |= {citation.clause, citation.reading or ""}
