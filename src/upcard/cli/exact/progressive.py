"""`upcard exact progressive`: a progressive schedule at any meter, and what it gives back in the long run."""

from __future__ import annotations

import re
from typing import Annotated, Any

from upcard.cli.exact.options import (
    Facts,
    answer,
    both,
    break_even,
    cents,
    counted_rows,
    lines,
    priced,
    priced_facts,
)  # fmt: skip
from upcard.cli.exact.options import meter as meter_of
from upcard.cli.options import AsJson, Whole, cents_of, naming, says
from upcard.errors import Refused
from upcard.exact.priced_wager import PricedWager
from upcard.exact.progressive import LongRun, long_run
from upcard.exact.progressive import progressive as price
from upcard.law import edition as law_of
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.number_format import dollars, money, ratio
from upcard.rules.caribbean_stud.progressive import Line, Schedule, schedules
from upcard.rules.house_warnings import PARTS
from upcard.rules.jackpot import PER_UNIT, Jackpot, Level, parse_rate
from upcard.units import Award, Fixed, Share, show_cents


def progressive(
    *,
    edition: Annotated[str | None, says("The edition that lists the schedule.")] = None,
    schedule: Annotated[str | None, says("Its name there: classic-10pct, PMG-01, A to E, PTMGL01 ...")] = None,
    pays: Annotated[
        str | None, says("A schedule of one's own: royal_flush=100%,straight_flush=10%,four_of_a_kind=500 (dollars).")
    ] = None,
    opponents: Annotated[Whole, says("How many others play, whose hands bring envy; 0 by default.")] = 0,
    meter: Annotated[
        tuple[str, ...],
        says(
            "What the meter shows, in dollars; for several levels mega=50000, once for each. "
            "The seeds that the law lists by default.",
            consume_multiple=False,
        ),
    ] = (),
    wager: Annotated[
        str | None, says("In dollars, where the schedule takes several or the licensee may elect it.")
    ] = None,
    seed: Annotated[
        tuple[str, ...], says("With --rate: what a meter starts from, in dollars; mega=10000 for each of several.")
    ] = (),
    rate: Annotated[
        tuple[str, ...],
        says("What a meter takes of each wager, such as 70%; mega=30% for each of several. Asks for the long run."),
    ] = (),
    reserve: Annotated[tuple[str, ...], says("With --rate: what its reserve takes, such as 5%.")] = (),
    json: AsJson = False,
) -> None:
    """A progressive wager: its return at any meter, and where it breaks even.

    Figures are for each dollar wagered. Every hand is taken as played to the
    end. With --rate, and the seed of each meter, also what comes back in the
    long run; `upcard house check` says it for all the jackpots of a house.

    upcard exact progressive --edition ma --schedule D --opponents 6
    upcard exact progressive --edition sd-2015 --schedule PMG-01 --meter 100000
    upcard exact progressive --edition ma --schedule PTMGLML02 --meter mega=250000 --meter major=5000 --meter minor=500
    upcard exact progressive --edition ma --schedule D --opponents 6 --seed 10000 --rate 70% --reserve 5%
    upcard exact progressive --pays royal_flush=100%,straight_flush=10%,four_of_a_kind=500,full_house=100,flush=50
    """
    stake = None if wager is None else cents("--wager", wager)
    listed = _taking(_schedule(edition, schedule, pays), edition, stake)
    if not 0 <= opponents <= 8:
        raise Refused(None, f"--opponents: {opponents} do not find room at a table; 0 to 8 do")
    given = _by_level("--meter", listed, meter) if meter else {}
    shown = {level: meter_of("--meter", text) for level, text in given.items()}
    found = price(listed, wager=stake, opponents=opponents, meters=shown or None)
    run = _lasting(listed, seed, rate, reserve, stake, opponents)
    document = {
        "wager": "progressive",
        "edition": edition,
        "schedule": found.name,
        "staked": show_cents(found.wager_cents),
        "opponents": found.opponents,
        **priced(found, beside={"envy": ratio(found.envy)}),
        **({} if run is None else {"long_run": _run_document(run)}),
    }
    awards = {hand.key: str(line.award) for hand, line in listed.lines.items()}
    rows = counted_rows(found.counts, found.deals, lambda name: awards.get(name, ""))
    between: Facts = [
        ("  fixed awards", both(found.fixed)),
        *((f"  each dollar on {level}", ratio(part)) for level, part in found.per_meter_dollar.items()),
        ("  envy, each opponent", both(found.envy)),
        ("break-even meter", break_even(found)),
    ]
    facts = [
        *priced_facts(found, f"  {_at(found, listed, not meter)}", between),
        *([] if run is None else _run_facts(run)),
    ]
    where = f"{edition}, " if edition else ""
    wagered = money(found.wager_cents)
    title = f"Progressive wager, {where}{found.name}, {wagered}, {found.opponents} opponents"
    answer(json, document, title, ("hand", "deals", "one in", "pays"), rows, facts)


def _schedule(edition: str | None, name: str | None, pays: str | None) -> Schedule:
    if pays is not None:
        if edition is not None or name is not None:
            raise Refused(None, "--pays: a schedule of one's own stands without --edition and --schedule")
        return _own(pays)
    if edition is None or name is None:
        raise Refused(None, "--schedule: name an edition and a schedule of it, or give --pays")
    found = law_of(edition)
    if found.game != "caribbean-stud":
        raise Refused(None, f"--edition: {edition} is of {found.game_name}, which has no progressive wager")
    law = found.law
    assert isinstance(law, CaribbeanStudLaw)
    known = schedules(law)
    if name not in known:
        raise Refused(None, f"--schedule: {edition} has no schedule {name!r}; there are {', '.join(known)}")
    return known[name]


def _taking(schedule: Schedule, edition: str | None, stake: int | None) -> Schedule:
    """The schedule for the wager asked about: one that it lists, or any where the law lets a licensee elect it."""
    if stake is None or stake in schedule.wagers:
        return schedule
    law = law_of(edition).law if edition is not None else None
    if stake > 0 and isinstance(law, CaribbeanStudLaw) and schedule.name in (law.elected_wager_tables or ()):
        return schedule.taking(stake)
    taken = " or ".join(money(each) for each in schedule.wagers)
    raise Refused(None, f"--wager: {schedule.name} takes {taken}")


def _own(pays: str) -> Schedule:
    def award(hand: str, text: str) -> Award:
        if "%" in text:
            found = re.fullmatch(r"([1-9][0-9]?|100)%(?::([a-z_]{1,20}))?", text)
            if found is None:
                raise Refused(None, f"--pays: {hand}: {text!r} is not a whole percentage of a meter, 10% or 10%:major")
            return Share(int(found[1]), found[2] or "main")
        return Fixed(cents_of(f"--pays: {hand}", text))

    listed = {hand: Line(award(hand.key, text), "") for hand, text in lines(pays).items()}
    return Schedule(
        name="own", wagers=(100,), wager_rule="", lines=listed, envy={}, envy_rule="", seeds={}, lost_rule="",
        linked=False,
    )  # fmt: skip


def _at(found: PricedWager, schedule: Schedule, at_seeds: bool) -> str:
    shown = ", ".join(f"{dollars(amount)} on {level}" for level, amount in found.meters.items())
    if not shown:
        return ""
    if at_seeds:
        return f"with {shown}: {'the seeds of the law' if schedule.seeds else 'no seed is listed'}"
    return f"with {shown}"


# ---- the long run -----------------------------------------------------------------------------------------------


def _by_level(option: str, schedule: Schedule, given: tuple[str, ...]) -> dict[str, str]:
    """What was given for each meter: a value alone where there is one meter, mega=VALUE where there are several."""
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


def _lasting(
    schedule: Schedule,
    seed: tuple[str, ...],
    rate: tuple[str, ...],
    reserve: tuple[str, ...],
    wager: int | None,
    opponents: int,
) -> LongRun | None:
    """The long run, where a rate is given."""
    if not rate:
        if seed or reserve:
            raise Refused(None, f"--{'seed' if seed else 'reserve'}: it belongs with --rate")
        return None
    if not seed:
        raise Refused(None, "--seed: what a meter starts from is missing")

    def rates(option: str, given: tuple[str, ...]) -> dict[str, int]:
        found = _by_level(option, schedule, given)
        with naming(option):
            return {level: parse_rate(text) for level, text in found.items()}

    seeds = {level: cents_of("--seed", text) for level, text in _by_level("--seed", schedule, seed).items()}
    taken = rates("--rate", rate)
    kept = rates("--reserve", reserve) if reserve else dict.fromkeys(taken, 0)
    if sum(taken.values()) + sum(kept.values()) > PER_UNIT:
        raise Refused(None, "--rate: the meters and reserves take more than the whole wager")
    levels = {level: Level(seed=seeds[level], rate=taken[level], reserve_rate=kept[level]) for level in taken}
    jackpot = Jackpot(name="asked", schedule=schedule.name, levels=levels)
    return long_run(schedule, jackpot, wager=wager, opponents=opponents)


def _run_document(run: LongRun) -> dict[str, Any]:
    return {
        "house_edge": ratio(run.house_edge),
        "return": ratio(run.return_),
        "payback": [{"part": s.part, "because": s.because, "share": ratio(s.share)} for s in run.payback.steps],
        "mean_meters": None if run.mean_meters is None else {name: ratio(at) for name, at in run.mean_meters.items()},
    }


def _run_facts(run: LongRun) -> Facts:
    means = run.mean_meters or {}
    return [
        ("long run", both(run.return_)),
        *((f"  {named}", both(run.payback.part(part))) for part, named in PARTS.items() if run.payback.part(part)),
        *((f"  {name} in the mean", dollars(at)) for name, at in means.items()),
    ]
