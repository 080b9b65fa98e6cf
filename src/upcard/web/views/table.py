"""A table as each viewer may see it: seat, dealer, sign or surveillance. Nothing here looks past `tables.view`.

Everything that depends on a card comes from the view, from an option that the viewer is offered, or from a hand that
lies face up; so no byte of a document depends on a card that its viewer may not see.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from upcard.cards import Card, best_of_six, describe, rank_five, show_card
from upcard.exact.warnings import fold_cost, show_return
from upcard.games.bonus_six.phases import NOW as SIX_NOW
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.bonus_six.round import to_decide
from upcard.games.caribbean_stud.phases import NOW as STUD_NOW
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.payment import net
from upcard.journal.casino import OUTDATED
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import Actor, Table, signs, view
from upcard.tables.next_step import guide
from upcard.tables.options import Options, options
from upcard.tables.procedure import stub_count_every
from upcard.tables.signs import Sign as TableSign
from upcard.tables.step_lines import described
from upcard.tables.stranded import stranded
from upcard.tables.view import TableView
from upcard.units import show_cents, whole_cents
from upcard.web.schemas.acts import PlayerStep
from upcard.web.schemas.jackpots import Meter
from upcard.web.schemas.payments import PaymentLine, Receipt
from upcard.web.schemas.table import Seat, Sign, StripStep, TableFacts, WagerLine
from upcard.web.state_snapshot import StateSnapshot
from upcard.web.views import actions
from upcard.web.views.citation import why
from upcard.web.views.correction_actions import keyed_again, with_a_supervisor
from upcard.web.views.guest_actions import seating
from upcard.web.views.irregularity_actions import irregularities
from upcard.web.views.jackpots import hit_document, jackpot_document
from upcard.web.views.labels import LAMPS, SIX_STRIP, STUD_STRIP, WAGERS
from upcard.web.views.liability import liability_document
from upcard.web.views.limits import limits
from upcard.web.views.payments import payment_document, receipt
from upcard.web.views.payout import pay_document
from upcard.web.views.slips import to_sign
from upcard.web.views.waiting import held_up, hits_at, reportable, waited_for

As: TypeAlias = Literal["seat", "dealer", "sign", "surveillance"]
NOTHING = Options((), ())
CLOSES: PlayerStep = {"label": "The table closes", "kind": "wait", "waits": f"{OUTDATED[:1].upper()}{OUTDATED[1:]}."}
"""What a player waits for at a table that is open under another text of the law."""


def shown(cards: tuple[Card | None, ...]) -> list[str | None]:
    """Cards as the outside writes them; None where one lies face down."""
    return [None if card is None else show_card(card) for card in cards]


def table_document(moment: StateSnapshot, name: str, slug: str, as_: As, by: Actor | None) -> dict[str, Any]:
    """The table as one viewer may see it; `by` is who looks, where somebody may act."""
    t, table = moment.rules[name], moment.tables[name]
    seat = _seat_of(table, by) if as_ == "seat" else None
    viewer: Any = seat if seat is not None else ("sign" if as_ == "seat" else as_)
    seen = view(t, table, viewer)
    outdated = name in moment.outdated
    acts = by is not None and table.is_open and as_ in ("seat", "dealer") and not outdated
    may = options(t, table, by) if acts and by is not None else NOTHING
    hits = hits_at(moment, name)
    document: dict[str, Any] = {
        "seq": moment.seq,
        "version": moment.versions.get(f"table/{name}", 0),
        "as": as_,
        "you": seat,
        "table": _table(t, table, slug),
        "phase": table.round.phase if table.round is not None else "closed table",
        "words": _words(table),
        "strip": _strip(t, table),
        "decks": [
            {"back": back, "words": described(t, table, back), "stage": stage, "current": back == seen.deck}
            for back, stage in seen.decks.items()
        ],
        "stub": {"state": seen.stub, "count_in": _count_in(t, table)},
        "devices": list(seen.devices),
        "meters": meters(moment, t),
        "back": seen.deck or "red",
        **_cards(t, table, seen),
        "seats": [_seat(t, table, seen, number, seat) for number in range(1, t.seats + 1)],
        "payments": _payments(t, seen),
        "hits": [hit_document(moment, hit, jackpot) for jackpot, hit in hits],
        "called": table.called,
        "locked": moment.locked,
        "fair": moment.fair.get(name) if t.mode == "virtual" else None,
        "log": [
            {"seq": line.seq, "at": line.at[11:19], "text": line.text, "clause": line.clause}
            for line in moment.logs.get(name, ())
        ],
    }
    if as_ == "sign":
        document["signs"] = sign_documents(t, table)
        played_for = (t.jackpot, t.five_card_jackpot)
        document["jackpots"] = [
            jackpot_document(moment, link) for link in moment.links.values() if link.name in played_for
        ]
    if as_ == "dealer":
        waiting = "" if outdated else waited_for(moment, t, table)
        document["next"] = actions.next_document(t, table, by, waiting, outdated=outdated)
        document["pay"] = pay_document(moment, t, table, hits)
        document["liability"] = liability_document(t, table)
        if by is not None and (by.role != "dealer" or table.dealer == by.id):
            decided = actions.decisions(t, table, may)
            offered = [
                *actions.relief(table, by),
                *(decided if t.mode == "keyed" else actions.for_the_absent(table, decided)),
                *(seating(t, table, may) if by.role == "dealer" else []),
                *(actions.handed_back(t, table) if by.role == "dealer" and t.mode == "virtual" else []),
                *actions.steps(t, table, may),
                *keyed_again(moment, t, table, by),
                *(with_a_supervisor(t, table) if by.role == "dealer" else []),
                *to_sign(moment, name, by),
            ]
            document["choices"] = [choice for choice in offered if not held_up(hits, choice["act"])]
            found = irregularities(t, table, by, may)
            document["irregularities"] = reportable(found, hits)
        else:
            document["choices"], document["irregularities"] = [], []
    if as_ == "seat":
        document["next"] = _player_next(t, table, seat) if not outdated else CLOSES
        document["choices"] = actions.decisions(t, table, may) if seat is not None else []
        document["wagers"] = actions.wagers(t, table, seat, may) if seat is not None and table.is_open else []
        document["receipt"] = _receipt(moment, t, name, by, seat)
    return document


def _seat_of(table: Table, by: Actor | None) -> int | None:
    if by is None:
        return None
    return next((number for number, player in table.players.items() if player == by.id), None)


def _table(t: TableRules, table: Table, slug: str) -> TableFacts:
    return {
        "name": t.name,
        "slug": slug,
        "edition": t.edition.id,
        "title": t.edition.title,
        "game": t.edition.game,
        "mode": t.mode,
        "open": table.is_open,
        "round": table.number,
        "dealer": table.dealer,
        "seats": t.seats,
        "limits": limits(t),
    }


def _words(table: Table) -> str:
    round = table.round
    if round is None:
        return "the table is closed"
    return SIX_NOW[round.phase] if isinstance(round, SixRound) else STUD_NOW[round.phase]


def _strip(t: TableRules, table: Table) -> list[StripStep]:
    """The steps of a round, with the one that is under way."""
    round = table.round
    steps = SIX_STRIP if t.edition.game == "bonus-six" else STUD_STRIP
    phase = round.phase if round is not None else ""
    at = next((place for place, (_, _, phases) in enumerate(steps) if phase in phases), -1)
    if isinstance(round, StudRound) and phase == "settling" and round.agenda[0].kind in ("progressive", "envy"):
        at = next(place for place, (key, _, _) in enumerate(steps) if key == "jackpots")
    step = guide(t, table) if round is not None else None
    return [
        {
            "key": key,
            "label": label,
            "state": "now" if place == at else "done" if place < at else "todo",
            "why": why(t.rules, step.rule) if step is not None and place == at else None,
        }
        for place, (key, label, _) in enumerate(steps)
    ]


def _count_in(t: TableRules, table: Table) -> int | None:
    """In how many rounds the stub is counted next."""
    every = stub_count_every(t, table)
    return None if every is None else max(0, every - table.since_count)


def meters(moment: StateSnapshot, t: TableRules) -> list[Meter]:
    """The meters that a table plays for."""
    found: list[Meter] = []
    for name in (t.jackpot, t.five_card_jackpot):
        link = moment.links.get(name or "")
        if link is None:
            continue
        for level in link.tiers:
            label = link.name if len(link.tiers) == 1 else f"{link.name}, {level}"
            amount = show_cents(whole_cents(moment.meters[link.name][level]))
            suspended = link.suspended or link.ended
            found.append(
                {"jackpot": link.name, "level": level, "label": label, "amount": amount, "suspended": suspended}
            )
    return found


def _cards(t: TableRules, table: Table, seen: TableView) -> dict[str, Any]:
    round = seen.round
    if round is None or isinstance(table.round, SixRound):
        community = getattr(round, "community", None)
        found: dict[str, Any] = {"dealer": {"cards": [], "hand": None, "qualifies": None}}
        if t.edition.game == "bonus-six":
            dealt = isinstance(table.round, SixRound) and table.round.phase not in ("betting", "closed")
            found["community"] = show_card(community) if community is not None else None
            found["community_dealt"] = dealt
        return found
    cards: tuple[Card | None, ...] = getattr(round, "dealer", ())
    up = [card for card in cards if card is not None]
    return {
        "dealer": {
            "cards": shown(cards),
            "hand": describe(rank_five(tuple(up))) if len(up) == 5 else None,
            "qualifies": getattr(round, "qualifies", None),
        },
        "magic_card": shown((getattr(round, "magic_card", None),))[0],
        "lucky": getattr(round, "lucky", None),
    }


def _seat(t: TableRules, table: Table, seen: TableView, number: int, own: int | None) -> Seat:
    player = seen.players.get(number)
    place: Any = seen.round.seats.get(number) if seen.round is not None else None
    found: Seat = {
        "seat": number,
        "player": player,
        "you": number == own,
        "cards": [],
        "hand": None,
        "wagers": [],
        "lamp": None,
        "state": "seated" if player else "empty",
        "words": "" if player else "empty",
        "winner": number in seen.winners,
        "net": None,
    }
    if place is None:
        return found
    state, words = _state(table, number, place)
    lamp = getattr(place, "lamp", None)
    assert seen.round is not None
    paid = [p for p in seen.round.payments if p.seat == number]
    found |= {
        "cards": shown(place.cards),
        "hand": _hand(place.cards, getattr(seen.round, "community", None)),
        "wagers": _lie(t, table, number, place),
        "lamp": lamp,
        "lamp_words": LAMPS.get(lamp or "", ""),
        "state": state,
        "words": words,
        "net": show_cents(net(tuple(paid), number)) if paid and seen.round.phase in ("settling", "settled") else None,
    }
    return found


def _hand(cards: tuple[Card | None, ...], community: Card | None) -> str | None:
    """The hand by name, where all of it lies face up for this viewer."""
    up = [card for card in cards if card is not None]
    if len(up) != len(cards):
        return None
    if community is not None:
        up.append(community)
    if len(up) == 5:
        return describe(rank_five(tuple(up)))
    if len(up) == 6:
        return describe(best_of_six(tuple(up)))
    return None


def _lie(t: TableRules, table: Table, number: int, place: Any) -> list[WagerLine]:
    """What lies at a seat."""
    found = [("ante", place.ante)]
    if isinstance(t.rules, CaribbeanStudRules):
        if place.decision == "bet":
            found.append(("bet", place.ante * t.rules.law.bet_multiple))
        found += [(name, cents) for name, cents in place.wagers.items() if cents]
        coupons = (("match_play", place.match_play), ("progressive_coupon", place.coupon))
        found += [(name, cents) for name, cents in coupons if cents]
    else:
        bets = place.decisions.count("bet")
        found += [(f"bet_{n}", place.ante) for n in range(1, bets + 1)]
        found += [("insurance", place.insurance)] if place.insurance else []
        found += [("tip", sum(place.tips))] if sum(place.tips) else []
        if "card" in place.decisions:
            found.append(("bonus_card", place.ante * t.rules.law.bonus_card_multiple))
    return [{"wager": name, "label": WAGERS[name], "amount": show_cents(cents)} for name, cents in found]


def _state(table: Table, number: int, place: Any) -> tuple[str, str]:
    """How a seat stands, in one word and in a few."""
    if place.void is not None:
        return "void", "void"
    decision = getattr(place, "decision", None) or (place.decisions[-1] if getattr(place, "decisions", ()) else None)
    round = table.round
    waits = False
    if isinstance(round, StudRound) and round.phase == "deciding":
        waits = round.seats[number].decision is None
    elif isinstance(round, SixRound):
        waits = number in to_decide(round)
    if waits:
        return "deciding", "deciding…"
    words = {"bet": "bets", "fold": "folds", "stand": "stands", "discard": "discards", "card": "bonus card"}
    return (decision, words[decision]) if decision else ("in", "")


# ---- what is paid


def _payments(t: TableRules, seen: TableView) -> list[PaymentLine]:
    if seen.round is None:
        return []
    none = getattr(seen.round, "qualifies", None) is False
    return [payment_document(t.rules, p, no_hand=none) for p in seen.round.payments]


def _player_next(t: TableRules, table: Table, seat: int | None) -> PlayerStep:
    """What a player does next, or waits for."""
    round = table.round
    if not table.is_open or round is None:
        return {"label": "The table is closed", "kind": "wait", "waits": "The table is closed."}
    if seat is None:
        return {"label": "Take a seat", "kind": "sit", "waits": ""}
    if round.phase == "betting":
        if seat in round.seats:
            return {"label": "Wait for the deal", "kind": "wait", "waits": _before_the_deal(t, table)}
        return {"label": "Make your wagers", "kind": "wager", "waits": ""}
    if seat not in round.seats:
        return {"label": "Sit out", "kind": "wait", "waits": "You play in the next round."}
    step = guide(t, table)
    if step is not None and step.act == "Decide" and _state(table, seat, round.seats[seat])[0] == "deciding":
        if step.seat == seat or t.edition.game == "bonus-six":
            return {"label": "Decide", "kind": "decide", "waits": ""}
        return {"label": "Wait", "kind": "wait", "waits": f"Seat {step.seat} decides first."}
    return {"label": "Wait", "kind": "wait", "waits": f"{_words(table)[0].upper()}{_words(table)[1:]}."}


def _before_the_deal(t: TableRules, table: Table) -> str:
    """What the deal waits for."""
    assert table.round is not None
    for one in stranded(t, table)[:1]:
        return f"{one.said[:1].upper()}{one.said[1:]}."
    missing = [seat for seat in sorted(table.players) if seat not in table.round.seats]
    if not missing:
        return "The dealer closes the bets and deals."
    seats = f"Seat {missing[0]} has" if len(missing) == 1 else f"Seats {', '.join(map(str, missing))} have"
    return f"{seats} no wager yet; the dealer closes the bets and deals."


def _receipt(moment: StateSnapshot, t: TableRules, name: str, by: Actor | None, seat: int | None) -> Receipt | None:
    last = moment.finished.get(name)
    if last is None or seat is None or by is None or last.players.get(seat) != by.id:
        return None
    return receipt(t.rules, last.number, last.round, seat) if seat in last.round.seats else None


def sign_documents(t: TableRules, table: Table) -> list[Sign]:
    """What the law wants posted."""
    return [
        {"title": sign.title, "clause": t.rules.clause(sign.rule), "lines": [list(line) for line in sign.lines]}
        for sign in posted_signs(t, table)
    ]


def posted_signs(t: TableRules, table: Table) -> tuple[TableSign, ...]:
    """The signs, with what the reading about folds means for what comes back of a cover all wager."""
    rules = t.rules
    if not isinstance(rules, CaribbeanStudRules) or rules.cover_all is None:
        return signs(t, table)
    column, cost = fold_cost(t, rules)
    back = show_return(cost, forfeited=rules.cover_all_after_fold == "forfeited")
    line = (f"comes back with best play, column {column}", back)
    return tuple(
        replace(sign, lines=(*sign.lines, line)) if sign.rule == "cover_all_after_fold" else sign
        for sign in signs(t, table)
    )
