"""Which entries of the books belong to which table's round: at its jackpots, in its slips, at the cage for its tray.

The list of rounds and the story of one ask the same, so that both begin and end a round with the same entry.
"""

from __future__ import annotations

from collections.abc import Mapping

from upcard.money import events as me


class Belonging:
    """What was seen so far of hits, slips and tables on a jackpot."""

    def __init__(self) -> None:
        self._members: dict[str, dict[str, None]] = {}
        """By jackpot its tables, in the order in which they joined."""
        self._hits: dict[tuple[str, int], str] = {}
        self._slips: dict[int, tuple[str, int]] = {}

    def tables(self, event: me.MoneyEvent, rounds: Mapping[str, int]) -> tuple[str, ...]:
        """The tables whose rounds the next event belongs to; `rounds` are the numbers of those that are not over."""
        match event:
            case me.TableJoined():
                self._members.setdefault(event.jackpot, {})[event.table] = None
                return ()
            case me.TableLeft():
                self._members.get(event.jackpot, {}).pop(event.table, None)
                return ()
            case me.HitLocked():
                if event.title:
                    return ()
                self._hits[event.jackpot, event.number] = event.table
                return (event.table,)
            case me.HitValidated() | me.HitRejected() | me.HitPaid() | me.HitUnwon():
                name = self._hits.get((event.jackpot, event.number))
                return (name,) if name is not None else ()
            case me.SlipIssued():
                self._slips[event.number] = event.table, event.round
                return self._slip(event.number, rounds)
            case me.SlipSigned() | me.SlipVoided():
                return self._slip(event.number, rounds)
            case me.TrayFilled() | me.TrayCredited() | me.ChipsBought() | me.DropCounted() | me.TrayCounted():
                return (event.table,)
            case (
                me.LinkSuspended() | me.LinkResumed() | me.LevelChanged() | me.MeterCorrected() | me.EndAnnounced()
                | me.CriteriaEased() | me.FundTransferred() | me.JackpotEnded()
            ):  # fmt: skip
                return tuple(self._members.get(event.jackpot, ()))
            case _:
                return ()

    def _slip(self, number: int, rounds: Mapping[str, int]) -> tuple[str, ...]:
        """A slip belongs to its own round, and is told with it later where the round is over."""
        name, round = self._slips.get(number, ("", 0))
        return (name,) if rounds.get(name) == round else ()
