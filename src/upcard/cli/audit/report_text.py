"""A document in a terminal of any width: nothing that it says may be lost.

A table that does not fit is turned on its side, with as many of its rows across as there is room for, down to one: then
each row is a block of names and values.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple, assert_never

from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as Made
from rich.text import Text

from upcard.audit.round_record import Meters, Story
from upcard.cards import Card
from upcard.cli.options import HAND, RESULTS, VERDICTS, chips, row, signed, so_far
from upcard.cli.output import table
from upcard.games.game import GameRound as Round
from upcard.games.game import core_of_round
from upcard.games.option import Scene, SeatScene, hand_name
from upcard.games.payment import Payment, net
from upcard.present.payment import STATES, WAGERS, meter_label, money, wager_name
from upcard.reports.blocks import RIGHT, Facts, Paper, Picture, Prose, Section, Signatures, Table, show
from upcard.tables.state import DEALER
from upcard.units import show_dollars

ACROSS = 4
"""How many rows at most stand side by side where a table is turned on its side."""
LONGEST_WORD = 14
"""So many letters of a text are not broken within a word; a figure never is."""

GAP = 3
"""Between two columns; one less at the edges together."""


def print_paper(paper: Paper, out: Console) -> None:
    out.print(f"{paper.title}{', ' * bool(paper.house)}{paper.house}", style="bold")
    for section in paper.sections:
        out.print()
        _print_title(out, section)
        for block in section.blocks:
            match block:
                case Prose():
                    out.print(block.text, style="bold" if block.strong else None)
                case Facts():
                    _print_pairs(out, block.caption, [(fact.name, show(fact.value, fact.kind)) for fact in block.facts])
                case Table():
                    _print_table(out, block)
                case Signatures():
                    _print_signatures(out, block)
                case Picture():
                    out.print(f"{block.caption}. {block.words}")
                case _:
                    assert_never(block)
    out.print()
    out.print(paper.source, soft_wrap=True)


def _print_title(out: Console, section: Section) -> None:
    """In a rule, or above one where it is too long to stand in it."""
    title = f"{section.title}{' ' * bool(section.mark)}{section.mark}"
    if len(title) + LONGEST_WORD <= out.width:
        out.rule(title, align="left", characters="─")
    else:
        out.print(title)
        out.rule(characters="─")


def _print_signatures(out: Console, block: Signatures) -> None:
    signed = [(line.role, line.by or "______________", show(line.at, "time")) for line in block.lines]
    made = table("Role", "Signed by", "At", title="Signatures")
    for line in signed:
        made.add_row(*line)
    if _fits(out, made, signed):
        out.print(made)
    else:
        _print_pairs(out, "Signatures", [(role, f"{by}, {at}") for role, by, at in signed])


def _print_table(out: Console, block: Table) -> None:
    rows = [*block.rows, *([block.total] if block.total else [])]
    cells = [[show(value, column.kind) for value, column in zip(line, block.columns, strict=True)] for line in rows]
    names = [column.name for column in block.columns]
    made = table(*names, title=block.caption)
    for line in cells:
        made.add_row(*line)
    if _fits(out, made, cells, [at for at, column in enumerate(block.columns) if column.kind in RIGHT]):
        out.print(made)
        return
    start = 0
    while start < len(cells):
        caption = block.caption if not start else ""
        start += _print_turned(out, caption, names, cells[start : start + ACROSS])


def _print_turned(out: Console, caption: str, names: list[str], cells: list[list[str]]) -> int:
    """Rows side by side under the first cell of each, as many as fit; says how many those were."""
    for many in range(len(cells), 0, -1):
        across = cells[:many]
        lines = [[name, *(row[at] for row in across)] for at, name in enumerate(names)]
        made = table(*lines[0], title=caption or None)
        for line in lines[1:]:
            made.add_row(*line)
        if _fits(out, made, lines, range(1, many + 1)):
            out.print(made)
            return many
    _print_pairs(out, caption, list(zip(names, cells[0], strict=True)))
    return 1


def _print_pairs(out: Console, caption: str, pairs: list[tuple[str, str]]) -> None:
    """Names beside their values, or before them where there is no room for two columns."""
    made = table("", "", title=caption or None)
    made.show_header = False
    for pair in pairs:
        made.add_row(*pair)
    if _fits(out, made, pairs):
        out.print(made)
        return
    if caption:
        out.print(caption, style="bold")
    for name, value in pairs:
        out.print(f"{name}: {value}")
    out.print()


def _fits(out: Console, made: Made, rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> bool:
    """Gives each column its width, if there is room for the longest word of each and the longest figure.

    The widths are set here, since a table that is left to find them cuts off what goes beyond the edge.
    """
    least, most = [], []
    for at, column in enumerate(made.columns):
        texts = [str(column.header), *(row[at] for row in rows)] if made.show_header else [row[at] for row in rows]
        word = max((cell_len(word) for text in texts for word in text.split()), default=1)
        figure = max((cell_len(text) for text in texts if at in right and text[-1:].isdigit()), default=1)
        least.append(max(min(word, LONGEST_WORD), figure))
        most.append(max(least[-1], *map(cell_len, texts)))
        column.justify = "right" if at in right else "left"
    left = out.width + 1 - GAP * len(least) - sum(least)
    if left < 0:
        return False
    wanted = sum(most) - sum(least)
    for column, low, high in zip(made.columns, least, most, strict=True):
        column.width = low + (high - low) * min(left, wanted) // max(wanted, 1)
    return True


# ---- table text --------------------------------------------------------------------------------------------
# The felt as it looked after a step of a round, what came of it as a table, and how wide everything is.
#
# A card that lay face down is drawn face down. Once the round is over all hands are drawn open, as for surveillance.


LEAST, MOST = 80, 120
"""A narrower terminal is written past its edge; a wider one is not used up, since nobody reads such lines."""

ROOMY = 100
"""From so many columns on there is no need to save any."""

TIME = 13
CARDS = 16
TITLES = ("Dealer", "Community card")

WAGER, RESULT, CLAUSE = 15, 12, 12
"""The widest that these columns are where columns are few; a longer text goes on below."""

RACKED = "racked"
LAMPS = ("placed", "accepted")


class Layout(NamedTuple):
    """Columns, each with the space behind it."""

    width: int
    entry: int
    who: int
    indent: int
    """Of the felt."""
    name: int

    @property
    def said(self) -> int:
        """What is left for a sentence."""
        return self.width - self.entry - TIME - self.who

    @property
    def felt(self) -> int:
        """What is left inside the frame of the felt."""
        return self.width - self.indent - 2

    @property
    def told(self) -> int:
        """What is left there beside a hand."""
        return self.felt - self.name - CARDS

    @property
    def narrow(self) -> bool:
        return self.width < ROOMY


def layout(story: Story, width: int) -> Layout:
    """The widths for a round on a terminal of so many columns."""
    width = min(max(width, LEAST), MOST)
    narrow = width < ROOMY
    digits = len(str(story.steps[-1].entry.seq))
    persons = {step.entry.by for step in story.steps}
    names = {name_of(story, seat) for seat in story.players}
    return Layout(
        width,
        max(digits, 4 if narrow else 6) + 2,
        _column(persons, 15 if narrow else 31) + 2,
        2 if narrow else 8,
        _column({*names, *TITLES}, 14 if narrow else 24) + (1 if narrow else 2),
    )


def name_of(story: Story, seat: int) -> str:
    """The seat with the player in it."""
    player = story.players.get(seat, "")
    return f"{seat} {player}" if player else f"Seat {seat}"


def _column(texts: set[str], room: int) -> int:
    """As wide as the longest text, but no wider than the room for it, unless a single word is."""
    word = max((len(word) for text in texts for word in text.split()), default=0)
    return max(min(max(map(len, texts), default=0), room), min(word, 30))


def wrapped(text: str, width: int, indent: str = "", more: str = "") -> list[str]:
    """The text in lines; a word is broken only where it is longer than a line."""
    return wrap(text, width, initial_indent=indent, subsequent_indent=indent + more, break_on_hyphens=False)


# ---- the felt ------------------------------------------------------------------------------------------------------


def picture(story: Story, round: Round, meters: Meters, layout: Layout, racked: tuple[int, ...] = ()) -> list[Text]:
    """The felt in a frame of its own; `racked` are the seats whose cards are off it, 0 for the dealer's."""
    scene: Scene = core_of_round(round).scene(story.rules, round, "surveillance")
    hands = [_house(scene, racked), *(_seat(story, round, scene, number, racked) for number in sorted(round.seats))]
    inside = [*_meters(meters, layout), *(line for hand in hands for line in _lines(hand, layout))]
    indent, edge = " " * layout.indent, "─" * layout.felt
    return [
        Text(f"{indent}╭{edge}", "dim"),
        *(Text(f"{indent}│ ", "dim") + line for line in inside),
        Text(f"{indent}╰{edge}", "dim"),
    ]


def _meters(meters: Meters, layout: Layout) -> list[Text]:
    shown = (f"{meter_label(level)} {show_dollars(m.displayed)}" for level, m in meters.items())
    # A meter's name and its amount stay together.
    joined = "   ".join(each.replace(" ", "\N{NO-BREAK SPACE}") for each in shown)
    return [Text(line.replace("\N{NO-BREAK SPACE}", " ")) for line in wrapped(joined, layout.felt)]


class _Hand(NamedTuple):
    """Whose cards, the cards, and what is to be said of them and of what lies there."""

    name: str
    cards: tuple[Card | None, ...]
    places: int
    says: str
    wagers: str = ""


def _lines(hand: _Hand, layout: Layout) -> list[Text]:
    """A hand in its columns; a long name and many wagers go on below."""
    told = wrapped("; ".join(part for part in (hand.says, hand.wagers) if part), layout.told)
    columns = (wrapped(hand.name, layout.name - 1), [chips(hand.cards, hand.places)], told)
    return [
        row((name, layout.name), (cards, CARDS), (text, layout.told))
        for name, cards, text in zip_longest(*columns, fillvalue="")
    ]


def _house(scene: Scene, racked: tuple[int, ...]) -> _Hand:
    """What lies before the dealer: the dealer's own cards, or the one that all hands share."""
    if scene.community is not None:
        return _Hand("Community card", scene.community, 1, "")
    plays = VERDICTS[scene.qualifies]
    named = f"{hand_name(scene.dealer)}{plays}" if plays else scene.note
    says = ", ".join(filter(None, (named, RACKED if DEALER in racked else "")))
    return _Hand("Dealer", () if DEALER in racked else scene.dealer, HAND, says)


def _seat(story: Story, round: Round, scene: Scene, number: int, racked: tuple[int, ...]) -> _Hand:
    place, away = scene.seats[number], number in racked
    decided = "" if place.state == "deciding" else STATES[place.state]
    over = round.phase in ("settled", "complete")
    gain = signed(net(round.payments, number)) if over else ""
    parts = (_named(place, scene.community or ()), decided, RACKED if away else "", gain)
    settled = {payment.wager for payment in round.payments if payment.seat == number}
    lamp = f" ({place.lamp})" if place.lamp in LAMPS else ""
    there = [
        f"{WAGERS[wager].lower()} {money(cents)}" + (lamp if wager.startswith("progressive") else "")
        for wager, cents in place.wagers
        if wager.removesuffix("_coupon") not in settled
    ]
    cards = () if away else place.cards
    return _Hand(name_of(story, number), cards, HAND, ", ".join(filter(None, parts)), " · ".join(there))


def _named(place: SeatScene, community: tuple[Card | None, ...]) -> str:
    """The hand by its name, also before all of its cards are there."""
    seen = [card for card in (*place.cards, *community) if card is not None]
    short = len(seen) < HAND and any(card is not None for card in place.cards)
    return so_far(seen) if short else place.hand or ""


# ---- the settlement ------------------------------------------------------------------------------------------------


def settlement(story: Story, round: Round, width: int) -> Made:
    """The payments in the order of `upcard settle`, with a column for everything where there is room for it."""
    title = "The settlement" if story.over else "Paid so far"
    found = _wide(story, round, title)
    return found if fits(found, width) else _narrow(story, round, title)


def fits(found: Made, width: int) -> bool:
    """Whether every text of a table has room in its line."""
    endless = Console(width=1000)
    return Measurement.get(endless, endless.options, found).maximum <= width


def _wide(story: Story, round: Round, title: str) -> Made:
    rows = (
        (str(p.seat), wager_name(p.wager), RESULTS[p.result], _odds(p), *_amounts(p), p.source or "",
         story.rules.clause(p.rule) or "")
        for p in core_of_round(round).listed(round)
    )  # fmt: skip
    columns = ("seat", "wager", "result", "odds", ">put down", ">back", ">paid", "from", "under")
    return table(*columns, title=title, rows=rows)


def _narrow(story: Story, round: Round, title: str) -> Made:
    """Odds and source stand with the result, and a long clause in two lines."""
    found = table("seat", "wager", "result", ">down", ">back", ">paid", "under", title=title)
    found.padding = (0, 0, 0, 0)
    for place, width in ((1, WAGER), (2, RESULT), (6, CLAUSE)):
        found.columns[place].max_width = width
    for column in found.columns[3:6]:
        column.no_wrap = True
    for p in core_of_round(round).listed(round):
        how = " ".join(filter(None, (RESULTS[p.result], _odds(p), f"({p.source})" if p.source else "")))
        clause = folded(story.rules.clause(p.rule) or "")
        found.add_row(str(p.seat), wager_name(p.wager), how, *_amounts(p), clause)
    return found


def _amounts(payment: Payment) -> tuple[str, ...]:
    return tuple(show_dollars(cents) for cents in (payment.staked, payment.returned, payment.paid))


def _odds(payment: Payment) -> str:
    return (payment.odds or "").replace("_", " ")


def folded(clause: str) -> str:
    """A clause that is too long for one line goes on below with its paragraphs."""
    text, paren, rest = clause.partition("(")
    return f"{text}\n({rest}" if paren and len(clause) > CLAUSE else clause
