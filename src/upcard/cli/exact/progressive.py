"""`upcard exact progressive`: a progressive schedule at any meter."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from upcard.cli.integer_option import Whole

if TYPE_CHECKING:
    from upcard.exact.progressive import Progressive
    from upcard.rules.caribbean_stud.progressive import Schedule
    from upcard.units import Award, Micros

EditionId = Literal["sd-2011", "sd-2015", "ma"]


def progressive(
    *,
    edition: Annotated[
        EditionId | None, Parameter(help="The law that lists the schedule: sd-2011, sd-2015 or ma.")
    ] = None,
    schedule: Annotated[
        str | None, Parameter(help="Its name there: classic-10pct, PMG-01, A to E, PTMGL01 ...")
    ] = None,
    pays: Annotated[
        str | None,
        Parameter(help="A schedule of one's own: royal_flush=100%,straight_flush=10%,four_of_a_kind=500 (dollars)."),
    ] = None,
    opponents: Annotated[Whole, Parameter(help="How many others play, whose hands bring envy; 0 unless said.")] = 0,
    meter: Annotated[
        tuple[str, ...],
        Parameter(
            help="What the meter shows, in dollars; for several levels mega=50000, once for each. "
            "The seeds that the law lists unless said.",
            consume_multiple=False,
        ),
    ] = (),
    wager: Annotated[
        str | None, Parameter(help="In dollars, where the schedule takes several or the licensee may elect it.")
    ] = None,
    seed: Annotated[
        tuple[str, ...],
        Parameter(help="With --rate: what a meter starts from, in dollars; mega=10000 for each of several."),
    ] = (),
    rate: Annotated[
        tuple[str, ...],
        Parameter(
            help="What a meter takes of each wager, such as 70%; mega=30% for each of several. Asks for the long run."
        ),
    ] = (),
    reserve: Annotated[tuple[str, ...], Parameter(help="With --rate: what its reserve takes, such as 5%.")] = (),
    json: Annotated[bool, Parameter(help="Print one JSON document.")] = False,
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
    from upcard.cli.exact.long_run import lasting, shown, written
    from upcard.cli.exact.number_format import Facts, answer, both, counted, one_in, ratio, words
    from upcard.cli.exact.option_parsers import cents
    from upcard.errors import Refused
    from upcard.exact.progressive import progressive as price
    from upcard.units import show_dollars, show_meter

    stake = None if wager is None else cents("--wager", wager)
    listed = _taking(_schedule(edition, schedule, pays), edition, stake)
    if not 0 <= opponents <= 8:
        raise Refused(None, f"--opponents: {opponents} do not find room at a table; 0 to 8 do")
    found = price(listed, wager=stake, opponents=opponents, meters=_meters(listed, meter))
    run = lasting(listed, seed, rate, reserve, stake, opponents)
    document = {
        "wager": "progressive",
        "edition": edition,
        "schedule": found.schedule,
        "staked": f"{found.wager_cents // 100}.{found.wager_cents % 100:02d}",
        "opponents": found.opponents,
        "house_edge": ratio(found.house_edge),
        "return": ratio(found.return_),
        "fixed": ratio(found.fixed),
        "per_meter_dollar": {level: ratio(part) for level, part in found.per_meter_dollar.items()},
        "envy": ratio(found.envy),
        "break_even": None if found.break_even is None else ratio(found.break_even),
        "meters": {level: show_meter(found.micros[level]) for level in found.meters},
        "hit_frequency": ratio(found.hit_frequency),
        "standard_deviation": found.standard_deviation,
        "deals": str(found.deals),
        "counts": counted(found.counts),
        **({} if run is None else {"long_run": written(run)}),
    }
    rows = (
        (words(name), f"{times:,}", one_in(Fraction(times, found.deals)), _award(listed, name))
        for name, times in found.counts.items()
    )
    facts: Facts = [
        ("return", f"{both(found.return_)}  {_at(found, listed, not meter)}"),
        ("house edge", both(found.house_edge)),
        ("  fixed awards", both(found.fixed)),
        *((f"  each dollar on {level}", ratio(part)) for level, part in found.per_meter_dollar.items()),
        ("  envy, each opponent", both(found.envy)),
        ("break-even meter", _break_even(found)),
        ("hit frequency", both(found.hit_frequency)),
        ("standard deviation", f"{found.standard_deviation} wagers"),
        *([] if run is None else shown(run)),
    ]
    where = f"{edition}, " if edition else ""
    wagered = show_dollars(found.wager_cents).removesuffix(".00")
    title = f"Progressive wager, {where}{found.schedule}, {wagered}, {found.opponents} opponents"
    answer(json, document, title, ("hand", "deals", "one in", "pays"), rows, facts)


def _schedule(edition: str | None, name: str | None, pays: str | None) -> Schedule:
    from upcard.errors import Refused
    from upcard.law import edition as law_of
    from upcard.law.caribbean_stud import CaribbeanStudLaw
    from upcard.rules.caribbean_stud.progressive import schedules

    if pays is not None:
        if edition is not None or name is not None:
            raise Refused(None, "--pays: a schedule of one's own stands without --edition and --schedule")
        return _own(pays)
    if edition is None or name is None:
        raise Refused(None, "--schedule: name an edition and a schedule of it, or give --pays")
    law = law_of(edition).law
    assert isinstance(law, CaribbeanStudLaw)
    known = schedules(law)
    if name not in known:
        raise Refused(None, f"--schedule: {edition} has no schedule {name!r}; there are {', '.join(known)}")
    return known[name]


def _taking(schedule: Schedule, edition: str | None, stake: int | None) -> Schedule:
    """The schedule for the wager asked about: one that it lists, or any where the law lets a licensee elect it."""
    from upcard.errors import Refused
    from upcard.law import edition as law_of
    from upcard.law.caribbean_stud import CaribbeanStudLaw
    from upcard.units import show_dollars

    if stake is None or stake in schedule.wagers:
        return schedule
    law = law_of(edition).law if edition is not None else None
    if stake > 0 and isinstance(law, CaribbeanStudLaw) and schedule.name in (law.elected_wager_tables or ()):
        return schedule.taking(stake)
    taken = " or ".join(show_dollars(each).removesuffix(".00") for each in schedule.wagers)
    raise Refused(None, f"--wager: {schedule.name} takes {taken}")


def _own(pays: str) -> Schedule:
    from upcard.cli.exact.option_parsers import lines
    from upcard.errors import Refused
    from upcard.rules.caribbean_stud.progressive import Line, Schedule
    from upcard.units import Fixed, Share, parse_cents

    def award(hand: str, text: str) -> Award:
        if "%" in text:
            found = re.fullmatch(r"([1-9][0-9]?|100)%(?::([a-z_]{1,20}))?", text)
            if found is None:
                raise Refused(None, f"--pays: {hand}: {text!r} is not a whole percentage of a meter, 10% or 10%:major")
            return Share(int(found[1]), found[2] or "main")
        try:
            return Fixed(parse_cents(text.removeprefix("$")))
        except ValueError as error:
            raise Refused(None, f"--pays: {hand}: {error}") from error

    return Schedule(
        name="own",
        wagers=(100,),
        wager_rule="",
        lines={hand: Line(award(hand.key, text), "") for hand, text in lines(pays).items()},
        envy={},
        envy_rule="",
        seeds={},
        lost_rule="",
        linked=False,
    )


def _meters(schedule: Schedule, given: tuple[str, ...]) -> dict[str, Micros] | None:
    from upcard.cli.exact.long_run import by_level
    from upcard.cli.exact.option_parsers import meter

    if not given:
        return None
    return {level: meter("--meter", amount) for level, amount in by_level("--meter", schedule, given).items()}


def _award(schedule: Schedule, name: str) -> str:
    return next((str(line.award) for hand, line in schedule.lines.items() if hand.key == name), "")


def _at(found: Progressive, schedule: Schedule, at_seeds: bool) -> str:
    from upcard.cli.exact.number_format import dollars

    shown = ", ".join(f"{dollars(amount)} on {level}" for level, amount in found.meters.items())
    if not shown:
        return ""
    if at_seeds:
        return f"with {shown}: {'the seeds of the law' if schedule.seeds else 'no seed is listed'}"
    return f"with {shown}"


def _break_even(found: Progressive) -> str:
    from upcard.cli.exact.number_format import dollars, ratio

    if found.break_even is None:
        return "none: more comes back at any meter" if len(found.meters) == 1 else "none: there is not one meter alone"
    return f"{dollars(found.break_even)}  = {ratio(found.break_even)}"
