"""What has to be settled again when cards turn out to be others, a hand void or the table misdealt, after a settlement.

Nothing is reversed that would come out the same: each part of the settlement is held against what the right cards make
of it. A percentage of a meter that was paid is not taken back: whatever would change it is refused. A fixed award off
a meter goes back to it, and with it whatever was drawn on that meter later, since an award is worked out from the
meter as it stands when its turn comes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from upcard.cards import category
from upcard.games.caribbean_stud.progressive import line_award, sharers
from upcard.games.caribbean_stud.round import Done, Round, Step
from upcard.games.caribbean_stud.settlement import perform
from upcard.games.caribbean_stud.settlement_order import agenda
from upcard.games.payment import Payment
from upcard.rules.caribbean_stud import FIVE_CARD_METER, CaribbeanStudRules
from upcard.units import Share, parse_award


class Undone(NamedTuple):
    """The settlement in its new order, the steps that were done and are not any more, and the lines that go back."""

    order: tuple[Step, ...]
    steps: tuple[Step, ...]
    reversed: tuple[Payment, ...]


class _Part(NamedTuple):
    """What one hand decides in a step; the five card hand bonus may be wagered on two, and has two parts."""

    step: Step
    wager: str
    lines: tuple[Payment, ...]


class _Claim(NamedTuple):
    """What a part takes off a meter, and among how many it is divided."""

    level: str
    award: Share | int
    ways: int = 1


def undone(rules: CaribbeanStudRules, before: Round, after: Round, void: int = 0) -> Undone:
    """What the round as it really is makes of all that was settled; `void` is the seat whose hand has become void."""
    order = agenda(rules, after)
    done = {entry.step: entry for entry in before.done}
    steps: list[Step] = []
    back = [line for line in before.without_steps if line.seat == void]
    moved: set[str] = set()
    """The levels off which something else is taken than was."""
    for step in before.order:
        for part in _parts(before, done.get(step, Done(step))):
            claims = _claim(rules, before, part), _claim(rules, after, part) if step in order else None
            drawn_after = claims[0] is not None and claims[0].level in moved
            if claims[0] != claims[1]:
                moved |= {claim.level for claim in claims if claim is not None}
            if step not in order or drawn_after or _changed(rules, before, after, part, void, claims):
                steps.append(step)
                back += part.lines
            else:
                back += [line for line in part.lines if line.seat == void]
    check_not_paid_off_a_meter(rules, back)
    return Undone(order, tuple(dict.fromkeys(step for step in steps if step in done)), tuple(back))


def _parts(round: Round, entry: Done) -> tuple[_Part, ...]:
    step, lines = entry.step, entry.payments
    if step.kind != "five_card":
        return (_Part(step, step.kind, lines),)
    at = next((place for place, line in enumerate(lines) if line.wager == "five_card_dealer"), len(lines))
    parts = _Part(step, "five_card_player", lines[:at]), _Part(step, "five_card_dealer", lines[at:])
    return tuple(part for part in parts if round.seats[step.seat].wagers.get(part.wager))


def _claim(rules: CaribbeanStudRules, round: Round, part: _Part) -> _Claim | None:
    """What a part takes off a meter with the cards as they are known."""
    if part.step.kind not in ("progressive", "five_card"):
        return None
    seat = round.seats[part.step.seat]
    value = round.dealer_value if part.wager == "five_card_dealer" else seat.value
    if seat.void is not None or not value:
        return None
    if part.wager == "progressive":
        assert rules.progressive is not None
        found = line_award(rules, seat)
        award = found[0] if found is not None else None
        if isinstance(award, Share):
            splits = rules.same_round_jackpots == "split"
            return _Claim(award.level, award, sharers(rules, round, award) if splits else 1)
        levels = rules.progressive.levels
        if award is None or rules.awards_from != "meter" or len(levels) != 1:
            return None
        return _Claim(levels[0], award.pays(seat.progressive))
    assert rules.five_card is not None
    share = rules.five_card.get(category(value))
    if not isinstance(share, Share):
        return None
    backers = (s for s in round.seats.values() if s.void is None and s.wagers.get("five_card_dealer"))
    return _Claim(FIVE_CARD_METER, share, len(tuple(backers)) if part.wager == "five_card_dealer" else 1)


def _changed(
    rules: CaribbeanStudRules,
    before: Round,
    after: Round,
    part: _Part,
    void: int,
    claims: tuple[_Claim | None, _Claim | None],
) -> bool:
    """Whether a part that was settled would come out otherwise."""
    one, two = (round.seats.get(part.step.seat) for round in (before, after))
    match part.wager:
        case "progressive" | "five_card_player":
            assert one is not None
            assert two is not None
            drawn = [part.wager != "progressive" and before.magic_card in seat.cards for seat in (one, two)]
            cited = before.misdealt != after.misdealt and any(line.result == "lose" for line in part.lines)
            other = one.value != two.value and not (claims[0] is not None and isinstance(claims[0].award, Share))
            return other or claims[0] != claims[1] or drawn[0] != drawn[1] or cited
        case "five_card_dealer":
            drawn = [before.magic_card in round.dealer for round in (before, after)]
            return before.dealer_value != after.dealer_value or claims[0] != claims[1] or drawn[0] != drawn[1]
        case _:
            if part.step not in (entry.step for entry in before.done):
                return False
            kept = tuple(line for line in part.lines if line.seat != void)
            return kept != perform(rules, after, part.step, {}).payments


def check_not_paid_off_a_meter(rules: CaribbeanStudRules, lines: Iterable[Payment]) -> None:
    """Refuses to take back a percentage that was paid."""
    for line in lines:
        if line.source == "meter" and line.odds is not None and isinstance(parse_award(line.odds), Share):
            because = (
                f"{line.odds} has been paid to seat {line.seat} and hangs on these cards: an award off a meter that was"
                " paid is not taken back at the table, it is a matter for the cage and the regulator"
            )
            raise rules.refuse(None, because)
