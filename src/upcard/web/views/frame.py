"""A table drawn as it looked after an entry, as one viewer could see it then; in the shape of a table's document.

It needs no house file: what is drawn follows from the rules that the table was opened with. The cards are kept apart
from the rest, since they are what viewers see differently.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from upcard.cards import Card, best_of_six, describe, rank_five, show_card
from upcard.document import (
    CardText,
    Game,
    Money,
    Phase,
    SeatNumber,
    SeatState,
    SignedMoney,
    Stage,
    Stub,
    Wager,
    doc,
    one_of,
)
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six.phases import NOW as SIX_NOW
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.caribbean_stud.phases import NOW as STUD_NOW
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.game import GameRound as Round
from upcard.games.option import Viewer
from upcard.games.payment import net
from upcard.games.settle import Rules
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.tables import Table
from upcard.units import show_cents
from upcard.web.views.labels import LAMPS, WAGERS
from upcard.web.views.payments import DealerHand


class BoardSeat(TypedDict):
    """A seat without its cards."""

    seat: Annotated[int, doc("Its number.")]
    player: Annotated[str | None, doc("Who sat there.")]
    wagers: Annotated[list[WagerLine], doc("What lay there.")]
    lamp: Annotated[str, one_of("", *LAMPS.values()), doc("The lamp of the progressive wager in words, or empty.")]
    state: Annotated[SeatState, doc("How it stood.")]
    words: Annotated[str, doc("How it stood, in words.")]
    winner: Annotated[bool, doc("Whether its winner key was lit.")]
    racked: Annotated[bool, doc("Whether its cards lay in the rack.")]
    net: Annotated[SignedMoney | None, doc("What it had won or lost.")]


class Board(TypedDict):
    """The table without its cards, the same whoever looks."""

    phase: Annotated[Phase, doc("How far the round was.")]
    words: Annotated[str, doc("The same in words.")]
    decks: Annotated[list[DeckShown], doc("The decks.")]
    stub: Annotated[Stub, doc("Where the rest of the deck was.")]
    devices: Annotated[list[str], doc("The devices at the table.")]
    back: Annotated[str, doc("The colour of the backs of the cards in play.")]
    called: Annotated[bool, doc("Whether a supervisor was called.")]
    dealer: Annotated[str, doc("Who dealt, or empty.")]
    game: Annotated[Game, doc("The game.")]
    seats: Annotated[list[BoardSeat], doc("The seats.")]


class HandSeen(TypedDict):
    """A seat's cards as one viewer could see them."""

    cards: Annotated[list[CardText | None], doc("The cards; null where one lay face down.")]
    hand: Annotated[str | None, doc("What they were, where all were seen.")]


class HandsSeen(TypedDict):
    """All cards as one viewer could see them."""

    dealer: Annotated[DealerHand, doc("The dealer's hand.")]
    community: Annotated[CardText | None, doc("The community card of Bonus 6.")]
    community_dealt: NotRequired[Annotated[bool, doc("Whether it lay there; only in Bonus 6.")]]
    seats: Annotated[dict[SeatNumber, HandSeen], doc("By seat, its hand.")]


class DeckShown(TypedDict):
    """A deck at the table."""

    back: Annotated[str, doc("The colour of its back.")]
    words: Annotated[str, doc("The deck as the house describes it: its id, its design, the cards that lie with it.")]
    stage: Annotated[Stage, doc("What has been done with it.")]
    current: Annotated[bool, doc("Whether it is the one in play, or next in play.")]


class WagerLine(TypedDict):
    """A wager that lies at a seat."""

    wager: Annotated[Wager, doc("The wager.")]
    label: Annotated[str, doc("The wager in words.")]
    amount: Annotated[Money, doc("What lies there.")]


KNOWN: Literal["known"] = "known"
Eye: TypeAlias = Viewer | Literal["known"]
"""A viewer, or whoever looks at a round that is over and knows all that the journal knows."""

WORDS = {"bet": "bets", "fold": "folds", "stand": "stands", "discard": "discards", "card": "bonus card"}


# ---- what everybody sees alike ---------------------------------------------------------------------------------------


def board(rules: Rules, table: Table, seats: int) -> Board:
    """The table without its cards; the same whoever looks."""
    round = table.round
    return {
        "phase": round.phase if round is not None else "closed table",
        "words": words(round),
        "decks": [
            {
                "back": back,
                "words": f"{back} deck {deck.id}".rstrip(),
                "stage": deck.stage,
                "current": back == table.current,
            }
            for back, deck in table.decks.items()
        ],
        "stub": table.stub,
        "devices": list(table.devices),
        "back": table.current or "red",
        "called": table.called,
        "dealer": table.dealer,
        "game": rules.edition.game,
        "seats": [_seat(rules, table, number) for number in range(1, seats + 1)],
    }


def words(round: Round | None) -> str:
    """How far a round is."""
    if round is None:
        return "the table is closed"
    return SIX_NOW[round.phase] if isinstance(round, SixRound) else STUD_NOW[round.phase]


def _seat(rules: Rules, table: Table, number: int) -> BoardSeat:
    player = table.players.get(number)
    found: BoardSeat = {
        "seat": number,
        "player": player,
        "wagers": [],
        "lamp": "",
        "state": "seated" if player else "empty",
        "words": "" if player else "empty",
        "winner": number in table.winners,
        "racked": number in table.racked,
        "net": None,
    }
    round = table.round
    if round is None or number not in round.seats:
        return found
    standing, said = state(round, number, round.seats[number])
    paid = tuple(p for p in round.payments if p.seat == number)
    return found | {
        "wagers": wager_lines(rules, round.seats[number], tip_last=True),
        "lamp": _lamp(rules, round, number),
        "state": standing,
        "words": said,
        "net": show_cents(net(paid, number)) if paid else None,
    }


def _lamp(rules: Rules, round: Round, number: int) -> str:
    if not isinstance(round, StudRound) or not isinstance(rules, CaribbeanStudRules) or rules.progressive is None:
        return ""
    return LAMPS[stud.view(rules, round, "sign").seats[number].lamp]


def state(round: Round, number: int, place: Any) -> tuple[str, str]:
    """How a seat stands, in one word and in a few; `place` is the seat as it may be seen."""
    if place.void is not None:
        return "void", "void"
    if isinstance(round, SixRound):
        waits = number in six.to_decide(round)
        decision = place.decisions[-1] if place.decisions else None
    else:
        waits = round.phase == "deciding" and round.seats[number].decision is None
        decision = place.decision
    if waits:
        return "deciding", "deciding…"
    return (decision, WORDS[decision]) if decision else ("in", "")


def wager_lines(rules: Rules, place: Any, *, tip_last: bool = False) -> list[WagerLine]:
    """What lies at a seat; a film tells the fee for a bonus card before the tip."""
    if isinstance(rules, CaribbeanStudRules):
        bet = place.ante * rules.law.bet_multiple if place.decision == "bet" else 0
        found = [("ante", place.ante), ("bet", bet), *place.wagers.items()]
        found += [("match_play", place.match_play), ("progressive_coupon", place.coupon)]
    else:
        bets, fee = place.decisions.count("bet"), rules.law.bonus_card_multiple if "card" in place.decisions else 0
        found = [("ante", place.ante), *((f"bet_{n}", place.ante) for n in range(1, bets + 1))]
        found += [("insurance", place.insurance), ("tip", sum(place.tips)), ("bonus_card", place.ante * fee)]
        found += [found.pop(-2)] if tip_last else []
    return [{"wager": wager, "label": WAGERS[wager], "amount": show_cents(cents)} for wager, cents in found if cents]


def _six(rules: Rules) -> BonusSixRules:
    assert isinstance(rules, BonusSixRules)
    return rules


def _stud(rules: Rules) -> CaribbeanStudRules:
    assert isinstance(rules, CaribbeanStudRules)
    return rules


# ---- what each viewer sees -------------------------------------------------------------------------------------------


def hands(rules: Rules, round: Round | None, eye: Eye) -> HandsSeen:
    """The cards as one viewer could see them; null where one lay face down for that viewer."""
    if round is None:
        return {"dealer": {"cards": [], "hand": None, "qualifies": None}, "community": None, "seats": {}}
    if isinstance(round, SixRound):
        return _six_hands(_six(rules), round, eye)
    seen = stud.view(_stud(rules), round, _viewer(eye))
    dealer = round.dealer if eye == KNOWN and round.dealer else seen.dealer
    return {
        "dealer": {"cards": shown(dealer), "hand": named(dealer), "qualifies": seen.qualifies},
        "community": None,
        "seats": {
            str(number): _hand(round.seats[number].cards if eye == KNOWN and round.seats[number].cards else seat.cards)
            for number, seat in seen.seats.items()
        },
    }


def _six_hands(rules: BonusSixRules, round: SixRound, eye: Eye) -> HandsSeen:
    seen = six.view(rules, round, _viewer(eye))
    community = round.community if eye == KNOWN else seen.community
    dealt = round.phase not in ("betting", "closed")
    return {
        "dealer": {"cards": [], "hand": None, "qualifies": None},
        "community": show_card(community) if community is not None else None,
        "community_dealt": dealt,
        "seats": {
            str(number): _hand(
                round.seats[number].cards if eye == KNOWN and round.seats[number].cards else seat.cards, community
            )
            for number, seat in seen.seats.items()
        },
    }


def _viewer(eye: Eye) -> Viewer:
    return "surveillance" if eye == "known" else eye


def _hand(cards: tuple[Card | None, ...], community: Card | None = None) -> HandSeen:
    return {"cards": shown(cards), "hand": named(cards, community)}


def shown(cards: tuple[Card | None, ...]) -> list[str | None]:
    return [None if card is None else show_card(card) for card in cards]


def named(cards: tuple[Card | None, ...], community: Card | None = None) -> str | None:
    """A hand by its name, where all of it is seen.

    >>> from upcard.cards import parse_cards
    >>> named(parse_cards("As Ks Qs Js Ts")), named((*parse_cards("As Ks Qs Js"), None))
    ('royal flush', None)
    """
    up = tuple(card for card in cards if card is not None)
    if len(up) != len(cards):
        return None
    whole = up if community is None else (*up, community)
    match len(whole):
        case 5:
            return describe(rank_five(whole))
        case 6:
            return describe(best_of_six(whole))
        case _:
            return None
