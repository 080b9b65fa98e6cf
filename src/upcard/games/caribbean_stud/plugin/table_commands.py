"""Acts of Caribbean stud at a table: whose they are, what they take, what went wrong, and cards from the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from upcard.games.caribbean_stud import commands as stud
from upcard.games.caribbean_stud import events as se
from upcard.games.caribbean_stud import events as stud_events
from upcard.games.caribbean_stud.decide import not_now, undecided
from upcard.games.caribbean_stud.irregularity import IN_THE_DEAL, IRREGULARITIES, UNTIL_OVER, irregularity
from upcard.games.caribbean_stud.plugin.award_procedure import documented_under, settled_by
from upcard.games.caribbean_stud.plugin.award_procedure import why_kept as _why_kept
from upcard.games.caribbean_stud.round import WRONG_DEALER, WRONG_HAND, Round
from upcard.games.caribbean_stud.round_document import written
from upcard.games.caribbean_stud.view import view
from upcard.games.option import Option
from upcard.games.payment import Meter
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.commands import DEALER, STAFF, SUPERVISOR, Role, first_rule, refuse, says
from upcard.tables.dealing import AUTOMATED_SHOE, dealing_of
from upcard.tables.deck import FULL, deal_hands
from upcard.tables.devices import cover_all_device, cover_all_unseen
from upcard.tables.preconditions import check_role, nothing_due, one_deck_racked
from upcard.tables.procedure import taken_back_for
from upcard.tables.round_commands import check_closed, deal_rule, played, up_rule, withdrawn
from upcard.tables.state import Table

Events = tuple[e.Event, ...]

DEALERS_OWN: dict[str, tuple[str, ...]] = {
    "CompleteDealer": ("dealer_completes_from",),
    "Reveal": ("forfeits_collected_first", "dealer_qualifies_with"),
}
"""The rules that have the dealer do something; the first that the edition has is named."""


def acting(t: TableRules, table: Table, act: str) -> tuple[tuple[Role, ...], str | None]:
    """Who does what no player does, and by which rule: under one text a supervisor pays what is won."""
    if act == "Settle":
        return settled_by(t.rules, table.round)
    if act in ("DealCards", "DealUnseen", "TurnUpCard"):
        return DEALER, up_rule(t, table) if act == "TurnUpCard" else deal_rule(t, table)
    return DEALER, first_rule(t, *DEALERS_OWN.get(act, ("settlement_order",)))


def check_dealers(t: TableRules, table: Table, command: Any) -> None:
    """Refuses cards that are keyed too late, a card that is turned up later, and a hand without its card face up."""
    match command:
        case stud.CompleteDealer() if says(t, "dealer_completes_from") is None:
            raise refuse(t, "dealer_wrong_count", "no card completes a dealer's hand here: a wrong count is a misdeal")
        case stud.TurnUpCard() if (dealing := dealing_of(t, table)) is not None and dealing.turned_rule is None:
            because = "one of the dealer's cards is dealt face up here: none is turned up later"
            raise refuse(t, dealing.order_rule, because)
        case stud.DealUnseen() if table.round.phase == "betting":
            check_closed(t, table)
        case stud.DealUnseen() if table.round.phase != "closed":
            raise refuse(t, deal_rule(t, table), "the cards of this round are dealt already")
        case stud.DealUnseen() if table.round.phase == "closed" and table.drawn:
            _face_up(t, table, command)


def _face_up(t: TableRules, table: Table, command: stud.DealUnseen) -> None:
    """Refuses a card that is turned up later, and a right hand without the one that was dealt face up."""
    dealing = dealing_of(t, table)
    assert dealing is not None
    if dealing.turned_rule is not None and command.up_card is not None:
        because = "up_card: the dealer's cards lie face down until the stub is away: leave it out"
        raise refuse(t, dealing.turned_rule, because)
    right = command.dealer_count in (says(t, "hand_size"), says(t, "dealer_completes_from"))
    if dealing.turned_rule is None and command.up_card is None and right:
        raise refuse(t, dealing.order_rule, "up_card: one of the dealer's cards lies face up")


def decided_under(round: Round, act: str) -> str:
    """The rule that leaves the decision on a hand to its player."""
    return "decision_choices"


def check_stake(t: TableRules, table: Table, command: Any) -> None:
    """Refuses a cover all wager, where it is offered, without the device that shows what it pays.

    Once the bets are closed only a wager that cannot stand goes back, and after what is due.
    """
    if isinstance(command, stud.TakeBackWager):
        if table.round.phase != "betting":
            if taken_back_for(t, table, command) is None:
                raise not_now(t.rules, table.round, command)
            nothing_due(t, table)
        return
    if t.rules.cover_all is None or getattr(command, "wager", "") != "cover_all":
        return
    if because := cover_all_device(t, table):
        raise refuse(t, "cover_all_shuffler_mode", f"cover_all: {because}")
    if because := cover_all_unseen(t, table):
        raise refuse(t, "cover_all_display", f"cover_all: {because}")


def offered(t: TableRules, table: Table, option: Option) -> bool:
    """Whether the table has what an option takes."""
    closed = option.act == "TakeBackWager" and table.round.phase == "closed"
    if closed and taken_back_for(t, table, stud.TakeBackWager(**option.fields)) is None:
        return False
    covers = option.act == "PlaceWager" and option.fields.get("wager") == "cover_all"
    return not (covers and (cover_all_device(t, table) or cover_all_unseen(t, table)))


def why_kept(t: TableRules, table: Table, seat: int) -> tuple[str | None, str]:
    """Why cards do not go to the rack now: the rule that keeps them, where there is one, and in words."""
    return _why_kept(t.rules, table, table.round, seat)


def documents(t: TableRules, events: Events) -> Events:
    """What is to be written down about awards that came neither from the tray nor to an account."""
    payments = [p for event in events if isinstance(event, e.Played) for p in getattr(event.event, "payments", ())]
    wanted = ((p.seat, documented_under(t.rules, p), 0 if p.wager == "five_card_dealer" else p.seat) for p in payments)
    return tuple(e.DocumentsOpened(seat, rule, hand) for seat, rule, hand in wanted if rule is not None)


# ------------------------------------------------------------------------------------------- what went wrong

VOID = (se.HandVoided, se.RoundVoided, se.TableMisdealt)


def voids(round: Round, event: Any) -> bool:
    """Whether an event makes hands void, or a dealer's hand that lacks a card after others were settled by it."""
    return isinstance(event, VOID) or (bool(round.order) and isinstance(event, se.DealerFellShort))


TOLD_LATE = {"hole-card-exposed": (*IN_THE_DEAL, *UNTIL_OVER), "face-up-cards": UNTIL_OVER}
"""What voids every hand and may be told later than it happened, and in which phases it is late."""


def report(t: TableRules, table: Table, act: c.Act, command: stud.Report) -> Events:
    """Something went wrong: it is said at once, whatever else is due."""
    irregularity(t.rules, command.irregularity)  # one that the edition does not know is refused before anything else
    if command.irregularity == "hole-card-exposed-late" and act.by.role not in SUPERVISOR:
        raise refuse(t, "exposed_hole_card", "whether the round goes on is a supervisor's recorded decision")
    if table.round.phase in TOLD_LATE.get(command.irregularity, ()) and act.by.role not in SUPERVISOR:
        rule = irregularity(t.rules, command.irregularity).rule
        raise refuse(t, rule, "a supervisor tells afterwards what voids every hand")
    check_role(t, act, STAFF, None)
    _can_have_happened(t, table, command.irregularity)
    match command.irregularity:
        case "chips-miscounted" if table.chips != "wrong" or act.by.role not in SUPERVISOR:
            because = "a supervisor voids a round whose chips were counted and are not as many as the wagers"
            raise refuse(t, "chips_miscounted", because)
        case "stub-count":
            raise refuse(t, "stub_count_wrong", "a wrong stub is told as CountStub, with the number of cards")
        case "shoe-jam" if (dealing := dealing_of(t, table)) is None or dealing.device != AUTOMATED_SHOE:
            raise refuse(t, "shoe_jam", "no automated dealing shoe is in use")
        case "face-up-card" if table.discarded >= (says(t, "face_up_card") or 0):
            return played(t, table, stud.Report("face-up-cards"))
        case "player-wrong-count" | "dealer-wrong-count" | "dealer-short" if _stub_counted(t, table):
            return (*played(t, table, command), e.StubTakenBack("full_count_racked"))
        case "wrong-deck":
            return (*played(t, table, command), *withdrawn(table, "wrong_deck"))
        case "face-up-card":
            noted = played(t, table, command)
            one_deck_racked(t, table)
            return noted
        case _:
            return played(t, table, command)


def _stub_counted(t: TableRules, table: Table) -> bool:
    """Whether the stub of this round was counted, so that a wrong hand leaves the deck in doubt."""
    return counted_whole(table) and table.deck.stage == "in play" and says(t, "wrong_deck") is not None


def counted_whole(table: Table) -> bool:
    """Whether the cards of this round were counted, with its stub."""
    return table.stub == "racked" and not table.since_count


def _can_have_happened(t: TableRules, table: Table, kind: str) -> None:
    """Refuses what is found in this phase of a round, where the table shows that it did not happen."""
    phase = table.round.phase
    found = next((known for known in IRREGULARITIES if known.kind == kind and phase in known.phases), None)
    if found is None or found.rule not in t.edition.citations:
        return
    match kind, phase:
        case "hole-card-exposed", "betting" if table.deck.stage != "ready":
            because = "no hole card has been dealt: the deck is not ready"
        case "hole-card-exposed-late", "closed" if not table.drawn:
            because = "no hole card has been dealt: no card has left the deck"
        case "hole-card-exposed-late", "short" if not undecided(table.round):
            because = "everybody has decided: the round goes on"
        case "face-up-card" | "face-up-cards" | "card-drawn-in-error", "closed" if table.stub_taken:
            because = "the dealing is over: what is left of the deck has been taken away"
        case "shoe-jam", _ if counted_whole(table):
            because = "the cards were counted, so the shoe has dealt them all"
        case "face-up-card" | "face-up-cards", "closed" | "short" if t.mode == "keyed" and not table.drawn:
            lacks = "the one that completes the dealer's hand is not yet"
            left = lacks if phase == "short" else "none has left the deck"
            because = f"a card is found face up while cards are being dealt, and {left}"
        case _:
            return
    raise refuse(t, found.rule, because)


# ------------------------------------------------------------------------------------------------ the deal


def dealt(t: TableRules, table: Table) -> bool:
    """Whether no more cards leave the deck in this round."""
    return table.round.phase not in ("closed", "short") or (t.mode == "keyed" and table.drawn)


def deal(t: TableRules, table: Table, command: c.DealCards) -> Events:
    """Hands from the top of the deck, or real cards that are keyed afterwards."""
    _hands(t, table, command)
    return played(t, table, _cards(t, table, table.round)) if t.mode == "virtual" else ()


def _hands(t: TableRules, table: Table, command: c.DealCards) -> None:
    """The dealer's hands: the one nearest a shoe draws; one that holds the deck holds it all round, the other draws."""
    method = dealing_of(t, table)
    assert method is not None
    if method.drawing_hand_rule is not None and command.drawing_hand != t.shoe_side:
        raise refuse(t, method.drawing_hand_rule, f"the {t.shoe_side} hand, nearest the shoe, draws each card")
    if method.needs_rule is not None:
        if command.holding_hand is None:
            raise refuse(t, method.needs_rule, "the dealer chooses the hand that holds the deck")
        if command.holding_hand == command.drawing_hand:
            because = f"the {command.holding_hand} hand holds the deck: the other takes each card"
            raise refuse(t, method.needs_rule, because)
        if table.holding_hand and command.holding_hand != table.holding_hand:
            raise refuse(t, method.needs_rule, "the same hand holds the deck for the whole round")


def _cards(t: TableRules, table: Table, round: Round) -> stud.Deal:
    """Hands from the top of the deck, below what was found face up."""
    method = dealing_of(t, table)
    assert method is not None
    rules: CaribbeanStudRules = t.rules
    order = table.deck.order[table.discarded :]
    hands, dealer = deal_hands(order, round.clockwise, method, rules.law.hand_size)
    return stud.Deal(hands, dealer, method.order.up_card, method.turned_rule is None)


# ---- A round as `upcard settle` reads it, from what a journal tells ----------------------------------------
# in play, only the cards that lie face up.


NAMED = tuple(known.kind for known in IRREGULARITIES if known.finished)
"""The irregularities that a finished round may name; wrong counts show in the cards themselves."""


def recorded(
    rules: CaribbeanStudRules, round: Round, meters: Mapping[str, Meter], events: Sequence[e.Event], *, over: bool
) -> dict[str, Any]:
    """The round; `events` are all at its table, and `meters` as its settlement began."""
    seen = view(rules, round, "surveillance")
    shown = replace(
        round,
        dealer=tuple(card for card in seen.dealer if card is not None),
        seats={
            n: replace(seat, cards=tuple(card for card in seen.seats[n].cards if card is not None))
            for n, seat in round.seats.items()
        },
    )
    document = written(rules, shown, meters)
    size = rules.law.hand_size
    for number, seat in round.seats.items():
        found = document["seats"][str(number)]
        elsewhere = [*shown.dealer, *(card for n, each in shown.seats.items() if n != number for card in each.cards)]
        if seat.void == WRONG_HAND and len(found["cards"]) == size:
            found["cards"] = []  # the count was found wrong by hand: what the system holds is not what lay there
        elif seat.void is not None and round.keyed and not {*seat.cards}.isdisjoint(elsewhere):
            found["cards"] = []  # keyed of a hand that was void, it lies elsewhere
        elif seat.void is None and not found["cards"]:
            del found["cards"]  # nobody keyed them
        if seat.decision is None:
            del found["decision"]
    if (round.misdealt or round.void == WRONG_DEALER) and len(document["dealer"]) == size:
        document["dealer"] = []
    irregular = _irregularity(round, events)
    return document | ({"irregularity": irregular} if irregular else {})


def _irregularity(round: Round, events: Sequence[e.Event]) -> str:
    """What voided the round, or else what was noted in it, by the name that a finished round gives it."""
    kind = stud_events.RoundVoided if round.void is not None else stud_events.IrregularityNoted
    noted = [each.event.irregularity for each in events if isinstance(each, e.Played) and isinstance(each.event, kind)]
    if round.void is not None:
        noted = noted[-1:]  # a deal that was keyed wrongly is taken back, and what voided it
    if noted == ["stub-count"]:
        counted = [event for event in events if isinstance(event, e.StubCounted)][-1]
        # Journals of before hold counts that are none: they are written as the nearest that is one.
        return f"stub-{counted.total - counted.cards + min(max(counted.cards, 0), FULL)}"
    return next((each for each in noted if each in NAMED), "")
