"""A whole round for people: what was done and by whom, the felt between, the settlement, and where it all stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from upcard.cli.audit.picture import WIDTH, picture
from upcard.cli.output import console, table
from upcard.cli.play.felt import row
from upcard.cli.play.words import RESULTS, signed
from upcard.floor.audit.again import differences, unkeyed
from upcard.floor.audit.document import state
from upcard.floor.audit.story import Step, Story
from upcard.floor.audit.words import Said, told
from upcard.floor.audit.words.payment import wager_name
from upcard.floor.audit.written import in_order, written_round
from upcard.games.payment import net, tips
from upcard.tables import events as te
from upcard.units import show_dollars

ENTRY, TIME, WHO = 8, 13, 28
IRREGULAR = ("HandVoided", "RoundVoided", "TableMisdealt", "IrregularityNoted")


def tell(story: Story, *, law: bool, every: bool) -> None:
    """Prints the round."""
    out = console()
    for line in (*_head(story), Text(), *_course(story, every=every), *_open(story)):
        _print(out, line)
    _settlement(out, story)
    for line in _place(story):
        _print(out, line)
    for line in _clauses(story) if law else ():
        _print(out, line)


def _print(out: Console, line: Text) -> None:
    line.rstrip()
    out.print(line, no_wrap=True, overflow="ignore", crop=False)


# ---- what it was played by ---------------------------------------------------------------------------------------


def _head(story: Story) -> Iterator[Text]:
    opened, edition = story.pinned.opened, story.rules.edition
    yield Text(f"{story.table}, round {story.number}: {state(story)}", "bold")
    yield Text(f"Under {edition.id}, {edition.citation}; Upcard {opened.engine}, text {opened.digest[:16]}.")
    if not story.pinned.same_text:
        yield Text(f"THE TEXT OF {edition.id} IS ANOTHER ONE NOW: {edition.digest[:16]}.", "bold red")
    elected = ", ".join(f"{name.replace('_', ' ')} {_elected(value)}" for name, value in opened.elections.items())
    yield from _wrapped(f"Elected: {elected}." if elected else "Nothing elected.", "")
    if story.eased:
        yield Text(f"By a granted petition {story.eased.replace('_', ' ')} or better wins the whole top meter.")
    first, last = story.steps[0].entry, story.steps[-1].entry
    yield Text(f"{_day(first.at)} {_time(first.at)} to {_time(last.at)}, entries {first.seq} to {last.seq}.")


def _elected(value: object) -> str:
    return "yes" if value is True else "no" if value is False else str(value)


def _day(at: str) -> str:
    return at[:10]


def _time(at: str) -> str:
    """Hours to milliseconds: what people compare with a recording.

    >>> _time("2026-11-15T14:05:06.123456Z")
    '14:05:06.123'
    """
    return at[11:23]


# ---- step by step ------------------------------------------------------------------------------------------------


def _course(story: Story, *, every: bool) -> Iterator[Text]:
    drawn: list[str] = []
    before: Step | None = None
    steps = story.steps
    for place, step in enumerate(steps):
        lines = list(_step(story, step, before))
        yield from lines
        before = step if lines else before
        round = step.after.round
        if round is None or step.after.number != story.number or not _worth_drawing(steps, place, every=every):
            continue
        felt = picture(story, round, step.meters, step.after.racked)
        plain = [line.plain for line in felt]
        if plain != drawn:
            yield from felt
            drawn = plain


def _open(story: Story) -> Iterator[Text]:
    """Every hand as it was dealt, once nothing is hidden any more."""
    round = story.round
    if story.over and round is not None and round.seats:
        yield Text()
        yield Text("All hands, open as far as the system knows them", "bold")
        yield from picture(story, round, {})


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
    return len(phases) > 1 or wrong


def _step(story: Story, step: Step, before: Step | None) -> Iterator[Text]:
    """The entry in its columns; time and person only where they change."""
    entry = step.entry
    same = before is not None and (before.entry.at, before.entry.by) == (entry.at, entry.by)
    cells = (str(entry.seq), "" if same else _time(entry.at), "" if same else entry.by)
    for said in told(story, step):
        for part in _said(story, said):
            number, when, who = cells
            line = row((f"{number:>{ENTRY - 2}}", ENTRY), (when, TIME), (who, WHO - 1), style="dim")
            yield Text(" ").join((line, Text(part)))
            cells = ("", "", "")


def _said(story: Story, said: Said) -> Iterable[str]:
    clause = story.rules.clause(said.rule) if said.rule else None
    text = f"{said.text}  [{clause}]" if clause else said.text
    indent = "    " if said.payment else ""
    return wrap(
        text, WIDTH - ENTRY - TIME - WHO, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False
    )


def _wrapped(sentence: str, indent: str = "  ") -> list[Text]:
    return [Text(part) for part in wrap(sentence, WIDTH, subsequent_indent=indent, break_on_hyphens=False)]


# ---- what came of it ---------------------------------------------------------------------------------------------


def _settlement(out: Console, story: Story) -> None:
    round = story.round
    if round is None or not round.payments:
        return
    found = table("seat", "wager", "result", "odds", "put down", "back", "paid", "from", "under")
    found.title = "The settlement" if story.over else "Paid so far"
    for column in ("put down", "back", "paid"):
        next(c for c in found.columns if c.header == column).justify = "right"
    for p in in_order(round):
        found.add_row(
            str(p.seat), wager_name(p.wager), RESULTS[p.result], (p.odds or "").replace("_", " "),
            show_dollars(p.staked), show_dollars(p.returned), show_dollars(p.paid), p.source or "",
            story.rules.clause(p.rule) or "",
        )  # fmt: skip
    out.print(found)
    if not story.over:
        return
    nets = ", ".join(f"seat {seat} {signed(net(round.payments, seat))}" for seat in round.clockwise)
    given = f"; tips to the dealer {show_dollars(tips(round.payments))}" if tips(round.payments) else ""
    for line in _wrapped(f"Net: {nets}{given}."):
        _print(out, line)


def _place(story: Story) -> Iterator[Text]:
    first, last = story.steps[0].entry, story.steps[-1].entry
    yield from _wrapped(_again(story))
    yield Text()
    yield Text("In the journal", "bold")
    yield Text(f"before   {'':>10}  {story.standing_on.hex()}")
    yield Text(f"first    {first.seq:>10}  {first.hash.hex()}")
    yield Text(f"last     {last.seq:>10}  {last.hash.hex()}")
    yield Text("upcard audit verify proves the chain that these entries are part of.")


def _again(story: Story) -> str:
    """Whether the round, settled once more from its cards and wagers, pays the same."""
    round = written_round(story)
    if not story.over:
        return "The round is in play: this is how far it has come."
    if round is None:
        return "Nobody had a wager down."
    if story.eased:
        return "It cannot be settled once more from its cards alone: its terms were eased by a petition."
    wrong = differences(story)
    if wrong:
        return f"SETTLED ONCE MORE IT PAYS OTHERWISE: {'; '.join(wrong)}."
    but = " but for what came off a meter, which other tables moved meanwhile" if story.meters_moved else ""
    hidden = unkeyed(round)
    seats = f" The hand{'s' * (len(hidden) > 1)} of seat {', '.join(hidden)} nobody keyed." if hidden else ""
    return f"Settled once more from its cards and wagers, it pays the same{but}.{seats}"


def _clauses(story: Story) -> Iterator[Text]:
    """The clauses that were cited, in our words, with our readings."""
    edition = story.rules.edition
    rules = dict.fromkeys(said.rule for step in story.steps for said in told(story, step) if said.rule)
    citations = [edition.citations[rule] for rule in rules if rule in edition.citations]
    yield Text()
    yield Text("The clauses, in our words; the official text decides", "bold")
    seen: set[str] = set()
    for citation in citations:
        if citation.clause not in seen:
            yield from _wrapped(f"{citation.clause}  {edition.clause(citation.clause).summary}")
        for reading in edition.readings:
            if reading.name == citation.reading and reading.name not in seen:
                yield from _wrapped(f"  Our reading, {reading.name}: {reading.summary}", "    ")
        seen |= {citation.clause, citation.reading or ""}
