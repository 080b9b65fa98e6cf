"""What steps are called on the screen, what is asked for, and why: a rule with its clause; the games call their own."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict
from urllib.parse import quote

from upcard.document import doc
from upcard.games.game import CORES, game_of
from upcard.games.payment import Payment
from upcard.law import Edition
from upcard.number_format import money
from upcard.present.narration import DEALT
from upcard.present.payment import WAGERS
from upcard.rules.table import TableRules
from upcard.tables.procedure import StepContext
from upcard.tables.state import Table

STEPS: dict[str, str] = {
    "OpenTable": "Open the table",
    "InspectDeck": "Inspect the {deck} deck",
    "VerifyDeck": "Floorperson verifies the {deck} deck",
    "SpreadDeck": "Spread the {deck} deck face up",
    "WashDeck": "Wash and stack the {deck} deck",
    "SpreadIdle": "Nobody plays: spread the cards face up",
    "ShuffleDeck": "Shuffle the {deck} deck",
    "ReportShufflerCount": "Shuffler's count of the {deck} deck",
    "CutDeck": "Cut the {deck} deck",
    "ReplaceDeck": "Bring a fresh {deck} deck",
    "InstallDevice": "Install the {what}",
    "RemoveDevice": "Remove the {what}",
    "ChangeDealing": "From now on deal {what}",
    "LockOut": "No more bets",
    "TakeBackWager": "Take back seat {seat}'s {what} wager",
    "CountChips": "Count the progressive chips",
    "DealCards": "Deal",
    "RackStub": "Rack the stub",
    "CountStub": "Count the stub",
    "Decide": "Ask seat {seat}",
    "KeyWinner": "Winner key, seat {seat}",
    "CallSupervisor": "Call a supervisor",
    "VerifyAward": "Supervisor verifies seat {seat}'s award",
    "VerifyHand": "Verify seat {seat}'s hand",
    "VerifyLight": "Verify that seat {seat}'s light is on",
    "ConfirmHand": "Floorperson verifies seat {seat}'s hand",
    "ValidateAward": "Supervisor validates seat {seat}'s award",
    "VerifyFiveCard": "Verify seat {seat}'s five card hand",
    "ValidateFiveCard": "Floorperson verifies seat {seat}'s five card hand",
    "DocumentAward": "Documents of seat {seat}'s award are complete",
    "CollectForfeits": "Collect what seat {seat} gives up",
    "LeaveExposed": "Leave {whose} hand exposed",
    "RackCards": "{racks} {whose} cards",
    "Reconcile": "Reconcile: ready for the next round",
    **{act: label for core in CORES.values() for act, label in core.LABELS.steps.items()},
}

SETTLEMENT: dict[str, str] = {kind: label for core in CORES.values() for kind, label in core.LABELS.settlement.items()}


def settled_kind(t: TableRules, table: Table, kind: str, seat: int) -> str:
    """A step of the settlement as it is named: otherwise where it is for nobody, whatever the cards are."""
    none = f"{kind}, none"
    fact = game_of(t).FACTS.get(kind) if none in SETTLEMENT else None
    return none if fact is not None and not fact(StepContext(t, table, "Settle", None, seat, "", "")) else kind


ASKS = {
    "cards": "Cards", "card": "Card", "dealer": "The dealer's cards", "up_card": "The dealer's face-up card",
    "counts": "Cards at each seat", "dealer_count": "Cards of the dealer", "chips": "Progressive chips",
    "hands": "Cards in all hands (if the stub is wrong)",
    "magic_card": "Magic card (if drawn)", "lucky": "Lucky position (if drawn)",
}  # fmt: skip


def whose(seat: int) -> str:
    """Whose hand; 0 is the dealer's."""
    return f"seat {seat}'s" if seat else "the dealer's"


def concerned(command: Any) -> str:
    """The device, the way of dealing or the wager that a step is about."""
    wager = getattr(getattr(command, "command", None), "wager", "")
    if wager:
        return WAGERS[wager].lower()
    dealing: str = getattr(command, "dealing", "")
    return DEALT.get(dealing, dealing) or getattr(command, "device", "")


def racks(law: object) -> str:
    """What is done with cards that are racked."""
    return "Spread, count and rack" if "counted" in (getattr(law, "cards_racked_in_turn", "") or "") else "Rack"


def step_label(act: str, seat: int = 0, deck: str = "", kind: str = "", what: str = "", *, law: object = None) -> str:
    """The next step as a button says it; cards are counted into the rack where the law says so.

    >>> step_label("RackCards", 3), step_label("Settle", 5, kind="hand")
    ("Rack seat 3's cards", 'Settle seat 5')
    """
    of_all = None if seat else SETTLEMENT.get(f"{kind}, all")
    if getattr(law, "no_hand_bet", None) not in (None, "returned"):
        of_all = of_all or SETTLEMENT.get(f"{kind}, bet paid")
    text = of_all or SETTLEMENT.get(kind) if act == "Settle" else STEPS.get(act)
    return (text or act).format(seat=seat, deck=deck, whose=whose(seat), what=what, racks=racks(law))


THEN = {
    "CollectForfeits": "collect from {seats}",
    "LeaveExposed": "leave {seats} exposed",
    "RackCards": "{racks} {seats}",
}
"""Steps behind another one: as short as can be, for they stand together on its button."""


def then_label(act: str, seats: list[int], said: str, law: object) -> str:
    """A step behind another one, at several seats where each takes it; `said` is what its own button would say.

    >>> then_label("RackCards", [2, 4, 0], "", None), then_label("RackStub", [0], "Rack the stub", None)
    ('rack 2, 4, the dealer', 'rack the stub')
    """
    told = THEN.get(act, said).format(
        seats=", ".join(f"{seat}" if seat else "the dealer" for seat in seats), racks=racks(law)
    )
    return f"{told[:1].lower()}{told[1:]}"


# ---- Why ---------------------------------------------------------------------------------------------------
# a rule by its name, with the clause that gives it in our words, our reading of it, and the arithmetic.


class Why(TypedDict):
    """The rule behind something, with the clause that gives it."""

    rule: Annotated[str, doc("The rule by its name.")]
    clause: Annotated[str, doc("The clause that gives it.")]
    summary: Annotated[str, doc("The clause in our words.")]
    reading: Annotated[str | None, doc("How we read the clause, where it needed that.")]
    arithmetic: Annotated[str | None, doc("How the amount was worked out, where there is one.")]
    href: Annotated[str, doc("Where the clause stands on this site.")]


def _cited(found: Edition, rule: str) -> Why | None:
    citation = found.citations.get(rule)
    if citation is None:
        return None
    clause = found.clause(citation.clause)
    reading = next((r.summary for r in found.readings if r.name == citation.reading), None)
    return {
        "rule": rule,
        "clause": clause.id,
        "summary": clause.summary,
        "reading": reading,
        "arithmetic": None,
        "href": f"/law/{found.id}#{quote(clause.id)}",
    }


def why(rules: Any, rule: str | None, arithmetic: str | None = None) -> Why | None:
    """A rule with its clause; None where there is no rule, or the edition does not have it."""
    found = _cited(rules.edition, rule) if rule else None
    return {**found, "arithmetic": arithmetic} if found and arithmetic else found


def arithmetic(payment: Payment, hand: str | None, wager: str, on: str = "") -> str:
    """How a payment was worked out; `on` says what a loss or a push was decided by.

    >>> paid = Payment(5, "bet", "win", 2000, 2000, 14000, "tray", "bet_full_house", 1, "7 to 1")
    >>> arithmetic(paid, "full house", "bet")
    'full house, 7 to 1: bet $20 wins $140, and $20 is returned'
    >>> arithmetic(Payment(5, "ante", "lose", 1000, 0, 0, None, "x"), None, "ante")
    'ante $10 is lost'
    >>> arithmetic(Payment(5, "bonus", "lose", 100, 0, 0, None, "x"), None, "bonus", ", with pair of threes")
    'bonus $1 is lost, with pair of threes'
    >>> arithmetic(Payment(5, "tip", "win", 1000, 1000, 1000, "tray", "x", 1, "1 to 1"), "pair of aces", "tip")
    "pair of aces, 1 to 1: tip $10 wins $10; stake and winnings, $20, are the dealer's"
    """
    stake = money(payment.staked) if payment.staked else ""
    name = f"{wager} {stake}".strip()
    match payment.result:
        case "win":
            because = ", ".join(part for part in (hand, payment.odds) if part)
            said = f"{because + ': ' if because else ''}{name} wins {money(payment.paid)}"
            if payment.wager == "tip":
                return f"{said}; stake and winnings, {money(payment.returned + payment.paid)}, are the dealer's"
            where = {"account": " to the game account", "meter": " off the meter"}.get(payment.source or "", "")
            return f"{said}{where}, and {money(payment.returned)} is returned" if payment.returned else f"{said}{where}"
        case "lose":
            return f"{name} is lost{on}"
        case "forfeit":
            return f"{name} is forfeited with the hand"
        case "push":
            return f"{name} is returned{on}"
        case "void":
            return f"{name} is returned, the hand being void"
        case "fee":
            return f"{name} is collected"
