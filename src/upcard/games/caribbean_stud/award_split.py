"""An award off a meter among several hands, some of which have an award of their own that may be more.

Who keeps a percentage that was paid before the cards were found to be others is paid what the right award is more. It
is worked out as if what the sharers keep of that meter lay there still, and divided among all of them, also those who
are due nothing more; each then draws what is due at the own turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from upcard.games.caribbean_stud.round import Round
from upcard.games.meter import Draw, Meter, draw
from upcard.games.payment import covered, percentage
from upcard.units import FULL_PERCENT, Share, micros


class Division(NamedTuple):
    """Among how many an award is divided, and the most that the own award of one of them is."""

    ways: int
    most: int


def divided(whole: int, owns: Iterable[int]) -> Division:
    """Whoever would be paid more without the award does not share in it, the best paid first.

    >>> divided(100_000, [0, 0]), divided(100_000, [0, 60_000]), divided(100_000, [500_000])
    (Division(ways=2, most=0), Division(ways=1, most=0), Division(ways=0, most=0))
    """
    left = sorted(owns)
    while left and left[-1] > whole // len(left):
        left = [own for own in left if own < left[-1]]
    return Division(len(left), left[-1] if left else 0)


def at_most(key: str) -> str:
    """Where a round keeps the most that the own award of one who shares in an award is.

    >>> at_most("100% of main")
    '100% of main, own award at most'
    """
    return f"{key}, own award at most"


def with_kept(round: Round, wager: str, meter: Meter, award: Share, seats: Iterable[int]) -> Meter:
    """A meter with what these seats keep of it, but for who is due nothing more of such an award."""
    kept = [lines for lines in (round.kept(seat, wager) for seat in seats) if not covered(award, lines)]
    shares = [(line.paid, percentage(line)) for lines in kept for line in lines]
    back = sum(cents for cents, share in shares if share is not None and share.level == award.level)
    return Meter(meter.amount + micros(back), meter.seed, meter.reserve)


def drawn_by(
    round: Round, seat: int, wager: str, meter: Meter, award: Share, seats: list[int], ways: int
) -> tuple[Draw | None, int]:
    """What a seat draws of an award that so many of the seats divide, for all of them where none keeps anything.

    With it, what each of them is due in all. Nothing is drawn where what the seat keeps is as much.
    """
    name, kept = f"{wager} {award}", sum(line.paid for line in round.kept(seat, wager))
    each = round.parts.get(name)
    if each is None:
        each = draw(with_kept(round, wager, meter, award, seats), award.level, award, ways).each
        if not any(round.kept(other, wager) for other in seats):
            return draw(meter, award.level, award, ways), each
    if kept >= each:
        return None, each
    due = min(each - kept, meter.displayed)
    starts = name not in round.parts or meter.amount - micros(due) < meter.seed  # a later part is there already, or not
    return Draw(award.level, due, 1, starts and award.percent == FULL_PERCENT), each
