"""`upcard simulate`: any table by Monte Carlo, beside the exact mathematics and checked by the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from json import JSONDecodeError, loads
from typing import Annotated, Any

from msgspec.structs import replace

from upcard.cli.options import AsJson, EditionId, Whole, cents_of, naming, parted, says, table_of
from upcard.cli.output import complain, console, show_json, steps, tell
from upcard.cli.output import table as grid
from upcard.compiled import ready
from upcard.errors import HouseError, Refused
from upcard.law import edition as edition_of
from upcard.law.edition import default
from upcard.number_format import MINUS, percent
from upcard.rules import bonus_six, caribbean_stud
from upcard.rules.caribbean_stud import DRAWS
from upcard.rules.election import Rules
from upcard.rules.jackpot import Level, parse_rate, show_rate
from upcard.simulate.caribbean_stud import base_threshold as threshold
from upcard.simulate.engine_check import Checked, Differs
from upcard.simulate.engine_check import check as settle_again
from upcard.simulate.figures import AT_MEAN, Figure, document, figures, mean_meter
from upcard.simulate.run import Run, Work, run, run_on_cluster, work
from upcard.simulate.table import (
    MOST_SEATS,
    SixTable,
    Table,
    default_levels,
    side_wagers,
    six_table,
    stud_table,
)
from upcard.units import show_dollars, whole_cents

INTERRUPTED = 130
DIFFERS = 1


def simulate(
    *,
    rounds: Annotated[str, says("How many rounds: 1000000, 1e9 or 2.5e6; a million by default.")] = "1e6",
    edition: Annotated[
        EditionId | None,
        says("The edition to play under; by default, the latest of Caribbean stud."),
    ] = None,
    house: Annotated[str | None, says("A house file whose table is played.")] = None,
    table: Annotated[str | None, says("The table of that house; its first by default.")] = None,
    elect: Annotated[
        tuple[str, ...], says("An election instead of a house, NAME=VALUE; may stand several times.", negative=())
    ] = (),
    seats: Annotated[Whole, says("How many play, 1 to 7; one by default.")] = 1,
    ante: Annotated[str | None, says("The ante in dollars; one for all seats, or 5,10,25 seat by seat.")] = None,
    wagers: Annotated[
        str, says("Side wagers of every seat: all, none, or a list such as progressive,bonus=5.")
    ] = "all",
    strategy: Annotated[
        str, says("How Caribbean stud is played; one for all seats, or a list. optimal by default.")
    ] = "optimal",
    insured: Annotated[bool, says("Bonus 6: every seat pays the insurance fee in every round.")] = False,
    seed: Annotated[str, says("Any text; the same one deals the same rounds again; 1 by default.")] = "1",
    cores: Annotated[Whole | None, says("How many cores to use; all of them by default.")] = None,
    cluster: Annotated[
        str | None, says("A Dask scheduler, tcp://HOST:PORT, whose workers play instead of this machine.")
    ] = None,
    check: Annotated[Whole, says("How many rounds the engine settles again; 200 by default.")] = 200,
    block: Annotated[
        Whole | None, says("Rounds after which the meters start again from their seeds; 1,048,576 by default.")
    ] = None,
    json: AsJson = False,
) -> int:
    """Play a table by Monte Carlo, and hold it against the exact figures.

    Every wager gets its return (of the ante, for ante and bet), a 95% interval
    and, where there is one, the exact return with z, the distance in standard
    errors: beyond 3 it would be a surprise. A wager that plays for a meter has
    them only when the meter was emptied thirty times: before that, the run does
    not know its own error.
    A sample of the rounds is settled again by the engine behind `upcard settle`
    and must pay the same to the cent.

    Round i of a seed has the same cards on any machine, and sums are whole
    numbers: one core, all cores and a cluster give the same result. Meters
    grow by what is wagered and are hit by awards; every block of rounds is a
    table of its own that starts from the seeds. Ctrl-C ends early with what
    has been played.

    Without --house the table is that of `upcard play`; with --elect it is one
    with just those elections, and meters can be set too: --elect main.seed=5000
    --elect main.rate=30%. Strategies: optimal, rules-of-thumb, AKJ83,
    matching-rank, pair, AK, always-raise. A tip is a wager: --wagers tip=1.

    upcard simulate --rounds 1e7 --edition ma --seats 7
    upcard simulate --rounds 1e9 --wagers none --strategy AKJ83
    upcard simulate --elect progressive=classic-10pct --elect main.seed=5000
    upcard simulate --edition sd-bonus6 --insured --seats 3 --ante 10
    upcard simulate --house house.toml --table "Stud 1" --seats 7 --json
    upcard simulate --rounds 1e10 --cluster tcp://192.0.2.1:8786
    """
    rules, levels, draws = _setting(edition, house, table, elect)
    played = _table(rules, levels, draws, seats=seats, ante=ante, wagers=wagers, strategy=strategy, insured=insured)
    with _named("block", "ante"):
        asked = work(played, seed, _rounds(rounds), block=block)
    if check < 0:
        raise Refused(None, f"--check: {check} is not a number of rounds")
    if cluster is not None and cores is not None:
        raise Refused(None, "--cores: a cluster has its own; give --cores or --cluster")
    _announce(asked)
    with _named("cores", "cluster", "block", "ante"), steps("Playing", asked.rounds) as advance:
        ran = run(asked, cores=cores, advance=advance) if cluster is None else run_on_cluster(
            asked, cluster, advance=advance
        )  # fmt: skip
    try:
        checked = settle_again(asked, ran.tally, check) if ran.tally.rounds else Checked(0, 0)
    except Differs as error:
        complain(f"The simulation and the engine differ: {error}")
        return DIFFERS
    found = figures(played, ran.tally)
    if json:
        show_json(document(asked, ran, found, checked))
    else:
        _show(asked, ran, found, checked, clustered=cluster is not None)
    return INTERRUPTED if ran.interrupted else 0


# ---- what is asked for -----------------------------------------------------------------------------------------


def _rounds(text: str) -> int:
    try:
        number = Decimal(text.replace(",", "").replace("_", ""))
        whole = number == number.to_integral_value()
    except InvalidOperation:
        raise Refused(None, f"--rounds: {text!r} is not a number such as 1000000 or 1e9") from None
    if not whole or not 1 <= number <= 10**17:
        raise Refused(None, f"--rounds: {text!r} is not a whole number of rounds from 1 upwards")
    return int(number)


def _each(text: str, seats: int, option: str) -> list[str]:
    """One value for all seats, or one for each."""
    listed = [part.strip() for part in text.split(",")]
    if len(listed) not in (1, seats):
        listed = parted(text)  # $20,000 is one value
    if len(listed) == 1:
        return listed * seats
    if len(listed) != seats:
        many = "1 seat" if seats == 1 else f"{seats} seats"
        raise Refused(None, f"{option}: there are {len(listed)} values and {many}")
    return listed


Setting = tuple["Rules", "dict[str, Level] | None", dict[str, Fraction]]


def _setting(edition: str | None, house: str | None, table: str | None, elect: Sequence[str]) -> Setting:
    """Rules, meters and draws: of a house's table, of elections, or of the table of `upcard play`."""
    if elect:
        if house is not None or table is not None:
            raise Refused(None, "--elect: elections stand in place of a house; give --elect or --house")
        return _elected(edition or default(), elect)
    read, found = table_of(edition, house, table)
    named = (found.jackpot, found.five_card_jackpot)
    levels = {key: level for name in named if name for key, level in read.jackpots[name].levels.items()}
    return found.rules, levels, found.draws


def _elected(id: str, elect: Sequence[str]) -> Setting:
    """Elections as NAME=VALUE; NAME of a meter's parameter is LEVEL.PARAMETER."""
    values: dict[str, Any] = {}
    for each in elect:
        name, sign, value = each.partition("=")
        if not sign or not name:
            raise Refused(None, f"--elect: {each!r} is not written as NAME=VALUE")
        if name in values:
            raise Refused(None, f"--elect: {name} stands twice")
        try:
            values[name] = {"true": True, "false": False}.get(value, loads(value) if value[:1] == "{" else value)
        except (JSONDecodeError, RecursionError) as error:
            raise Refused(None, f"--elect: {name}: {value!r} is not JSON") from error
    meters = {name: values.pop(name) for name in list(values) if "." in name}
    if edition_of(id).game == "bonus-six":
        return bonus_six({**values, **meters}, id), None, {}
    chances: dict[str, Fraction] = {name: _chance(name, values.pop(name)) for name in DRAWS if name in values}
    rules = caribbean_stud(id, values)
    levels = default_levels(rules)
    for name, value in meters.items():
        level, _, parameter = name.partition(".")
        if level not in levels:
            raise Refused(None, f"--elect: {name}: the meters are {', '.join(levels) or 'none'}")
        levels[level] = _level(levels[level], name, parameter, value)
    return rules, levels, chances


def _chance(name: str, text: Any) -> Fraction:
    try:
        chance = Fraction(str(text))
    except (ValueError, ZeroDivisionError):
        chance = Fraction(0)
    if not 0 < chance <= 1:
        raise HouseError(name, f"{text!r} is not a probability such as 1/26")
    return chance


def _level(level: Level, name: str, parameter: str, value: Any) -> Level:
    match parameter:
        case "seed" | "limit":
            return replace(level, **{parameter: cents_of(f"--elect: {name}", str(value))})
        case "rate" | "reserve_rate":
            with naming(f"--elect: {name}"):
                return replace(level, **{parameter: parse_rate(str(value))})
        case "overflow" if value in ("reserve", "revenue"):
            return replace(level, overflow=value)
    raise Refused(None, f"--elect: {name}={value}: a meter has seed, rate, reserve_rate, limit and overflow")


def _table(
    rules: Rules,
    levels: dict[str, Level] | None,
    draws: dict[str, Fraction],
    *,
    seats: int,
    ante: str | None,
    wagers: str,
    strategy: str,
    insured: bool,
) -> Table:
    if not 1 <= seats <= MOST_SEATS:
        raise Refused(None, f"--seats: {seats} cannot play at one table; 1 to {MOST_SEATS} can")
    least = max(rules.minimum, 1000 if rules.maximum is None else min(1000, rules.maximum))
    antes = [least] * seats if ante is None else [cents_of("--ante", text) for text in _each(ante, seats, "--ante")]
    if rules.edition.game == SixTable.game:
        tip = 0 if wagers in ("all", "none") else _listed(wagers, {}, ("tip",)).get("tip", 0)
        if strategy != "optimal":
            raise Refused(None, "--strategy: Bonus 6 is played by its best strategy")
        return six_table(rules, antes, tips=[tip] * seats, insured=insured)
    if insured:
        raise Refused(None, "--insured: insurance is of Bonus 6: name an edition of it with --edition")
    offered = side_wagers(rules, seats)
    side = {"all": offered, "none": {}}.get(wagers)
    if side is None:
        side = _listed(wagers, offered, rules.wagers)
    seated = [{"ante": cents, **side} for cents in antes]
    return stud_table(rules, seated, strategies=_each(strategy, seats, "--strategy"), levels=levels, draws=draws)


def _listed(text: str, common: dict[str, int], offered: Sequence[str]) -> dict[str, int]:
    """Wagers by name, each with an amount or at the common one."""
    found: dict[str, int] = {}
    for part in parted(text):
        name, sign, amount = (each.strip() for each in part.partition("="))
        if name not in offered:
            raise Refused(None, f"--wagers: this table takes no {name!r}; it takes {', '.join(offered) or 'none'}")
        if not sign and name not in common:
            raise Refused(None, f"--wagers: {name} needs an amount, such as {name}=1")
        found[name] = cents_of(f"--wagers: {name}", amount) if sign else common[name]
    return found


@contextmanager
def _named(*options: str) -> Iterator[None]:
    """What the room calls a field, people call an option."""
    try:
        yield
    except Refused as refused:
        field = next((name for name in options if str(refused).startswith(f"{name}: ")), None)
        if field is None:
            raise
        raise Refused(None, f"--{refused}") from refused


def _announce(asked: Work) -> None:
    """Say why nothing moves at first, where no machine code is kept from an earlier time."""
    game = asked.table.game.replace("-", "_")
    if not ready(f"simulate.kernels.{game if threshold(asked.table) is None else 'base_game'}"):
        complain("Compiling the kernel that plays the rounds, this once: some seconds...")


# ---- how it is shown to people ---------------------------------------------------------------------------------

NAMES = {"game": "ante and bet", "cover_all_if_it_stood": "cover all, had it stood", "table": "whole table"}


def _name(figure: Figure) -> str:
    return NAMES.get(figure.wager, figure.wager.replace("_", " "))


def _percent(value: Fraction | float | None) -> str:
    return "" if value is None else percent(Fraction(value)).replace(MINUS, "-")


def _seated(table: Table) -> str:
    many = "1 seat" if table.seats == 1 else f"{table.seats} seats"
    ante = ", ".join(show_dollars(cents) for cents in dict.fromkeys(table.antes))
    return f"{many}, ante {ante}, {table.played_by}"


def _elections(table: Table) -> str:
    """The elections of the table, and the meters with their rates."""
    chosen = {name: value for name, value in loads(table.elections).items() if not isinstance(value, dict)}
    parts = [f"{name.replace('_', ' ')} {_or_yes(value)}" for name, value in chosen.items() if value]
    parts += [f"{draw.replace('_', ' ')} {of}/{every}" for draw, of, every in table.draws]
    parts += [f"{name.replace('_', ' ')} meter {show_rate(level.rate)}" for name, level in table.levels]
    return ", ".join(parts)


def _or_yes(value: object) -> str:
    return " or ".join(map(str, value)) if isinstance(value, list) else "yes" if value is True else str(value)


def _show(asked: Work, ran: Run, found: Sequence[Figure], checked: Checked, *, clustered: bool) -> None:
    edition = asked.table.rules.edition
    tally = ran.tally
    tell(f"{edition.title} ({edition.id}): {_seated(asked.table)}")
    if elected := _elections(asked.table):
        tell(elected)
    again = asked.table.metered and asked.rounds > asked.block
    in_blocks = f", meters anew every {asked.block:,}" if again else ""
    tell(f"Seed {asked.seed!r}, {tally.rounds:,} round{'s' * (tally.rounds != 1)}{in_blocks}\n")
    if ran.interrupted:
        tell(f"Interrupted: {tally.rounds:,} of {asked.rounds:,} rounds were played, and all of this is about them.\n")
    if found:
        lines = grid("wager", ">a round", ">return", ">95% interval", ">exact", ">z")
        for figure in found:
            interval = "" if figure.margin is None else f"±{_percent(figure.margin)}"
            name = _name(figure)
            if asked.table.game == "bonus-six" and figure.wager == "game":
                name = "ante, bets and fees" if getattr(asked.table, "insured", False) else "ante and bets"
            z = "" if figure.z is None else f"{figure.z:+.2f}"
            returns, exact = _percent(figure.return_), _percent(figure.exact)
            lines.add_row(name, show_dollars(figure.staked), returns, interval, exact, z)
        console().print(lines)
    _show_meters(asked, ran)
    speed = tally.rounds / ran.seconds if ran.seconds else 0.0
    tell(f"{tally.rounds:,} rounds in {ran.seconds:.2f} s: {speed:,.0f} a second.")
    hits = f", {checked.jackpots} of them with a meter hit," if checked.jackpots else ""
    if checked.rounds:
        tell(f"The engine settled {checked.rounds:,} of these rounds again{hits} and paid the same to the cent.")
    else:
        tell("The engine settled none of these rounds again.")
    for figure in found:
        if figure.note and figure.exact is None:
            tell(f"No exact figure for {_name(figure)}: {figure.note}.")
    if any(figure.note and figure.note.startswith(AT_MEAN) for figure in found):
        tell("Wagers that play for a meter: exact at the mean of that meter in this run.")
        every = f" every {asked.block:,} rounds" if asked.rounds > asked.block else ""
        tell(f"Meters start from their seeds{every}; `upcard house check` tells the long run.")
    if any(figure.seldom for figure in found):
        tell("No interval where whole awards, or rounds, are too few for the run to tell its own error.")
    if ran.interrupted and clustered:
        tell("The workers of a cluster do not finish in order: these need not be the first rounds of the seed.")


def _show_meters(asked: Work, ran: Run) -> None:
    tally = ran.tally
    if not tally.meters or not tally.rounds:
        return
    lines = grid("meter", ">seed", ">mean", ">awards", ">whole awards", ">paid out")
    seeds = {name: level.seed for name, level in asked.table.levels}
    for level, meter in tally.meters.items():
        mean = whole_cents(round(mean_meter(tally, level)))
        lines.add_row(
            level.replace("_", " "), show_dollars(seeds[level]), show_dollars(mean), f"{meter.awards:,}",
            f"{meter.resets:,}", show_dollars(meter.drawn),
        )  # fmt: skip
    console().print(lines)
