"""A table of an exercise as a document to draw: what lies where, in the form of the documents of live tables."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from upcard.cards import Card, describe, rank_five, show_card
from upcard.games.bonus_six.phases import NOW as SIX_NOW
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.bonus_six.settlement import bets, card_fee
from upcard.games.caribbean_stud.phases import NOW as STUD_NOW
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.caribbean_stud.stakes import bet_of
from upcard.games.meter import Meter
from upcard.present.payment import wager_name
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables.state import Table
from upcard.units import show_cents

HAND = 5
NAMES = {"main": "Progressive", "five_card": "Five card"}


def picture(
    t: TableRules, table: Table, meters: Mapping[str, Meter], faces: Set[int], *, named: bool
) -> dict[str, Any]:
    """The table with the hands of the seats in `faces` turned up; hands are named where that is asked for."""
    round = table.round
    document: dict[str, Any] = {
        "table": {"name": t.name, "edition": t.edition.id, "title": t.edition.title, "game": t.edition.game},
        "phase": round.phase if round is not None else "",
        "words": stands(table),
        "back": table.current,
        "decks": [
            {"back": name, "words": f"{name} deck", "stage": deck.stage, "current": name == table.current}
            for name, deck in table.decks.items()
        ],
        "devices": list(table.devices),
        "stub": table.stub,
        "meters": [
            {"level": level, "label": NAMES.get(level, level.capitalize()), "amount": show_cents(meter.displayed)}
            for level, meter in meters.items()
        ],
        "dealer": None,
        "community": None,
        "seats": [],
    }
    if isinstance(round, StudRound):
        assert isinstance(t.rules, CaribbeanStudRules)
        rules = t.rules
        document["dealer"] = _dealer(round, named)
        document["seats"] = [_stud_seat(rules, round, n, n in faces, named, n in table.racked) for n in round.clockwise]
    if isinstance(round, SixRound):
        assert isinstance(t.rules, BonusSixRules)
        shown = round.community if round.turned else None
        there = round.phase not in ("betting", "closed")
        document |= {"community": None if shown is None else show_card(shown), "community_dealt": there}
        document["seats"] = [_six_seat(t.rules, round, n, n in faces) for n in round.clockwise]
    return document


def stands(table: Table) -> str:
    """Where the round stands, in words."""
    if table.round is None:
        return "the table is closed"
    return STUD_NOW[table.round.phase] if isinstance(table.round, StudRound) else SIX_NOW[table.round.phase]


def _shown(cards: tuple[Card, ...], up: bool) -> list[str | None]:
    return [show_card(card) if up else None for card in cards]


def _hand(cards: tuple[Card, ...], named: bool) -> str | None:
    return describe(rank_five(cards)) if named and len(cards) == HAND else None


def _dealer(round: StudRound, named: bool) -> dict[str, Any]:
    seen = round.qualifies is not None
    cards = [show_card(card) if seen or card == round.up else None for card in round.dealer]
    return {
        "cards": cards,
        "hand": _hand(round.dealer, named and seen),
        "qualifies": round.qualifies if named else None,
    }


def _line(wager: str, cents: int) -> dict[str, str]:
    return {"wager": wager, "label": wager_name(wager), "amount": show_cents(cents)}


def _stud_seat(
    rules: CaribbeanStudRules, round: StudRound, number: int, up: bool, named: bool, racked: bool
) -> dict[str, Any]:
    seat = round.seats[number]
    wagers = [_line("ante", seat.ante)]
    if seat.match_play:
        wagers.append(_line("match_play", seat.match_play))
    if seat.decision == "bet":
        wagers.append(_line("bet", bet_of(rules, seat)))
    wagers += [_line(wager, cents) for wager, cents in seat.wagers.items() if cents]
    if seat.coupon:
        wagers.append({**_line("progressive", seat.coupon), "label": "progressive coupon"})
    state = "void" if seat.void else seat.decision or ("deciding" if round.phase == "deciding" else "in")
    return {
        "seat": number,
        "player": "",
        "cards": [] if racked and not up else _shown(seat.cards, up),
        "hand": _hand(seat.cards, named and up),
        "wagers": wagers,
        "state": state,
        "words": {"fold": "folded", "bet": "bets", "void": "out of the round"}.get(state, ""),
    }


def _six_seat(rules: BonusSixRules, round: SixRound, number: int, up: bool) -> dict[str, Any]:
    seat = round.seats[number]
    wagers = [_line(wager, cents) for wager, cents in bets(rules, seat)]
    wagers += [_line("insurance", seat.insurance)] if seat.insurance else []
    wagers += [_line("bonus_card", card_fee(rules, seat))] if seat.last == "card" else []
    wagers += [_line("tip", tip) for tip in seat.tips if tip]
    words = {"fold": "folded", "discard": "discarded", "stand": "stands", "card": "buys a card", "bet": "bets"}
    return {
        "seat": number,
        "player": "",
        "cards": _shown(seat.cards, up),
        "hand": None,
        "wagers": wagers,
        "state": "void" if seat.void else seat.last or "in",
        "words": "out of the round" if seat.void else words.get(seat.last or "", ""),
    }
