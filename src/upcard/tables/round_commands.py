"""The round on the table: acts that reach the game itself, and cards that come from the table's deck."""

from __future__ import annotations

from typing import Any

from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six.phases import DECIDED_BY
from upcard.games.bonus_six.phases import PHASES as SIX_PHASES
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.caribbean_stud.decide import not_now, undecided
from upcard.games.caribbean_stud.irregularity import IRREGULARITIES, irregularity
from upcard.games.caribbean_stud.phases import PHASES as STUD_PHASES
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.actor import DEALER, STAFF, SUPERVISOR
from upcard.tables.award_procedure import documented_under, paid_by
from upcard.tables.dealing import AUTOMATED_SHOE, dealing_of, obstacle
from upcard.tables.deck import deal_first, deal_hands
from upcard.tables.devices import cover_all_device, cover_all_unseen, ready_to_deal
from upcard.tables.due import refuse, says
from upcard.tables.preconditions import check_role, nothing_due, one_deck_racked
from upcard.tables.state import Table
from upcard.tables.stranded import check_taken, stranded, taken_back_for

Events = tuple[e.Event, ...]

BY_PLAYERS = (
    "PlaceWager", "TakeBackWager", "PlaceCoupon", "Fold", "Bet", "Stand", "Discard", "BuyCard",
)  # fmt: skip
"""What a player does; the dealer may do it in a player's name."""

WAGERS = ("PlaceWager", "PlaceCoupon", "Bet", "BuyCard")

STAKES = ("PlaceWager", "PlaceCoupon")
"""What is put down before the deal, and lies there until the round is over: devices come and go before it."""

BETTING = (*STAKES, "TakeBackWager")
"""What ends with the lock-out, whatever is due after it."""

FROM_DECK = ("Deal", "CompleteDealer", "DealStreet", "DealBonusCard")
"""What a virtual table deals from its own deck."""

OF_THE_TABLE = ("CloseBets", "Complete")
"""What the table's own steps do in the round."""

KEYED_WRONGLY = ("CorrectHand", "CorrectDealer", "CorrectCommunity", "CorrectUpCard", "TakeBackDeal")
CORRECTIONS = (*KEYED_WRONGLY, "CorrectProgressive")
"""What a supervisor does about what was keyed wrongly, whatever else is due."""

UNSEEN = ("DealUnseen", "ShowHand", *KEYED_WRONGLY)
"""What only a table with real cards is told."""

AFTER_DRAWING = ("DealUnseen", "CompleteDealer")
"""What is keyed once real cards have left the deck."""


def game(t: TableRules, table: Table, command: Any) -> Events:
    """What the game makes of a command."""
    rules: Any = t.rules
    if isinstance(table.round, SixRound):
        assert isinstance(rules, BonusSixRules)
        return tuple(e.Played(event) for event in six.decide(rules, table.round, command))
    assert isinstance(rules, CaribbeanStudRules)
    assert isinstance(table.round, StudRound)
    return tuple(e.Played(event) for event in stud.decide(rules, table.round, command))


def in_round(t: TableRules, table: Table, act: c.Act) -> Events:
    """An act in the round by a player or by those who run the table."""
    assert isinstance(act.command, c.Play)
    command: Any = act.command.command
    name = type(command).__name__
    own: Any = six.Command if isinstance(t.rules, BonusSixRules) else stud.Command
    if not isinstance(command, own):
        raise refuse(t, None, f"{name} is an act of another game than is played here")
    _own_way(t, table, name)
    if name in WAGERS and act.command.tender == "cash" and says(t, "verbal_cash_wagers") is False:
        raise refuse(t, "verbal_cash_wagers", "a spoken wager with cash is not taken: chips go on the layout")
    if act.command.tender != "chips" and getattr(command, "wager", "") == "progressive":
        raise refuse(t, "progressive_device", "a progressive wager is a chip that the device takes")
    if name == "Report":
        return _report(t, table, act, command)
    if name in CORRECTIONS:
        return _corrected(t, table, act, command)
    if name in BY_PLAYERS:
        if act.by.role == "player" and name not in BETTING and command.seat in table.players:
            _in_phase(t, table, command)  # whoever it is, there is nothing to decide
        _player(t, table, act, command.seat, wagers=name in BETTING)
        if name in STAKES and (stands := obstacle(t, table)):
            raise refuse(t, stands.rule, f"no wager is taken while the table cannot be dealt: {stands.because}")
        if isinstance(command, stud.PlaceWager) and command.wager == "cover_all":
            _covers(t, table)
        if isinstance(command, stud.TakeBackWager):
            _may_go_back(t, table, command)
        if name in STAKES and table.round is not None and table.round.phase == "betting":
            check_taken(t, getattr(command, "wager", "") or command.coupon)
    elif name == "Settle" and isinstance(table.round, StudRound) and isinstance(t.rules, CaribbeanStudRules):
        roles, rule = paid_by(t.rules, table.round)
        _in_phase(t, table, command)
        if act.by.role in DEALER:
            nothing_due(t, table)  # a step of another comes first, whoever pays after it
        check_role(t, act, roles, rule)
    else:
        check_role(t, act, DEALER, _dealers_rule(t, table, name))
    dealing = dealing_of(t, table)
    if name == "TurnUpCard" and dealing is not None and dealing.turned_rule is None:
        raise refuse(t, dealing.order_rule, "one of the dealer's cards is dealt face up here: none is turned up later")
    if name == "DealUnseen" and isinstance(table.round, StudRound) and table.round.phase not in ("betting", "closed"):
        raise refuse(t, deal_rule(t, table), "the cards of this round are dealt already")
    if name not in BETTING:
        _in_phase(t, table, command)
        nothing_due(t, table, name)
    if isinstance(command, stud.DealUnseen):
        _face_up(t, table, command)
    dealt: Events = ()
    if isinstance(table.round, SixRound) and name == "DealUnseen" and not table.drawn:
        ready_to_deal(t, table)
        dealt = (e.CardsLeftDeck(table.current),)
    elif name in AFTER_DRAWING and not table.drawn:
        raise refuse(t, None, "the cards leave the deck before they are keyed")
    events = game(t, table, command)
    fell = taken_back_for(t, table, command) if act.by.role != "player" else None
    why = (e.StepDone(name, fell.seat, fell.rule),) if fell else ()
    return (*dealt, *why, *events, *_documents(t, events))


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


def _own_way(t: TableRules, table: Table, name: str) -> None:
    """Refuses what this kind of table does by a step of its own, or does not know."""
    if name in OF_THE_TABLE:
        raise refuse(t, None, f"{name} is done by the table's own step")
    if t.mode == "virtual" and name in (*FROM_DECK, *UNSEEN):
        raise refuse(t, None, "the cards come from the table's own deck")
    if t.mode == "keyed" and name == "Deal":
        dealing = dealing_of(t, table)
        hidden = dealing.hidden_rule if dealing else "hands_concealed"
        raise refuse(t, hidden, "cards that lie face down are not told to the system")
    if name == "CompleteDealer" and says(t, "dealer_completes_from") is None:
        raise refuse(t, "dealer_wrong_count", "no card completes a dealer's hand here: a wrong count is a misdeal")


def deal_rule(t: TableRules, table: Table) -> str:
    """The rule by which the dealer deals."""
    dealing = dealing_of(t, table)
    return dealing.order_rule if dealing else "first_cards"


def up_rule(t: TableRules, table: Table) -> str | None:
    """The rule by which one of the dealer's cards lies face up."""
    dealing = dealing_of(t, table)
    return dealing.turned_under if dealing else None


DEALERS_OWN: dict[str, tuple[str, ...]] = {
    "CompleteDealer": ("dealer_completes_from",),
    "Reveal": ("forfeits_collected_first", "dealer_qualifies_with"),
    "TurnCommunity": ("community_cards",),
    "DealBonusCard": ("bonus_card_order",),
}
"""The rules that have the dealer do something; the first that the edition has is named."""


def _dealers_rule(t: TableRules, table: Table, name: str) -> str | None:
    if name in ("DealUnseen", "DealStreet"):
        return deal_rule(t, table)
    if name == "TurnUpCard":
        return up_rule(t, table)
    return next((rule for rule in DEALERS_OWN.get(name, ("settlement_order",)) if rule in t.edition.citations), None)


def _in_phase(t: TableRules, table: Table, command: Any) -> None:
    """Refuses what is not for this phase at all, whatever is due in it."""
    round = table.round
    phases: Any = SIX_PHASES if isinstance(round, SixRound) else STUD_PHASES
    if round is not None and type(command) not in phases[round.phase]:
        game(t, table, command)


def _may_go_back(t: TableRules, table: Table, command: stud.TakeBackWager) -> None:
    """Refuses to hand back a wager that stands once the bets are closed, or before what is due."""
    assert isinstance(t.rules, CaribbeanStudRules)
    if isinstance(table.round, StudRound) and table.round.phase != "betting":
        if taken_back_for(t, table, command) is None:
            raise not_now(t.rules, table.round, command)
        nothing_due(t, table)


def lock_out_rule(t: TableRules, table: Table) -> str:
    """The rule by which the bets close."""
    dealing = dealing_of(t, table)
    return dealing.lock_out_rule if dealing else "ante_required"


def _covers(t: TableRules, table: Table) -> None:
    """Refuses a cover all wager, where it is offered, without the device that shows what it pays."""
    offered = isinstance(t.rules, CaribbeanStudRules) and t.rules.cover_all is not None
    if offered and (because := cover_all_device(t, table)):
        raise refuse(t, "cover_all_shuffler_mode", f"cover_all: {because}")
    if offered and (because := cover_all_unseen(t, table)):
        raise refuse(t, "cover_all_display", f"cover_all: {because}")


def decided_under(table: Table) -> str:
    """The rule that leaves the decision on a hand to its player."""
    if isinstance(table.round, SixRound):
        return DECIDED_BY.get(table.round.phase, "first_bet_multiple")
    return "decision_choices"


def _player(t: TableRules, table: Table, act: c.Act, seat: int, *, wagers: bool) -> None:
    if seat not in table.players:
        raise refuse(t, "seated_players_only", f"nobody sits in seat {seat}")
    held = "cards_touched_by" if "cards_touched_by" in t.edition.citations else decided_under(table)
    rule = None if wagers else held
    if act.by.role == "player" and table.players[seat] != act.by.id:
        raise refuse(t, rule, f"seat {seat} is another player's")
    if act.by.role not in ("player", "dealer"):
        does = "wager" if wagers else "play a hand"
        raise refuse(t, "seated_players_only" if wagers else rule, f"a {act.by.role} does not {does}")


def _report(t: TableRules, table: Table, act: c.Act, command: Any) -> Events:
    """Something went wrong: it is said at once, whatever else is due."""
    if not isinstance(t.rules, CaribbeanStudRules):
        check_role(t, act, STAFF, None)
        return game(t, table, command)
    irregularity(t.rules, command.irregularity)  # one that the edition does not know is refused before anything else
    if command.irregularity == "hole-card-exposed-late" and act.by.role not in SUPERVISOR:
        raise refuse(t, "exposed_hole_card", "whether the round goes on is a supervisor's recorded decision")
    check_role(t, act, STAFF, None)
    _can_have_happened(t, table, command.irregularity)
    match command.irregularity:
        case "chips-miscounted" if table.chips != "wrong" or act.by.role not in SUPERVISOR:
            because = "a supervisor voids a round whose chips were counted and are not as many as the wagers"
            raise refuse(t, "progressive_chips_counted", because)
        case "player-wrong-count" if command.seat in table.racked:
            raise refuse(t, "player_wrong_count", f"the cards of seat {command.seat} were counted into the rack")
        case "stub-count":
            raise refuse(t, "stub_count_wrong", "a wrong stub is told as CountStub, with the number of cards")
        case "shoe-jam" if (dealing := dealing_of(t, table)) is None or dealing.device != AUTOMATED_SHOE:
            raise refuse(t, "shoe_jam", "no automated dealing shoe is in use")
        case "face-up-card" if isinstance(table.round, StudRound) and table.discarded >= (says(t, "face_up_card") or 0):
            return game(t, table, stud.Report("face-up-cards"))
        case "player-wrong-count" | "dealer-wrong-count" | "dealer-short" if _stub_alone_counted(t, table):
            return (*game(t, table, command), e.DeckWithdrawn(table.current, "misdealt_deck_total"))
        case "face-up-card":
            found = game(t, table, command)
            one_deck_racked(t, table)
            return found
        case _:
            return game(t, table, command)


def _stub_alone_counted(t: TableRules, table: Table) -> bool:
    """Whether the stub was right with hands that nobody counted: with a wrong hand the deck is not whole."""
    counted = table.stub == "racked" and not table.since_count and not table.hands_counted
    return counted and table.deck.stage == "in play" and says(t, "misdealt_deck_total") is not None


def _can_have_happened(t: TableRules, table: Table, kind: str) -> None:
    """Refuses what is found in this phase of a round, where the table shows that it did not happen."""
    phase = table.round.phase if isinstance(table.round, StudRound) else "complete"
    found = next((known for known in IRREGULARITIES if known.kind == kind and phase in known.phases), None)
    if found is None or found.rule not in t.edition.citations:
        return
    match kind, phase:
        case "hole-card-exposed", _ if table.deck.stage != "ready":
            because = "no hole card has been dealt: the deck is not ready"
        case "hole-card-exposed-late", "closed" if not table.drawn:
            because = "no hole card has been dealt: no card has left the deck"
        case "hole-card-exposed-late", "short" if isinstance(table.round, StudRound) and not undecided(table.round):
            because = "everybody has decided: the round goes on"
        case "shoe-jam", _ if table.stub_taken:
            because = "the dealing is over: what is left of the deck has been taken from the shoe"
        case "face-up-card" | "face-up-cards" | "card-drawn-in-error", "closed" if table.stub_taken:
            because = "the dealing is over: what is left of the deck has been taken away"
        case "face-up-card" | "face-up-cards", _ if t.mode == "keyed" and not table.drawn:
            lacks = "the one that completes the dealer's hand is not yet"
            left = lacks if phase == "short" else "none has left the deck"
            because = f"a card is found face up while cards are being dealt, and {left}"
        case _:
            return
    raise refuse(t, found.rule, because)


def corrected_under(t: TableRules, table: Table, act: str) -> str:
    """The rule that what is corrected was done by."""
    if act == "CorrectProgressive":
        return "progressive_chips_counted"
    if act == "CorrectUpCard" and (rule := up_rule(t, table)):
        return rule
    if act == "TakeBackDeal":
        return deal_rule(t, table)
    return "settlement_order"


def correction_waits(table: Table, act: str) -> str:
    """Why the table has gone too far for a correction, or empty."""
    if act == "CorrectProgressive" and table.drawn:
        return "the cards have left the deck: no progressive wager is struck or taken any more"
    if act == "CorrectProgressive" and table.chips not in ("wrong", "corrected"):
        return "a wager is corrected once the chips were counted and are not as many as the wagers"
    if act == "TakeBackDeal" and table.racked:
        return "cards of this deal lie in the rack: it is not taken back any more"
    return ""


def _corrected(t: TableRules, table: Table, act: c.Act, command: Any) -> Events:
    """What was keyed wrongly is put right by looking at it, on the table or made again from the rack."""
    name = type(command).__name__
    check_role(t, act, SUPERVISOR, None)
    if name == "CorrectProgressive" and not says(t, "progressive_chips_counted"):
        raise refuse(t, None, "this edition has no count of the progressive chips")
    if because := correction_waits(table, name):
        raise refuse(t, "progressive_chips_counted" if name == "CorrectProgressive" else None, because)
    if name == "CorrectProgressive" and command.cents:
        check_taken(t, "progressive")
    return game(t, table, command)


def _documents(t: TableRules, events: Events) -> Events:
    """What is to be written down about awards that came neither from the tray nor to an account."""
    if not isinstance(t.rules, CaribbeanStudRules):
        return ()
    payments = [p for event in events if isinstance(event, e.Played) for p in getattr(event.event, "payments", ())]
    wanted = ((p.seat, documented_under(t.rules, p), 0 if p.wager == "five_card_dealer" else p.seat) for p in payments)
    return tuple(e.DocumentsOpened(seat, rule, hand) for seat, rule, hand in wanted if rule is not None)


# ------------------------------------------------------------------------------------------------ the deal


def lock_out(t: TableRules, table: Table) -> Events:
    """Bets close and the progressive is locked, with a deck that is ready."""
    ready_to_deal(t, table)
    _none_stranded(t, table)
    command: Any = six.CloseBets() if isinstance(table.round, SixRound) else stud.CloseBets()
    return game(t, table, command)


def _none_stranded(t: TableRules, table: Table) -> None:
    for one in stranded(t, table)[:1]:
        raise refuse(t, one.rule, f"{one.said}; it is taken back first")


def deal(t: TableRules, table: Table, command: c.DealCards) -> Events:
    """The next cards leave the deck: a virtual table's own, or real ones that are keyed after it."""
    round = table.round
    assert round is not None
    if round.phase == "betting":
        locked = " and the progressive locked" if t.ways else ""
        raise refuse(t, lock_out_rule(t, table), f"no card is dealt before the bets are closed{locked}")
    over = round.phase not in ("closed", "short") or (t.mode == "keyed" and table.drawn)
    if isinstance(round, StudRound) and over:
        raise refuse(t, deal_rule(t, table), "the cards of this round are dealt already")
    nothing_due(t, table)
    if round.phase == "closed" and not table.drawn:
        ready_to_deal(t, table)
        _none_stranded(t, table)
        one_deck_racked(t, table)
    left = e.CardsLeftDeck(table.current, command.drawing_hand or "", command.holding_hand or "")
    if isinstance(round, SixRound):
        if t.mode != "virtual":
            raise refuse(t, None, "real cards are keyed, not dealt by the system")
        return (left, *game(t, table, _six_cards(t, table, round)))
    _hands(t, table, command)
    if t.mode == "virtual":
        return (left, *game(t, table, _stud_cards(t, table, round)))
    return (left,)


def _hands(t: TableRules, table: Table, command: c.DealCards) -> None:
    """The dealer's hands: the one nearest a shoe draws; one that holds the deck holds it all round."""
    method = dealing_of(t, table)
    assert method is not None
    if method.drawing_hand_rule is not None and command.drawing_hand != t.shoe_side:
        raise refuse(t, method.drawing_hand_rule, f"the {t.shoe_side} hand, nearest the shoe, draws each card")
    if method.needs_rule is not None:
        if command.holding_hand is None:
            raise refuse(t, method.needs_rule, "the dealer chooses the hand that holds the deck")
        if table.holding_hand and command.holding_hand != table.holding_hand:
            raise refuse(t, method.needs_rule, "the same hand holds the deck for the whole round")


def _stud_cards(t: TableRules, table: Table, round: StudRound) -> Any:
    """Hands from the top of the deck, below what was found face up."""
    method = dealing_of(t, table)
    assert method is not None
    assert isinstance(t.rules, CaribbeanStudRules)
    order = table.deck.order[table.discarded :]
    hands, dealer = deal_hands(order, round.clockwise, method, t.rules.law.hand_size)
    return stud.Deal(hands, dealer, method.order.up_card, method.turned_rule is None)


def _six_cards(t: TableRules, table: Table, round: SixRound) -> Any:
    assert isinstance(t.rules, BonusSixRules)
    law, order = t.rules.law, table.deck.order
    if round.phase == "closed":
        burnt, hands, community = deal_first(order, round.clockwise, law.burn_cards, law.first_cards)
        return six.Deal(burnt, hands, community)
    dealt = law.burn_cards + law.community_cards + sum(seat.count for seat in round.seats.values())
    if round.phase == "cards":
        seat = six.to_verify(round)[0]
        wins = t.rules.schedule.odds(round.seats[seat].value) is not None
        return six.DealBonusCard(seat, None if wins else order[dealt])
    in_play = [n for n in round.clockwise if round.seats[n].in_play]
    return six.DealStreet(dict(zip(in_play, order[dealt:], strict=False)))


def completed(t: TableRules, table: Table) -> Events:
    command: Any = six.Complete() if isinstance(table.round, SixRound) else stud.Complete()
    return game(t, table, command)
