"""A table drawn as it looked after an entry, as one viewer could see it then; in the shape of a table's document.

It needs no house file: what is drawn follows from the rules that the table was opened with. The cards are kept apart
from the rest, since they are what viewers see differently.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from upcard.cards import Card, best_of_six, describe, rank_five, show_card
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
from upcard.web.schemas.film import Board, BoardSeat, HandSeen, HandsSeen
from upcard.web.views.labels import LAMPS, WAGERS

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
        "words": _words(round),
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


def _words(round: Round | None) -> str:
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
    state = _state(round, number)
    paid = tuple(p for p in round.payments if p.seat == number)
    return found | {
        "wagers": [
            {"wager": wager, "label": WAGERS.get(wager, wager), "amount": show_cents(cents)}
            for wager, cents in _lies(rules, round, number)
        ],
        "lamp": _lamp(rules, round, number),
        "state": state,
        "words": {"deciding": "deciding…", "void": "void", "in": ""}.get(state) or WORDS.get(state, ""),
        "net": show_cents(net(paid, number)) if paid else None,
    }


def _lamp(rules: Rules, round: Round, number: int) -> str:
    if not isinstance(round, StudRound) or not isinstance(rules, CaribbeanStudRules) or rules.progressive is None:
        return ""
    return LAMPS[stud.view(rules, round, "sign").seats[number].lamp]


def _state(round: Round, number: int) -> str:
    seat = round.seats[number]
    if seat.void is not None:
        return "void"
    if isinstance(round, SixRound):
        last = round.seats[number].last
        return "deciding" if number in six.to_decide(round) else last or "in"
    decision = round.seats[number].decision
    return "deciding" if decision is None and round.phase == "deciding" else decision or "in"


def _lies(rules: Rules, round: Round, number: int) -> list[tuple[str, int]]:
    """The wagers at a seat, in cents."""
    if isinstance(round, SixRound):
        mine = round.seats[number]
        found = [("ante", mine.ante), *((f"bet_{n}", mine.ante) for n in range(1, mine.bets + 1))]
        fee = mine.ante * _six(rules).law.bonus_card_multiple if "card" in mine.decisions else 0
        found += [("insurance", mine.insurance), ("bonus_card", fee), ("tip", sum(mine.tips))]
    else:
        seat = round.seats[number]
        bet = seat.ante * _stud(rules).law.bet_multiple if seat.decision == "bet" else 0
        found = [("ante", seat.ante), ("bet", bet), *seat.wagers.items()]
        found += [("match_play", seat.match_play), ("progressive_coupon", seat.coupon)]
    return [(wager, cents) for wager, cents in found if cents]


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
