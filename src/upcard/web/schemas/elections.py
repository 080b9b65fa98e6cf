"""A house as TOML, checked against the law: summed up, or the first field that is not in order."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypedDict

from upcard.rules.payback import Bound, Part
from upcard.web.schemas.schema import Form, one_of
from upcard.web.schemas.types import EditionId, Level, Mode, Money, Rate, Ratio, Wager


class WrongField(TypedDict):
    """A field that is not in order."""

    field: Annotated[str, "Which one."]
    message: Annotated[str, "What is wrong with it."]
    clause: Annotated[str | None, "The clause that does not permit it."]


class HouseWrong(TypedDict):
    """A house that is not in order."""

    ok: Annotated[Literal[False], "It is not in order."]
    error: Annotated[WrongField, "The first thing that is wrong."]


class _Elected(TypedDict):
    name: Annotated[str, "Its name."]
    edition: Annotated[EditionId, "The law that it plays under."]
    seats: Annotated[int, "How many seats it has."]
    mode: Annotated[Mode, "Whose cards it plays with."]
    shuffle: Annotated[str, "How its decks are shuffled."]
    backs: Annotated[list[str], "The colours of their backs."]
    decks: Annotated[list[str], "The decks that the house owns for it, where it describes them."]
    minimum: Annotated[Money, "The least ante."]
    maximum: Annotated[Money | None, "The most ante."]
    maxima: Annotated[dict[str, Money], "By side wager, the most that the house takes, where it has posted that."]
    liability_limit: Annotated[Money | None, "The most that the wagers of a round may come to cost the tray."]
    readings: Annotated[list[str], "The readings of the law that touch it."]


class StudElected(_Elected):
    """What a table of Caribbean stud is run by."""

    game: Annotated[Literal["caribbean-stud"], "Its game."]
    dealing: Annotated[str | None, "How cards are dealt when it opens."]
    ways: Annotated[list[str], "Every way of dealing that the house has registered for it."]
    stub_count_every: Annotated[int | None, "After how many rounds the stub is counted."]
    limit: Annotated[Money | None, "The most that may be at risk."]
    wagers: Annotated[list[Wager], "The wagers that it takes."]
    progressive: Annotated[str | None, "The schedule of its progressive."]
    bonus: Annotated[str | None, "The pay table of its bonus wager."]
    jackpot: Annotated[str | None, "The jackpot that it plays for."]
    five_card_jackpot: Annotated[str | None, "The jackpot of its five card wager."]
    draws: Annotated[dict[str, Ratio], "By what is drawn, the chance of it."]
    elections: Annotated[dict[str, str], "The choices that the law leaves open, as they were made."]


class SixElected(_Elected):
    """What a table of Bonus 6 is run by."""

    game: Annotated[Literal["bonus-six"], "Its game."]
    pay_table: Annotated[str, "Its pay table."]
    pays: Annotated[dict[str, str], "By hand, what it pays."]
    lowest_pair: Annotated[str | None, "The lowest pair that is paid."]
    further_tips: Annotated[bool, "Whether tips may be added with bets."]


class LevelElected(TypedDict):
    """The parameters of a meter."""

    seed: Annotated[Money, "What it starts from."]
    rate: Annotated[Rate, "What of each wager goes to it."]
    reserve_rate: Annotated[Rate, "What of each wager goes to its reserve."]
    limit: Annotated[Money | None, "Where it stops."]
    overflow: Annotated[str, one_of("reserve", "revenue"), "What a limit turns away goes there."]


class TitleElected(TypedDict):
    """Another game title on a jackpot."""

    name: Annotated[str, "Its name."]
    pay_table: Annotated[str, "Its pay table."]
    wager: Annotated[Money, "Its wager."]
    decks: Annotated[int, "How many decks it plays with."]


class PaybackStep(TypedDict):
    """One term of what a jackpot gives back."""

    part: Annotated[Part, "Which part it belongs to."]
    because: Annotated[str, "Where it comes from."]
    share: Annotated[Ratio, "What it gives back of each dollar."]


class JackpotElected(TypedDict):
    """A jackpot with what it gives back in the long run."""

    name: Annotated[str, "Its name."]
    schedule: Annotated[str, "The schedule of its awards."]
    tables: Annotated[list[str], "The tables that play for it."]
    progressive_wager: Annotated[
        str | None, "What is wagered on it; elected at the table for the five card hand bonus."
    ]
    approval: Annotated[str | None, "Under which reference the values of its meters were approved, and when."]
    levels: Annotated[dict[Level, LevelElected], "By name, its meters."]
    titles: Annotated[list[TitleElected], "Other game titles on it."]
    long_run_return: Annotated[Ratio, "What it gives back of each dollar."]
    long_run_bound: Annotated[Bound, "How exactly that is known."]
    payback: Annotated[list[PaybackStep], "How that adds up."]
    fixed_awards_from_meter: Annotated[bool, "Whether fixed awards come off the meter."]


class HouseRight(TypedDict):
    """A house that is in order."""

    ok: Annotated[Literal[True], "It is in order."]
    house: Annotated[str, "The name of the house."]
    tables: Annotated[list[StudElected | SixElected], "Its tables."]
    jackpots: Annotated[list[JackpotElected], "Its jackpots."]
    warnings: Annotated[list[WrongField], "What its licensee should know."]
    same: Annotated[bool, "Whether it is the house that is running."]


HouseChecked: TypeAlias = Annotated[HouseRight | HouseWrong, Form("HouseChecked")]
