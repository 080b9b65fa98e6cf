"""Is it taken? Somebody wants to do something that the law bounds; the table takes it, or refuses it under a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from upcard.cards import below
from upcard.cards.random_hand import mixed, pick
from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.games.play_round import DOLLAR, Place
from upcard.present.payment import WAGERS, money
from upcard.rules.table import TableRules
from upcard.tables import Act, Actor, decide, due
from upcard.tables import commands as c
from upcard.tables.commands import says
from upcard.web.training.model import Exercise, Ticket, Wrong, arranged
from upcard.web.training.tables import RoundMoment, picture, walked
from upcard.web.training.topics.steps import some_round

TAKEN, REFUSED, ASKED = "It is taken", "It is refused", "It is taken if a supervisor agrees"


class Wish(NamedTuple):
    """What somebody wants to do, in words and as a command, and the rule that bounds it."""

    text: str
    role: Any
    command: c.Command
    rule: str


Wishing = Callable[[TableRules, RoundMoment, Iterator[int]], Wish | None]


def _of_player(table: Any, seat: int) -> str:
    return str(table.players.get(seat, "somebody"))


def _open(moment: RoundMoment) -> Any:
    """The round while bets are open and somebody has wagered."""
    round = moment.table.round
    return round if round is not None and round.phase == "betting" and round.seats else None


def _free(t: TableRules, moment: RoundMoment) -> list[int]:
    assert moment.table.round is not None
    return [seat for seat in moment.table.players if seat not in moment.table.round.seats]


def _place(t: TableRules, seat: int, wager: str, cents: int) -> c.Play:
    return c.Play(game_of(t).core.PlaceWager(seat, wager, cents))


def _ante(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    """An ante at the limit or just above it."""
    round: Any = moment.table.round
    if round is None or round.phase != "betting" or not (free := _free(t, moment)):
        return None
    highest: int | None = game_of(t).core.offers(t.rules, None)[0].high
    if highest is None:
        return None
    cents = highest - highest % DOLLAR + DOLLAR * below(2, stream)
    seat = pick(free, stream)
    text = f"Seat {seat} puts down an ante of {money(cents)}."
    return Wish(text, "player", _place(t, seat, "ante", cents), "limit" if says(t, "limit") else "ante_range")


def _side(t: TableRules, place: Any) -> Any:
    """The first wager beside the ante that is taken at certain amounts, where it does not lie there yet."""
    core = game_of(t).core
    listed = [offer for offer in core.offers(t.rules, place)[1:] if offer.amounts or offer.instead]
    there = core.placed(place) if place is not None else {}
    return listed[0] if listed and listed[0].wager not in there else None


def _without_ante(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    round: Any = moment.table.round
    if round is None or round.phase != "betting" or not moment.table.players:
        return None
    seat = pick(sorted(moment.table.players), stream)
    place = round.seats.get(seat)
    if (offer := _side(t, place)) is None:
        return None
    ante = f"an ante of {money(place.ante)}" if place is not None else "no ante"
    cents = (offer.amounts or (DOLLAR,))[0]
    text = f"Seat {seat}, with {ante} down, puts {money(cents)} on {WAGERS[offer.wager].lower()}."
    return Wish(text, "player", _place(t, seat, offer.wager, cents), "ante_required")


def _odd_amount(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    """A progressive wager or an insurance fee of an amount that is not on offer, or that is."""
    if (round := _open(moment)) is None:
        return None
    seat = pick(sorted(round.seats), stream)
    place = round.seats[seat]
    if (offer := _side(t, place)) is None:
        return None
    cents = pick((*offer.amounts, 2 * offer.amounts[0], 10 * DOLLAR), stream)
    what = f"puts {money(cents)} on {WAGERS[offer.wager].lower()}"
    text = f"Seat {seat}, with an ante of {money(place.ante)}, {what}."
    return Wish(text, "player", _place(t, seat, offer.wager, cents), offer.rule)


def _tip(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    if (round := _open(moment)) is None:
        return None
    seat = pick(sorted(round.seats), stream)
    there = round.seats[seat]
    if "tip" in game_of(t).core.placed(there):
        return None
    cents = there.ante + pick((0, DOLLAR), stream)
    text = f"Seat {seat}, with an ante of {money(there.ante)}, adds a tip of {money(cents)}."
    return Wish(text, "player", _place(t, seat, "tip", cents), "tip_ceiling")


def _again(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    players = moment.table.players
    free = [seat for seat in range(1, t.seats + 1) if seat not in players]
    if (round := _open(moment)) is None or not free:
        return None
    seat, other = pick(sorted(round.seats), stream), pick(free, stream)
    text = f"The player in seat {seat} wants seat {other} as well, for a second hand."
    return Wish(text, "dealer", c.TakeSeat(other, players[seat]), "one_hand_per_player")


def _late(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    round: Any = moment.table.round
    if round is None or round.phase in ("betting", "settled") or not round.seats:
        return None
    seat = pick(sorted(round.seats), stream)
    text = f"Seat {seat} wants the ante back."
    return Wish(text, "player", c.Play(game_of(t).core.TakeBackWager(seat, "ante")), "wagers_frozen_after")


def _token_back(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    if (round := _open(moment)) is None:
        return None
    core = game_of(t).core
    seats = [n for n, seat in round.seats.items() if "progressive" in core.placed(seat)]
    if not seats:
        return None
    seat = pick(seats, stream)
    text = f"Bets are still open, and seat {seat} wants the progressive wager back."
    return Wish(text, "player", c.Play(core.TakeBackWager(seat, "progressive")), "contribution_at")


def _standing(t: TableRules, moment: RoundMoment, phases: tuple[str, ...], states: tuple[str, ...]) -> dict[int, str]:
    """The seats that stand so in a round that is so far, and that nothing else is due in."""
    round: Any = moment.table.round
    if round is None or round.phase not in phases or due(t, moment.table):
        return {}
    seats = game_of(t).core.scene(t.rules, round, "dealer").seats
    return {number: place.state for number, place in seats.items() if place.state in states}


def _decided(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    core, decided = game_of(t).core, _standing(t, moment, ("deciding", "decided"), ("bet", "fold"))
    if not decided:
        return None
    seat = pick([*decided], stream)
    bets = decided[seat] == "bet"
    text = f"Seat {seat} has {'bet' if bets else 'folded'} and now wants to {'fold' if bets else 'bet'}."
    return Wish(text, "player", c.Play(core.Fold(seat) if bets else core.Bet(seat)), "decision_final")


def _turn(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    if not (seats := _standing(t, moment, ("deciding",), ("deciding",))):
        return None
    seat = pick([*seats], stream)
    return Wish(f"Seat {seat} bets now.", "player", c.Play(game_of(t).core.Bet(seat)), "asked_clockwise")


def _cash(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    round: Any = moment.table.round
    rules: Any = t.rules
    if round is None or round.phase != "betting" or not (free := _free(t, moment)):
        return None
    seat, cents = pick(free, stream), max(rules.minimum, 10 * DOLLAR)
    text = f"Seat {seat} calls an ante of {money(cents)} and holds up the cash."
    return Wish(
        text, "player", c.Play(game_of(t).core.PlaceWager(seat, "ante", cents), tender="cash"), "verbal_cash_wagers"
    )


def _up(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    round: Any = moment.table.round
    if round is None or not moment.table.players:
        return None
    seat = pick(sorted(moment.table.players), stream)
    down = "with a wager down, " if seat in round.seats else "without a wager, "
    return Wish(f"Seat {seat}, {down}gets up.", "player", c.LeaveSeat(seat), "seated_players_only")


def _cut(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    if not isinstance(moment.command, c.CutDeck):
        return None
    least = says(t, "cut_minimum") or 1
    cards = pick((least - 1, least, least + 10), stream)
    text = f"The {moment.command.deck} deck is cut {cards} cards from the top."
    return Wish(text, "dealer", c.CutDeck(moment.command.deck, cards), "cut_minimum")


def _early(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    if _open(moment) is None:
        return None
    return Wish("The dealer begins to deal.", "dealer", c.DealCards(t.shoe_side, t.shoe_side), "lock_out")


def _hand(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    if not isinstance(moment.command, c.DealCards) or t.dealing is None or t.dealing.drawing_hand_rule is None:
        return None
    side = pick(("left", "right"), stream)
    text = f"The shoe stands on the dealer's {t.shoe_side}. The dealer draws with the {side} hand."
    return Wish(text, "dealer", c.DealCards("left" if side == "left" else "right", None), t.dealing.drawing_hand_rule)


def _shuffled(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    if not isinstance(moment.command, c.ShuffleDeck) or not moment.table.devices:
        return None
    method = pick(("hand", "shuffler"), stream)
    at = ", ".join(moment.table.devices)
    by = "hand" if method == "hand" else "the shuffler"
    text = f"At the table: {at}. The {moment.command.deck} deck is shuffled by {by}."
    return Wish(
        text, "dealer", c.ShuffleDeck(moment.command.deck, method, moment.command.order), "device_removed_first"
    )


EARLY = ("Fold", "Bet")
"""What is decided before the last decision."""


def _last(t: TableRules, moment: RoundMoment, stream: Iterator[int]) -> Wish | None:
    """The last decision, any that there is."""
    round, game = moment.table.round, game_of(t)
    listed = [kind for kind in (game.PHASES[round.phase] if round else ()) if kind.__name__ in game.DECISIONS]
    if not listed or any(kind.__name__ in EARLY for kind in listed) or not game.to_decide(round):
        return None
    seat, kind = game.to_decide(round)[0], pick(listed, stream)
    words = game.core.LABELS.decisions[kind.__name__][0].lower()
    rule = game.core.decided(t.rules, round, seat, kind.__name__)[1]
    return Wish(f"Seat {seat} decides: {words}.", "player", c.Play(kind(seat)), rule)


WISHES: dict[str, tuple[str, Wishing]] = {
    "ante": ("limit", _ante),
    "ante-range": ("ante_range", _ante),
    "without-ante": ("ante_required", _without_ante),
    "amount": ("progressive_device", _odd_amount),
    "insurance": ("insurance_divisor", _odd_amount),
    "tip": ("tip_ceiling", _tip),
    "second-hand": ("one_hand_per_player", _again),
    "late": ("wagers_frozen_after", _late),
    "wager-back": ("contribution_at", _token_back),
    "decision": ("decision_choices", _decided),
    "turn": ("asked_clockwise", _turn),
    "cash": ("verbal_cash_wagers", _cash),
    "getting-up": ("seated_players_only", _up),
    "cut": ("cut_minimum", _cut),
    "early-deal": ("lock_out", _early),
    "drawing-hand": ("manual_shoe_drawing_hand", _hand),
    "shuffle": ("device_removed_first", _shuffled),
    "last-decision": ("final_choices", _last),
}
"""Each with a rule: where an edition does not have it, nobody asks."""


def subjects(t: TableRules) -> tuple[str, ...]:
    known = [subject for subject, (rule, _) in WISHES.items() if rule in t.edition.citations]
    rules: Any = t.rules
    if getattr(rules, "progressive", None) is None:
        known = [subject for subject in known if subject not in ("amount", "wager-back")]
    if t.dealing is None or t.dealing.drawing_hand_rule is None:
        known = [subject for subject in known if subject != "drawing-hand"]
    if t.shuffle != "hand":
        known = [subject for subject in known if subject != "cut"]
    if t.shuffler is None:
        known = [subject for subject in known if subject != "shuffle"]
    return tuple(known)


def exercise(place: Place, ticket: Ticket, stream: Iterator[int]) -> Exercise | None:
    """The exercise, or None where nobody came to wish it."""
    planned = some_round(place, stream, award=False)
    try:
        moments = walked(place, planned.plan, planned.meters).moments
    except Refused:
        return None
    wishing = WISHES[ticket.subject][1]
    for moment in mixed((m for m in moments if m.table.is_open), stream):
        wish = wishing(place.t, moment, stream)
        found = _judged(place, moment, wish) if wish is not None else None
        if wish is None or found is None:
            continue
        right, rule, because = found
        others = [Wrong(text) for text in (TAKEN, REFUSED, ASKED) if text != right]
        choices, answer, notes = arranged(right, others, stream)
        faces = _own(place.t, wish)
        return Exercise(
            ticket=ticket,
            t=place.t,
            question="Is it taken?",
            situation=(wish.text,),
            picture=picture(place.t, moment.table, moment.meters, faces, named=False),
            kind="choice",
            choices=choices,
            answer=answer,
            correct=right,
            rule=rule,
            told=((f"Refused: {because}.", rule),) if because else (),
            notes=notes,
            act=right,
        )
    return None


def _judged(place: Place, moment: RoundMoment, wish: Wish) -> tuple[str, str, str] | None:
    """What the table says to it, the rule, and why it was refused; None where no rule of the edition speaks of it."""
    act: Any = wish.command.command if isinstance(wish.command, c.Play) else wish.command
    by = Actor(_of_player(moment.table, getattr(act, "seat", 0)), "player") if wish.role == "player" else None
    try:
        decide(place.t, moment.table, Act(by or Actor("dealer", "dealer"), "", wish.command))
    except Refused as error:
        return (REFUSED, error.rule, error.because) if error.rule is not None else None
    return (TAKEN, wish.rule, "") if wish.rule in place.t.edition.citations else None


def _own(t: TableRules, wish: Wish) -> set[int]:
    """A player's own cards are seen where a last decision hangs on them."""
    act: Any = wish.command.command if isinstance(wish.command, c.Play) else wish.command
    return {act.seat} if type(act).__name__ in set(game_of(t).DECISIONS).difference(EARLY) else set()
