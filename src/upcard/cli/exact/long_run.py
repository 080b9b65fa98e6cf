"""What a progressive gives back in the long run, from the seed, the rate and the reserve of each of its meters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from upcard.cli.exact.number_format import Facts
    from upcard.exact.progressive import LongRun
    from upcard.rules.caribbean_stud.progressive import Schedule


def by_level(option: str, schedule: Schedule, given: tuple[str, ...]) -> dict[str, str]:
    """What was given for each meter: a value alone where there is one meter, mega=VALUE where there are several."""
    from upcard.errors import Refused

    found: dict[str, str] = {}
    for text in given:
        level, named, value = text.partition("=")
        if not named:
            if not schedule.levels:
                raise Refused(None, f"{option}: no hand of this schedule plays for a meter")
            if len(schedule.levels) != 1:
                raise Refused(None, f"{option}: {schedule.name} has the meters {', '.join(schedule.levels)}: name each")
            level, value = schedule.levels[0], text
        if level not in schedule.levels:
            known = ", ".join(schedule.levels) or "none"
            raise Refused(None, f"{option}: {schedule.name} has no meter {level!r}; it has {known}")
        if level in found:
            raise Refused(None, f"{option}: {level} stands twice")
        found[level] = value
    if missing := [level for level in schedule.levels if level not in found]:
        raise Refused(None, f"{option}: what it is for {missing[0]} is missing")
    return found


def lasting(
    schedule: Schedule,
    seed: tuple[str, ...],
    rate: tuple[str, ...],
    reserve: tuple[str, ...],
    wager: int | None,
    opponents: int,
) -> LongRun | None:
    """The long run, where a rate is given."""
    from upcard.cli.exact.option_parsers import amount
    from upcard.errors import Refused
    from upcard.exact.progressive import long_run
    from upcard.rules.jackpot import PER_UNIT, Jackpot, Level, parse_rate

    if not rate:
        if seed or reserve:
            raise Refused(None, f"--{'seed' if seed else 'reserve'}: it belongs with --rate")
        return None
    if not seed:
        raise Refused(None, "--seed: what a meter starts from is missing")

    def rates(option: str, given: tuple[str, ...]) -> dict[str, int]:
        found = by_level(option, schedule, given)
        try:
            return {level: parse_rate(text) for level, text in found.items()}
        except ValueError as error:
            raise Refused(None, f"{option}: {error}") from error

    seeds = {level: amount("--seed", text) for level, text in by_level("--seed", schedule, seed).items()}
    taken = rates("--rate", rate)
    kept = rates("--reserve", reserve) if reserve else dict.fromkeys(taken, 0)
    if sum(taken.values()) + sum(kept.values()) > PER_UNIT:
        raise Refused(None, "--rate: the meters and reserves take more than the whole wager")
    levels = {level: Level(seed=seeds[level], rate=taken[level], reserve_rate=kept[level]) for level in taken}
    jackpot = Jackpot(name="asked", schedule=schedule.name, levels=levels)
    return long_run(schedule, jackpot, wager=wager, opponents=opponents)


def written(run: LongRun) -> dict[str, Any]:
    from upcard.cli.exact.number_format import ratio

    return {
        "house_edge": ratio(run.house_edge),
        "return": ratio(run.return_),
        "payback": [{"part": s.part, "because": s.because, "share": ratio(s.share)} for s in run.payback.steps],
        "mean_meters": None if run.mean_meters is None else {name: ratio(at) for name, at in run.mean_meters.items()},
    }


def shown(run: LongRun) -> Facts:
    from upcard.cli.exact.number_format import both, dollars
    from upcard.rules.payback import PARTS

    means = run.mean_meters or {}
    return [
        ("long run", both(run.return_)),
        *((f"  {words}", both(run.payback.part(part))) for part, words in PARTS.items() if run.payback.part(part)),
        *((f"  {name} in the mean", dollars(at)) for name, at in means.items()),
    ]
