"""What may be done at a table: the one next step, the choices beside it, wagers with their limits."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict
from urllib.parse import quote

from upcard.document import Money, Wager, doc, one_of
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six.phases import DECIDED_BY
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.bonus_six.round import to_decide
from upcard.games.caribbean_stud.round import Seat
from upcard.games.caribbean_stud.wagers import OFFERED_BY, house_maximum, listed, most
from upcard.games.option import Option
from upcard.journal.casino import OUTDATED
from upcard.number_format import money
from upcard.present.labels import WAGERS
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import FIVE_CARD_WAGERS, CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.actor import STAFF, Actor
from upcard.tables.next_step import Next, guide
from upcard.tables.options import Options
from upcard.tables.state import Table
from upcard.tables.step_lines import Line
from upcard.tables.stranded import stranded, taken_back
from upcard.units import show_cents
from upcard.web.act_codec import OfferedAct, write_act
from upcard.web.views.choice import Ask, Choice, choice
from upcard.web.views.citation import Why, why
from upcard.web.views.irregularity_actions import wrong_counts
from upcard.web.views.labels import ASKS, STEPS, concerned, step_label


class LineToDo(TypedDict):
    """One thing that is done by hand at a step."""

    id: Annotated[str, doc("Its name: the step, the clause and its place there.")]
    do: Annotated[str, doc("What is done.")]
    clause: Annotated[str, doc("The clause that has it done, with the part that is meant.")]
    href: Annotated[str, doc("Where the clause stands on this site.")]


class NextStep(TypedDict):
    """The one next step of the procedure."""

    label: Annotated[str, doc("What the button says.")]
    act: Annotated[OfferedAct | None, doc("What is sent, where it may be done now by whoever looks.")]
    asks: Annotated[list[Ask], doc("What has to be said first.")]
    by: Annotated[
        list[Annotated[str, one_of("player", "dealer", "floorperson", "supervisor", "cage", "licensee", "regulator")]],
        doc("Whose step it is."),
    ]
    yours: Annotated[bool, doc("Whether whoever looks may do it now.")]
    seat: Annotated[int | None, doc("The seat that it concerns.")]
    deck: Annotated[str, doc("The deck that it concerns, or empty.")]
    why: Annotated[Why | None, doc("The rule behind it.")]
    waits: Annotated[str, doc("What it waits for, or empty.")]
    lines: Annotated[list[LineToDo], doc("What is done by hand, in order.")]


class WagerOffer(TypedDict):
    """A wager that the table takes, for the seat of whoever looks."""

    wager: Annotated[Wager, doc("The wager.")]
    label: Annotated[str, doc("The wager in words.")]
    low: Annotated[Money | None, doc("The least that is taken.")]
    high: Annotated[Money | None, doc("The most that is taken.")]
    amounts: Annotated[list[Money] | None, doc("The only amounts that are taken.")]
    open: Annotated[bool, doc("Whether it may be made now.")]
    placed: Annotated[Money | None, doc("What lies there.")]
    back: Annotated[OfferedAct | None, doc("The act that takes it back, where that may be done.")]
    limit: Annotated[str, doc("The limits in words.")]
    why: Annotated[Why | None, doc("The rule that sets them.")]


KINDS = {
    "cards": "count", "card": "card", "dealer": "cards", "up_card": "card", "counts": "counts",
    "dealer_count": "count", "chips": "count", "hands": "count", "magic_card": "card", "lucky": "choice",
}  # fmt: skip
OPTIONAL = {"magic_card", "lucky", "hands", "up_card"}
"""What may be left out; a misdealt dealer may have no card that lies face up."""
HAND_OF = {"ShowHand"}
"""Acts whose `cards` are the cards themselves and not how many."""


def _ask(t: TableRules, table: Table, by: Actor, step: Next, name: str) -> Ask:
    round: Any = table.round
    kind = "cards" if name == "cards" and step.act in HAND_OF else KINDS[name]
    count = None
    if kind == "cards":
        count = round.dealer_count if name == "dealer" else round.seats[step.seat].count
    label = f"Seat {step.seat}'s cards" if step.act in HAND_OF else ASKS[name]
    if name == "cards" and step.act == "CutDeck":
        label = "Cards cut from the top"
    elif name == "cards" and kind == "count":
        label = "Cards counted"
    places = [*(str(seat) for seat in round.clockwise), "dealer"] if name == "lucky" and round else None
    found: Ask = {
        "name": name,
        "kind": kind,
        "label": label,
        "count": count,
        "seats": list(round.clockwise) if kind == "counts" else None,
        "of": places,
        "value": step.suggests.get(name),
        "optional": name in OPTIONAL,
    }
    if name in ("counts", "dealer_count"):
        found["right"], found["wrong"] = wrong_counts(t, table, by, step.suggests, name)
    return found


def bare(step: Next) -> OfferedAct | None:
    """The act without what is asked for."""
    if step.command is not None:
        return write_act(step.command)
    if not step.asks:
        return None
    found: dict[str, Any] = {"act": step.act}
    if step.deck:
        found["deck"] = step.deck
    if step.seat:
        found["seat"] = step.seat
    return found


def _waits(t: TableRules, table: Table, step: Next, role: str, waiting: str) -> str:
    """What the step waits for, where it is not this viewer's to do at once."""
    if waiting:
        return waiting
    if step.act == "Decide":
        return f"Seat {step.seat} decides."
    if step.act in ("LockOut", "TakeBackWager") and (fallen := stranded(t, table)):
        more = " More players make a wager, or it is taken back." if step.command is None else ""
        return f"{fallen[0].said[:1].upper()}{fallen[0].said[1:]}.{more}"
    if step.act == "LockOut" and step.command is None:
        return "Players make their wagers." if table.players else "A player sits down and makes a wager."
    if step.act == "WashDeck" and step.command is None:
        return "The first player sees the cards before they are washed."
    if step.act == "SpreadDeck" and step.command is None:
        return "The cards are turned face up once a player comes."
    if role not in step.roles:
        return f"For the {step.roles[0]}: {_label(table, step)}."
    return ""


def _kind(table: Table) -> str:
    agenda = getattr(table.round, "agenda", ())
    return agenda[0].kind if agenda else ""


def _label(table: Table, step: Next) -> str:
    return step_label(step.act, step.seat, step.deck, _kind(table), concerned(step.command))


def next_document(
    t: TableRules, table: Table, by: Actor | None, waiting: str, *, outdated: bool = False
) -> NextStep | None:
    """The one next step, for whoever looks; `waiting` says what a jackpot makes it wait for.

    A dealer takes a table before doing anything else there. One that is open under another text of the law (`outdated`)
    is closed, and nothing else.
    """
    if outdated:
        return _closing(by)
    step = guide(t, table)
    if step is None:
        return None
    if by is not None and by.role == "dealer" and table.dealer != by.id:
        return _taking(table, by)
    role = by.role if by is not None else ""
    allowed = role in step.roles
    act = None if waiting else bare(step)
    waits = _waits(t, table, step, role, waiting)
    of_hands = () if t.mode == "keyed" else _of_hands(t)
    return {
        "label": _label(table, step),
        "act": act if allowed and step.act != "Decide" else None,
        "asks": [_ask(t, table, by, step, name) for name in step.asks] if by and allowed and not waiting else [],
        "by": list(step.roles),
        "yours": allowed and act is not None and step.act != "Decide",
        "seat": step.seat or None,
        "deck": step.deck,
        "why": why(t.rules, step.rule),
        "waits": waits,
        "lines": [_line(t, line) for line in step.lines if line.id not in of_hands],
    }


def _closing(by: Actor | None) -> NextStep:
    yours = by is not None and by.role in STAFF
    waits = f"{OUTDATED[:1].upper()}{OUTDATED[1:]}."
    return _plain_step("Close the table", {"act": "CloseTable"}, list(STAFF), waits, yours=yours)


def _plain_step(label: str, act: OfferedAct, by: list[str], waits: str, *, yours: bool) -> NextStep:
    """A step that no rule orders, and that asks for nothing."""
    return {"label": label, "act": act if yours else None, "asks": [], "by": by, "yours": yours, "seat": None,
            "deck": "", "why": None, "waits": waits, "lines": []}  # fmt: skip


OF_HANDS = {"hand", "awarded", "stays"}
"""What a line hangs on that tells of a hand: nobody is told of the system's own cards before they are turned up."""


def _of_hands(t: TableRules) -> set[str]:
    return {one.id for lines in t.edition.steps.values() for one in lines if not OF_HANDS.isdisjoint(one.line.when)}


def _line(t: TableRules, line: Line) -> LineToDo:
    return {"id": line.id, "do": line.do, "clause": line.cites, "href": f"/law/{t.edition.id}#{quote(line.clause)}"}


def _taking(table: Table, by: Actor) -> NextStep:
    free, takes = not table.dealer, {"act": "RelieveDealer", "dealer": by.id}
    if free:
        return _plain_step("Take the table", takes, ["dealer"], "", yours=True)
    here = f"{table.dealer} deals here"
    return _plain_step(here, takes, ["dealer"], f"{here} until relieved.", yours=False)


def decisions(t: TableRules, table: Table, options: Options) -> list[Choice]:
    """Fold or bet, stand or discard, as they are offered now."""
    found: list[Choice] = []
    game: Any = six if isinstance(t.rules, BonusSixRules) else stud
    phase = table.round.phase if table.round is not None else ""
    for option in options.in_round:
        if option.act not in game.LABELS.decisions:
            continue
        label, key = game.LABELS.decisions[option.act]
        tip = option.fields.get("tip", 0)
        cents = stake(t, table, option.act, option.fields["seat"])
        if cents:
            label = f"{label} {money(cents)}"
        if tip:
            label, key = f"{label} with a tip of {money(tip)}", "p"
        act, rule = write_act(c.Play(getattr(game, option.act)(**option.fields))), _decision_rule(t, option, phase)
        found.append(choice(label, act, key=key, seat=option.fields["seat"], why=why(t.rules, rule)))
    return found


def for_the_absent(table: Table, found: list[Choice]) -> list[Choice]:
    """What a dealer may decide where players have screens of their own: a hand is given up after a while.

    At the last decision of Bonus 6 the system stands or throws in what the dealer does not see.
    """
    round = table.round
    if isinstance(round, SixRound) and round.phase == "fourth":
        label = "End an absent player's hand"
        return [
            {
                "key": "f",
                "asks": [],
                "why": None,
                "second": False,
                "label": label,
                "seat": seat,
                "act": {"act": "Fold", "seat": seat},
            }
            for seat in to_decide(round)
        ]
    return [{**one, "label": "Fold for an absent player"} for one in found if one["act"]["act"] == "Fold"]


def handed_back(t: TableRules, table: Table) -> list[Choice]:
    """Wagers that cannot stand, which a dealer hands back also where players have screens of their own."""
    found = [(one, step_label("TakeBackWager", one.seat, what=WAGERS[one.wager].lower())) for one in stranded(t, table)]
    return [
        choice(label, write_act(taken_back(t, one)), seat=one.seat, why=why(t.rules, one.rule)) for one, label in found
    ]


def stake(t: TableRules, table: Table, act: str, seat: int) -> int:
    """What a decision puts down, in cents, beside a tip."""
    assert table.round is not None
    ante = table.round.seats[seat].ante
    rules = t.rules
    if isinstance(rules, CaribbeanStudRules):
        return ante * rules.law.bet_multiple if act == "Bet" else 0
    law = rules.law
    first = table.round.phase == "second"
    multiples: dict[str, int] = {
        "Bet": law.first_bet_multiple if first else law.second_bet_multiple,
        "BuyCard": law.bonus_card_multiple,
    }
    return int(ante * multiples.get(act, 0))


def _decision_rule(t: TableRules, option: Option, phase: Any) -> str:
    if isinstance(t.rules, CaribbeanStudRules):
        return "bet_multiple" if option.act == "Bet" else "fold_forfeits_ante"
    names = {"Stand": "winning_hand_stands", "Discard": "uninsured_discards", "BuyCard": "bonus_card_multiple"}
    return names.get(option.act) or DECIDED_BY[phase]


STEP_CHOICES = {
    "CallSupervisor": ("Call a supervisor", "s"),
    "AnswerCall": ("Answer the call", ""),
    "EndCall": ("The call is done", ""),
    "KeyWinner": ("Winner key, seat {seat}", "w"),
    "CloseTable": ("Close the table", ""),
    "OrderRecut": ("Have the {deck} deck cut again", ""),
    "SpreadIdle": ("Spread the cards face {face}", ""),
    "ReportShufflerJam": ("The shuffler has jammed ({deck} deck)", ""),
    **{act: (STEPS[act], "") for act in ("InstallDevice", "RemoveDevice", "ChangeDealing")},
    "LeaveSeat": ("Seat {seat} gets up", ""),
}


def steps(t: TableRules, table: Table, options: Options) -> list[Choice]:
    """Steps that may be taken besides the next one."""
    found: list[Choice] = []
    for command in options.steps:
        name = type(command).__name__
        if name not in STEP_CHOICES:
            continue
        text, key = STEP_CHOICES[name]
        seat: int = getattr(command, "seat", 0)
        label = text.format(
            seat=seat,
            deck=getattr(command, "deck", ""),
            what=concerned(command),
            face="up" if getattr(command, "face_up", True) else "down",
        )
        rule = {"KeyWinner": "winner_key", "OrderRecut": "recut_ordered_by", "ReportShufflerJam": "shuffler_jam"}
        found.append(choice(label, write_act(command), key=key, seat=seat, why=why(t.rules, rule.get(name))))
    return found


def relief(table: Table, by: Actor) -> list[Choice]:
    """A dealer may leave the table."""
    if by.role != "dealer" or table.dealer != by.id:
        return []
    return [choice("Leave the table", {"act": "RelieveDealer", "dealer": ""})]


# ---- a seat's wagers


def wagers(t: TableRules, table: Table, seat: int, options: Options) -> list[WagerOffer]:
    """Every wager that the table takes, in order, with what lies there and what may."""
    placed = _placed(table, seat)
    offered = {o.fields["wager"]: o for o in options.in_round if o.act == "PlaceWager" and o.fields["seat"] == seat}
    back = {o.fields["wager"] for o in options.in_round if o.act == "TakeBackWager" and o.fields["seat"] == seat}
    game: Any = six if isinstance(t.rules, BonusSixRules) else stud
    found: list[WagerOffer] = []
    for name in _names(t):
        option = offered.get(name)
        low, high, amounts = _bounds(t, table, seat, name, option)
        take_back = write_act(c.Play(game.TakeBackWager(seat, name))) if name in back and name in placed else None
        found.append(
            {
                "wager": name,
                "label": WAGERS[name],
                "low": low,
                "high": high,
                "amounts": amounts,
                "open": option is not None,
                "placed": show_cents(placed[name]) if name in placed else None,
                "back": take_back,
                "limit": _limit(t, name, low, high, amounts),
                "why": why(t.rules, _wager_rule(t, name)),
            }
        )
    return found


def _names(t: TableRules) -> tuple[str, ...]:
    return ("ante", *t.rules.wagers) if isinstance(t.rules, CaribbeanStudRules) else ("ante", "insurance", "tip")


def _placed(table: Table, seat: int) -> dict[str, int]:
    place: Any = table.round.seats.get(seat) if table.round is not None else None
    if place is None:
        return {}
    if isinstance(place, Seat):
        found = {"ante": place.ante, **{name: cents for name, cents in place.wagers.items() if cents}}
        return found if not place.coupon else {**found, "progressive": place.coupon}
    six_found = {"ante": place.ante}
    if place.insurance:
        six_found["insurance"] = place.insurance
    if place.tips and place.tips[0]:
        six_found["tip"] = place.tips[0]
    return six_found


def _bounds(
    t: TableRules, table: Table, seat: int, name: str, option: Option | None
) -> tuple[str | None, str | None, list[str] | None]:
    """Bounds as they are offered now, else as they will be once the ante lies there."""
    rules = t.rules
    if option is not None:
        amounts = [show_cents(cents) for cents in option.amounts] if option.amounts is not None else None
        low = show_cents(option.low) if option.low is not None else None
        return low, show_cents(option.high) if option.high is not None else None, amounts
    if isinstance(rules, CaribbeanStudRules):
        if taken := listed(rules, name):
            return None, None, [show_cents(cents) for cents in taken]
        high = most(rules, Seat(), name) if name == "ante" else house_maximum(rules, name)
        low_cents = rules.minimum if name == "ante" else 1
        return show_cents(low_cents), show_cents(high) if high is not None else None, None
    if name == "ante":
        return show_cents(rules.minimum), show_cents(rules.maximum) if rules.maximum is not None else None, None
    place: Any = table.round.seats.get(seat) if table.round is not None else None
    if name == "insurance" and place is not None:
        return None, None, [show_cents(place.ante // rules.law.insurance_divisor)]
    if name == "tip" and rules.tip_maximum is not None:
        return None, show_cents(rules.tip_maximum), None
    return None, None, None


def _limit(t: TableRules, name: str, low: str | None, high: str | None, amounts: list[str] | None) -> str:
    """The limits in a sentence."""
    if name == "insurance":
        return "Half the ante, for the right to buy a bonus card; a fee that does not come back."
    if amounts:
        return "Exactly " + " or ".join(f"${amount.removesuffix('.00')}" for amount in amounts) + "."
    words = []
    if low not in (None, "0.01"):
        words.append(f"from ${str(low).removesuffix('.00')}")
    if high is not None:
        words.append(f"to ${high.removesuffix('.00')}")
    said = " ".join(words).capitalize()
    rules = t.rules
    if name == "ante" and isinstance(rules, CaribbeanStudRules) and rules.limit is not None:
        of = "ante, bet and progressive together stay"
        if rules.limit_applies_to == "each-wager":
            of = "ante and bet, each with the progressive, stay"
        said = f"{said or 'Any amount'}: {of} within {money(rules.limit)}"
    if name == "tip" and isinstance(rules, CaribbeanStudRules) and rules.law.tip_ceiling == "ante":
        said = f"{said or 'For the dealer'}, no more than the ante"
    return f"{said or 'Any amount'}."


def _wager_rule(t: TableRules, name: str) -> str | None:
    if isinstance(t.rules, BonusSixRules):
        return {"ante": "ante_range", "insurance": "insurance_divisor", "tip": "tip_with_ante"}[name]
    if name == "ante":
        return "limit" if t.rules.limit is not None else "ante_required"
    if name == "progressive" and t.rules.progressive is not None:
        return str(t.rules.progressive.wager_rule)
    if name in FIVE_CARD_WAGERS:
        return "five_card_wager"
    return OFFERED_BY.get(name)
