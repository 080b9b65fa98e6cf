"""What steps are called on the screen, and what is asked for; the games call their own."""

from __future__ import annotations

from typing import Any

from upcard.games.game import CORES
from upcard.present.labels import WAGERS
from upcard.present.narration import DEALT

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
    "InstallDevice": "The {what} comes to the table",
    "RemoveDevice": "The {what} leaves the table",
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


def step_label(act: str, seat: int = 0, deck: str = "", kind: str = "", what: str = "", *, law: object = None) -> str:
    """The next step as a button says it; cards are counted into the rack where the law says so.

    >>> step_label("RackCards", 3), step_label("Settle", 5, kind="hand")
    ("Rack seat 3's cards", 'Settle seat 5')
    """
    racks = "Spread, count and rack" if "counted" in (getattr(law, "cards_racked_in_turn", "") or "") else "Rack"
    of_all = None if seat else SETTLEMENT.get(f"{kind}, all")
    text = of_all or SETTLEMENT.get(kind) if act == "Settle" else STEPS.get(act)
    return (text or act).format(seat=seat, deck=deck, whose=whose(seat), what=what, racks=racks)
