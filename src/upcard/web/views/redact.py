"""An entry's event without what nobody may see yet: cards that lie face down, orders of decks, secrets of shuffles.

It is an allow-list. While an entry is hidden (`sealed` says for how long), only the fields that are named here are
shown, and an event or a field that is not named is not. So whatever is added to the events one day stays unseen until
somebody has said that it may be seen.
"""

from __future__ import annotations

from typing import Any

import msgspec

FACE_DOWN = "face down"

HARMLESS: dict[str, str] = {
    "TableOpened": "edition digest elections engine decks devices game accessories mode equipment deck_ids",
    "TableClosed": "",
    "DealerRelieved": "dealer",
    "DeckStaged": "deck stage rule by id",
    "DeckShuffled": "deck method ready",
    "DeckCounted": "deck cards rule",
    "ShufflerJammed": "deck rule",
    "DeckCut": "deck cards over",
    "RecutOrdered": "deck rule",
    "DeckWithdrawn": "deck rule",
    "DeckRemoved": "deck rule",
    "CardsSpreadIdle": "face_up rule",
    "DeviceInstalled": "device",
    "DeviceRemoved": "device",
    "DealingChanged": "dealing rule",
    "SeatTaken": "seat player",
    "SeatLeft": "seat",
    "ChipsCounted": "chips accepted rule",
    "CardsLeftDeck": "deck drawing_hand holding_hand",
    "StubRacked": "rule",
    "StubCounted": "cards total rule hands in_all",
    "WinnerKeyed": "seat lit rule",
    "SupervisorCalled": "rule seat stands",
    "CallAnswered": "",
    "CallEnded": "",
    "StepDone": "step seat rule",
    "DocumentsOpened": "seat rule hand",
    "AwardDocumented": "seat rule",
    "HandLeftExposed": "seat rule",
    "CardsRacked": "seat rule",
    "RoundReconciled": "number rule next_deck game",
    "stud.WagerPlaced": "seat wager cents",
    "stud.WagerTakenBack": "seat wager cents",
    "stud.CouponPlaced": "seat coupon cents",
    "stud.BetsClosed": "accepted",
    "stud.HandsDealt": "up turned",
    "stud.HandsDealtUnseen": "counts dealer_count up_card",
    "stud.UpCardTurned": "card",
    "stud.DealerFellShort": "rule held",
    "stud.DealerCompleted": "rule",
    "stud.HandVoided": "seat rule payments reversed undone order",
    "stud.RoundVoided": "rule irregularity payments reversed",
    "stud.TableMisdealt": "rule agenda reversed",
    "stud.IrregularityNoted": "irregularity rule seat",
    "stud.HandFolded": "seat payments",
    "stud.BetMade": "seat cents",
    "stud.HoleCardsRevealed": "dealer value qualifies magic_card lucky agenda",
    "stud.HandShown": "seat cards value",
    "stud.HandCorrected": "seat before cards value payments reversed undone also",
    "stud.DealerCorrected": "before dealer value qualifies agenda reversed undone order",
    "stud.AwardKept": "seat wager odds cents rule",
    "stud.PartsReturned": "wager odds level parts each rule",
    "stud.UpCardCorrected": "before card",
    "stud.DealTakenBack": "reversed",
    "stud.ProgressiveCorrected": "seat wager before cents rule",
    "stud.StepSettled": "step payments draws shared",
    "stud.RoundCompleted": "",
    "six.WagerPlaced": "seat wager cents",
    "six.WagerTakenBack": "seat wager cents",
    "six.BetsClosed": "",
    "six.HandsDealt": "",
    "six.HandsDealtUnseen": "counts",
    "six.CommunityTurned": "card",
    "six.HandFolded": "seat payments",
    "six.BetMade": "seat cents tip",
    "six.StreetDealt": "seats",
    "six.FinalDecided": "seat decision payments fee",
    "six.HandShown": "seat cards value",
    "six.HandCorrected": "seat before cards value reversed unverified unsettled also",
    "six.CommunityCorrected": "before card values reversed unverified unsettled",
    "six.DealTakenBack": "reversed",
    "six.BonusCardDealt": "seat payments",
    "six.BonusCardRefused": "seat payments",
    "six.HandVoided": "seat rule payments reversed",
    "six.IrregularityNoted": "irregularity rule seat",
    "six.SeatSettled": "seat payments",
    "six.RoundCompleted": "",
    "ShuffleCommitted": "table number commitment",
    "ContributionGiven": "table player value",
    "ShuffleDrawn": "table number deck contributions draws deal",
    "ShuffleRevealed": "table number round",
}
"""By the name that the journal gives an event, the fields that tell of no card before the table saw it."""

# fmt: off
OPEN: frozenset[str] = frozenset({
    "JackpotOpened", "TableJoined", "TableLeft", "LinkSuspended", "LinkResumed", "LevelChanged", "MeterCorrected",
    "SignRead", "TitleWagered", "HitLocked", "HitValidated", "HitRejected", "HitPaid", "HitUnwon", "EndAnnounced",
    "PetitionRecorded", "PetitionDecided", "CriteriaEased", "FundTransferred", "JackpotEnded", "HouseOpened",
    "TrayFilled", "TrayCredited", "ChipsBought", "DropCounted", "TrayCounted", "ShiftClosed", "AlertAcknowledged",
    "SlipIssued", "SlipSigned", "SlipVoided",
})
# fmt: on
"""The events of money: what they tell of a hand was turned up before they could be recorded."""

# fmt: off
JUDGED: frozenset[str] = frozenset({
    "stud.StepSettled", "stud.HandCorrected", "stud.DealerCorrected", "six.SeatSettled", "six.BonusCardRefused",
    "six.HandCorrected", "six.CommunityCorrected",
})
# fmt: on
"""Where a payment names a hand, the hand lies face up. Elsewhere its rank is kept back with the hand."""

PAYMENTS = ("payments", "reversed")


def redacted(text: str) -> dict[str, Any]:
    """The event of an entry that is hidden, from its JSON.

    >>> redacted('{"type":"DeckCut","deck":"red","cards":12,"order":[3,1,2],"over":""}')
    {'type': 'DeckCut', 'deck': 'red', 'cards': 12, 'order': '3 cards, face down', 'over': ''}
    >>> redacted('{"type":"Unheard","of":[1,2]}')
    {'type': 'Unheard', 'of': 'face down'}
    """
    event: dict[str, Any] = msgspec.json.decode(text)
    event.pop("salt", None)
    return _shown(event)


def _shown(event: dict[str, Any]) -> dict[str, Any]:
    kind = event.get("type", "")
    if kind in OPEN:
        return event
    if kind == "Played":
        return {"type": kind, "event": _shown(event["event"])}
    allowed = HARMLESS.get(kind)
    fields = allowed.split() if allowed is not None else ()
    found: dict[str, Any] = {"type": kind}
    for field, value in event.items():
        if field == "type":
            continue
        if field not in fields:
            found[field] = _turned_down(kind, event, field, value) if allowed is not None else FACE_DOWN
        elif field in PAYMENTS and kind not in JUDGED:
            found[field] = [payment | {"hand": None} for payment in value]
        else:
            found[field] = value
    return found


def _turned_down(kind: str, event: dict[str, Any], field: str, value: Any) -> Any:
    """As many cards as lie there, and of the dealer's the one that lies face up."""
    if kind == "stud.HandsDealt" and field == "dealer":
        up = event["up"] if event.get("turned", True) else 0
        return [card if place == up else FACE_DOWN for place, card in enumerate(value, 1)]
    return _backs(value)


def _backs(value: Any) -> Any:
    match value:
        case None:
            return None
        case list():
            return f"{len(value)} cards, {FACE_DOWN}"
        case dict():
            return {key: _backs(each) for key, each in value.items()}
        case _:
            return FACE_DOWN
