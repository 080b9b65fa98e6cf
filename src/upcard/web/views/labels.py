"""What things are called on the screen: wagers, steps, phases, keys. The law's phrases where it has them."""

from __future__ import annotations

from typing import Any, get_args

from upcard.document import listed
from upcard.games.bonus_six.round import Phase as SixPhase
from upcard.games.caribbean_stud.round import Phase as StudPhase
from upcard.games.caribbean_stud.view import Lamp as LampState
from upcard.law.edition import edition_ids
from upcard.law.registry import games
from upcard.present.narration import DEALT
from upcard.tables.deck import Stage as DeckStage

WAGERS = {
    "ante": "Ante", "bet": "Bet", "progressive": "Progressive", "envy": "Envy", "bonus": "Bonus",
    "five_card_player": "Five card, own hand", "five_card_dealer": "Five card, dealer's hand",
    "magic_card": "Magic card", "lucky": "Lucky", "cover_all": "Cover all", "tip": "Tip", "match_play": "Match play",
    "progressive_coupon": "Progressive coupon", "bet_1": "First bet", "bet_2": "Second bet",
    "insurance": "Insurance", "bonus_card": "Bonus card",
}  # fmt: skip

STEPS = {
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
    "DealUnseen": "Key what was dealt",
    "CompleteDealer": "Complete the dealer's hand",
    "DealStreet": "Deal the next card",
    "RackStub": "Rack the stub",
    "CountStub": "Count the stub",
    "Decide": "Ask seat {seat}",
    "Reveal": "Turn up the dealer's hand",
    "TurnUpCard": "Turn up the dealer's card",
    "TurnCommunity": "Turn the community card",
    "ShowHand": "Key seat {seat}'s cards",
    "DealBonusCard": "Bonus card for seat {seat}",
    "SettleSeat": "Settle seat {seat}",
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
    "LeaveExposed": "Leave {whose} hand exposed",
    "RackCards": "Spread, count and rack {whose} cards",
    "Reconcile": "Reconcile: ready for the next round",
}

SETTLEMENT = {
    "misdeal": "Give back antes, bets and tips",
    "no_hand": "Pay all antes; bets go back",
    "hand": "Settle seat {seat}",
    "progressive": "Settle seat {seat}'s progressive",
    "envy": "Settle envy on seat {seat}'s hand",
    "five_card": "Settle seat {seat}'s five card bonus",
    "cover_all": "Settle the cover all wagers",
}

IRREGULARITIES = {
    "player-wrong-count": ("A player's hand has a wrong number of cards", ""),
    "dealer-wrong-count": ("The dealer's hand has a wrong number of cards", ""),
    "dealer-short": ("The dealer is one card short", ""),
    "hole-card-exposed": ("A hole card was exposed before 'no more bets'", ""),
    "hole-card-exposed-late": ("A hole card was exposed after 'no more bets'", "The house has elected to play on."),
    "face-up-card": ("A card lies face up in the deck", "It is racked unused, and the round goes on."),
    "face-up-cards": ("More than one card lies face up in the deck", ""),
    "card-drawn-in-error": ("A card was drawn in error", "It is used as the next card, and the round goes on."),
    "shoe-jam": ("The dealing shoe jammed", ""),
    "chips-miscounted": ("The progressive chips are not as many as the wagers accepted", ""),
    "wrong-count": ("A hand has a wrong number of cards", ""),
    "card-off-table": ("A card left the table", ""),
    "exposed-card": ("A card was exposed", "The round goes on with it."),
}
"""What can go wrong, and what is done where the round goes on all the same."""

DECISIONS = {
    "Fold": ("Fold", "f"),
    "Bet": ("Bet", "b"),
    "Stand": ("Stand", "t"),
    "Discard": ("Discard", "d"),
    "BuyCard": ("Bonus card", "c"),
}

STUD_STRIP = (
    ("bets", "Bets", ("betting",)),
    ("closed", "No more bets", ("closed",)),
    ("deal", "Deal", ("short",)),
    ("decisions", "Decisions", ("deciding",)),
    ("reveal", "Reveal", ("decided",)),
    ("settle", "Settle", ("settling",)),
    ("jackpots", "Jackpots", ()),
    ("reconcile", "Reconcile", ("settled",)),
)
SIX_STRIP = (
    ("bets", "Bets", ("betting",)),
    ("deal", "Deal", ("closed", "turning")),
    ("second", "First bet", ("second",)),
    ("third", "Second bet", ("third",)),
    ("fourth", "Stand or discard", ("fourth",)),
    ("cards", "Bonus cards", ("cards",)),
    ("settle", "Settle", ("settling",)),
    ("reconcile", "Reconcile", ("settled",)),
)

ASKS = {
    "cards": "Cards", "card": "Card", "dealer": "The dealer's cards", "up_card": "The dealer's face-up card",
    "counts": "Cards at each seat", "dealer_count": "Cards of the dealer", "chips": "Progressive chips",
    "hands": "Cards in all hands (if the stub is wrong)",
    "magic_card": "Magic card (if drawn)", "lucky": "Lucky position (if drawn)",
}  # fmt: skip

LAMPS = {"off": "off", "inviting": "not placed", "placed": "placed", "accepted": "accepted"}


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


def step_label(act: str, seat: int = 0, deck: str = "", kind: str = "", what: str = "") -> str:
    """The next step as a button says it.

    >>> step_label("RackCards", 3), step_label("Settle", 5, kind="hand")
    ("Spread, count and rack seat 3's cards", 'Settle seat 5')
    """
    text = SETTLEMENT.get(kind) if act == "Settle" else STEPS.get(act)
    if act == "Settle" and kind == "envy" and not seat:
        return "Settle envy on all hands"
    return (text or act).format(seat=seat, deck=deck, whose=whose(seat), what=what)


# ---- the closed lists of documents

PHASES = (*dict.fromkeys((*get_args(StudPhase), *get_args(SixPhase))), "closed table")
STATES = ("empty", "seated", "in", "deciding", "bet", "fold", "void", "stand", "discard", "card")

listed("Wager", [*WAGERS], "A wager, a fee or a coupon by its name.")
listed("Game", [*games()], "The game that is played.")
listed("EditionId", edition_ids(), "An edition of the law.")
listed("Mode", ["virtual", "keyed"], "Whether the system shuffles, or real cards are keyed.")
listed("Stage", get_args(DeckStage), "What has been done with a deck.")
listed("Lamp", get_args(LampState), "The lamp of a seat's progressive wager.")
listed("Phase", PHASES, "How far the round is.")
listed("SeatState", STATES, "How a seat stands in the round.")
