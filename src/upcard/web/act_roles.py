"""Which roles may ask for which act. Whether an act is lawful now is for the floor; this is who may ask at all."""

from __future__ import annotations

from upcard.web.roles import Roles

_PLAYER: Roles = frozenset({"player"})
_DEALER: Roles = frozenset({"dealer"})
_SUPERVISOR: Roles = frozenset({"supervisor"})
_FLOOR: Roles = frozenset({"floorperson", "supervisor"})
_LICENSEE: Roles = frozenset({"licensee"})
_REGULATOR: Roles = frozenset({"regulator"})
_SEAT: Roles = _PLAYER | _DEALER
_PIT: Roles = _DEALER | _FLOOR
_CHARGE: Roles = _SUPERVISOR | _LICENSEE

PERMITS: dict[str, Roles] = {
    # a table and its people
    **dict.fromkeys(("OpenTable", "CloseTable"), _PIT | _LICENSEE),
    **dict.fromkeys(("RelieveDealer", "CallSupervisor", "Report"), _PIT),
    **dict.fromkeys(("AnswerCall", "EndCall"), _SUPERVISOR),
    **dict.fromkeys(("TakeSeat", "LeaveSeat"), _PLAYER | _PIT),
    # its decks and devices
    **dict.fromkeys(("InspectDeck", "SpreadDeck", "WashDeck", "ShuffleDeck", "CutDeck", "SpreadIdle"), _DEALER),
    **dict.fromkeys(("ReportShufflerCount",), _DEALER),
    **dict.fromkeys(("ReplaceDeck", "ReportShufflerJam"), _PIT),
    **dict.fromkeys(("VerifyDeck", "InstallDevice", "RemoveDevice", "ChangeDealing"), _FLOOR),
    "OrderRecut": _SUPERVISOR,
    # what was keyed wrongly
    **dict.fromkeys(("CorrectHand", "CorrectDealer", "CorrectCommunity"), _SUPERVISOR),
    **dict.fromkeys(("CorrectUpCard", "TakeBackDeal", "CorrectProgressive"), _DEALER | _SUPERVISOR),
    # a seat, whose player acts, or the dealer in the player's name
    **dict.fromkeys(("PlaceWager", "TakeBackWager", "Fold", "Bet", "Stand", "Discard", "BuyCard"), _SEAT),
    "PlaceCoupon": _DEALER,
    "Contribute": _PLAYER,
    # the round
    **dict.fromkeys(("LockOut", "CountChips", "DealCards", "RackStub", "CountStub", "Reconcile"), _DEALER),
    **dict.fromkeys(("DealUnseen", "CompleteDealer", "DealStreet", "DealBonusCard"), _DEALER),
    **dict.fromkeys(
        ("TurnUpCard", "TurnCommunity", "Reveal", "ShowHand", "SettleSeat", "RackCards", "LeaveExposed"), _DEALER
    ),
    # awards
    **dict.fromkeys(("KeyWinner", "VerifyHand", "VerifyLight", "VerifyFiveCard"), _DEALER),
    **dict.fromkeys(("ConfirmHand", "ValidateFiveCard", "DocumentAward"), _FLOOR),
    **dict.fromkeys(("VerifyAward", "ValidateAward"), _SUPERVISOR),
    **dict.fromkeys(("LockHit", "Settle"), _DEALER | _SUPERVISOR),
    "LockTitleHit": _CHARGE,
    **dict.fromkeys(("ValidateHit", "RejectHit", "VoidSlip"), _SUPERVISOR),
    "SignSlip": _PIT | _LICENSEE,
    # jackpots
    **dict.fromkeys(("OpenJackpot", "JoinTable", "LeaveLink", "SuspendLink", "ResumeLink"), _CHARGE),
    **dict.fromkeys(("ChangeLevel", "CorrectMeter", "AnnounceEnd", "EndJackpot"), _CHARGE),
    "ReadSign": _CHARGE | _REGULATOR,
    "TakeTitleWagers": _CHARGE,
    "RecordPetition": _LICENSEE,
    "DecidePetition": _REGULATOR,
    # the cage
    **dict.fromkeys(("FillTray", "CreditTray", "CountDrop", "CountTray", "CloseShift"), _CHARGE),
    "AcknowledgeAlert": _CHARGE | _FLOOR,
    "BuyChips": _DEALER,
}
"""By act, the roles that may ask for it."""
