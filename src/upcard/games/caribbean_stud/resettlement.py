"""What has to be settled again when cards turn out to be others, a hand void or the table misdealt, after a settlement.

Nothing is reversed that would come out the same: each part of the settlement is held against what the right cards make
of it. A fixed award off a meter goes back to it, and with it whatever was drawn on that meter later, since an award is
worked out from the meter as it stands when its turn comes.

A percentage of a meter that was paid is not taken back at the table: it stays with its winner and is named, for the
cage and the regulator. Its wager is settled again, less what stays (`award_split`); where the hand is void, the stake
goes back. An award that was divided stays divided as it was: a part that nobody is due any more goes back to the meter.
"""

from __future__ import annotations

from typing import NamedTuple

from upcard.cards import category
from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.evolve import divided_as
from upcard.games.caribbean_stud.progressive import line_award, sharers
from upcard.games.caribbean_stud.round import Done, Round, Step
from upcard.games.caribbean_stud.settlement import agenda, perform
from upcard.games.payment import KEPT, Payment, covered, percentage, stake_alone
from upcard.law.registry import implements
from upcard.rules.caribbean_stud import FIVE_CARD_METER, CaribbeanStudRules
from upcard.units import Share


class Undone(NamedTuple):
    """The settlement in its new order, the steps that were done and are not any more, and the lines that go back.

    `stays` is what is recorded of percentages that were paid, after the event that leaves them to their winners.
    """

    order: tuple[Step, ...]
    steps: tuple[Step, ...]
    reversed: tuple[Payment, ...]
    stays: tuple[e.AwardKept | e.PartsReturned, ...]


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


@implements(paid_percentage="stays with its winner")
def undone(rules: CaribbeanStudRules, before: Round, after: Round, void: int = 0) -> Undone:
    """What the round as it really is makes of all that was settled; `void` is the seat whose hand has become void."""
    order = agenda(rules, after)
    done = {entry.step: entry for entry in before.done}
    steps: list[Step] = []
    back = [line for line in before.without_steps if line.seat == void and not before.keeps(line)]
    kept: list[Payment] = []
    settled: set[tuple[int, str]] = set()
    """The wagers on which no part of an award is due any more."""
    moved: set[str] = set()
    """The levels off which something else is taken than was."""
    for step in before.order:
        for part in _parts(before, done.get(step, Done(step))):
            claims = _claim(rules, before, part), _claim(rules, after, part) if step in order else None
            drawn_after = claims[0] is not None and claims[0].level in moved
            stays = next(iter(_percentages(part.lines)), None)
            had = before.kept(step.seat, part.wager)
            drawn = None if stays is not None or _covered(claims[0], had) else claims[0]
            due = None if _covered(claims[1], (*had, stays) if stays is not None else had) else claims[1]
            if claims[0] != claims[1]:
                moved |= {claim.level for claim in (drawn, due) if claim is not None}
            otherwise = step not in order or drawn_after or _changed(rules, before, after, part, void, claims)
            if otherwise and not (stays is not None and _due_again(rules, before, after, part, void, claims)):
                steps.append(step)
                back += [stake_alone(line) if line is stays else line for line in part.lines]
            else:
                back += [line for line in part.lines if line.seat == void]
            kept += [stays] if stays is not None and otherwise else []
            if due is None or (stays is not None and not otherwise):
                settled.add((step.seat, part.wager))
    claimed = [
        (part.wager, claim.award)
        for step in order
        for part in _parts(after, Done(step))
        if (step.seat, part.wager) not in settled and (claim := _claim(rules, after, part)) is not None
    ]
    found = tuple(dict.fromkeys(step for step in steps if step in done))
    return Undone(order, found, tuple(back), (*_kept(before, after, kept), *_returned(before, claimed)))


def earned(rules: CaribbeanStudRules, round: Round, award: Share) -> bool:
    """Whether a hand that was paid a percentage of a meter earns it, as its cards are known."""
    paid = {(line.seat, line.wager) for line in round.payments if percentage(line) == award}
    parts = (part for step in round.order for part in _parts(round, Done(step)))
    claims = (_claim(rules, round, part) for part in parts if (part.step.seat, part.wager) in paid)
    return any(claim is not None and claim.award == award for claim in claims)


def all_undone(round: Round) -> Undone:
    """Where every hand is void: all that was paid or lost goes back, but for percentages that were paid."""
    paid = _percentages(round.payments)
    beside = [line for line in round.without_steps if round.keeps(line)]
    back = tuple(stake_alone(line) if line in paid else line for line in round.payments if line not in beside)
    return Undone((), (), back, (*_kept(round, None, paid), *_returned(round, [])))


def _percentages(lines: tuple[Payment, ...]) -> list[Payment]:
    """The percentages of a meter that were paid; one of nothing has had its meter start again all the same."""
    return [line for line in lines if percentage(line) is not None]


def _due_again(
    rules: CaribbeanStudRules,
    before: Round,
    after: Round,
    part: _Part,
    void: int,
    claims: tuple[_Claim | None, _Claim | None],
) -> bool:
    """Whether the very award that was paid is due, and only others draw on the meter, or share, otherwise."""
    was, now = claims
    if was is None or now is None or was.award != now.award:
        return False
    return not _changed(rules, before, after, part, void, (now, now))


def _covered(claim: _Claim | None, kept: tuple[Payment, ...]) -> bool:
    return claim is not None and covered(claim.award, kept)


def _kept(before: Round, after: Round | None, lines: list[Payment]) -> list[e.AwardKept]:
    """What is recorded of each, once: what other cards leave to its winner stays under the rule that it was paid by.

    Another rule leaves it there where a wrong count took the hand, the dealer's or, without `after`, all of them.
    """

    def rule(line: Payment) -> str:
        counted = after is not None and after.seats[line.seat].void is None and not after.misdealt
        return line.rule if counted else KEPT

    found = [line for line in lines if not before.keeps(line)]
    return [e.AwardKept(line.seat, line.wager, line.odds or "", line.paid, rule(line)) for line in found]


def _returned(round: Round, claimed: list[tuple[str, Share | int]]) -> list[e.PartsReturned]:
    """The parts of divided awards that are neither paid nor due to anybody, by who is still due one."""
    found = []
    for key, parts in round.unpaid.items():
        each = round.shared[key]
        for line in _percentages(round.payments):
            award = percentage(line)
            if award is not None and divided_as(line.wager, str(award)) == key and line.paid == each:
                if left := parts - min(parts, claimed.count((line.wager, award))):
                    found.append(e.PartsReturned(line.wager, str(award), award.level, left, each, KEPT))
                break
    return found


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
