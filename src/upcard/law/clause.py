"""A clause of an edition, a reading of one, and what either gives to the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from string import Formatter
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta


def nearest(word: Any, known: Iterable[Any]) -> str:
    """The name that was probably meant, as the end of a sentence; nothing where none is near.

    >>> nearest("glosary", ["glossary", "tie"]), nearest("x", ["tie"])
    ("; did you mean 'glossary'?", '')
    """
    close = get_close_matches(str(word), [one for one in known if isinstance(one, str)], 1)
    return f"; did you mean {close[0]!r}?" if close else ""


# ---- The kinds of value that a clause may give a rule, as the texts write them -----------------------------


_ODDS = r"(1,000,000|1000000|[0-9]{1,3},[0-9]{3}|[0-9]{1,6})"
_TO, _FOR = (rf"{_ODDS} {word} ([1-9]|10)" for word in ("to", "for"))
_DOLLARS = r"\$([0-9]{1,9}|[0-9]{1,3}(,[0-9]{3}){1,2})(\.[0-9]{2})?"
_SHARE_OF = r"(100|[1-9][0-9]?(\.[0-9])?|0\.[1-9])% of"
_SHARE = rf"{_SHARE_OF} [a-z_]+"

OddsTo = Annotated[str, Meta(pattern=f"^{_TO}$")]
OddsFor = Annotated[str, Meta(pattern=f"^{_FOR}$")]
Returned = Annotated[str, Meta(pattern=f"^(returned|{_TO})$", description='"returned", or odds such as "1 to 1"')]
"""A wager that goes back, or odds that it is paid at."""
Dollars = Annotated[str, Meta(pattern=f"^{_DOLLARS}$")]
Percent = Annotated[str, Meta(pattern=r"^(100|[0-9]{1,2}(\.[0-9]{1,4})?)%$")]
MeterShare = Annotated[str, Meta(pattern=f"^{_SHARE}$")]
Line = Annotated[str, Meta(pattern=f"^({_FOR}|{_SHARE}|{_DOLLARS})$")]
Multiple = Annotated[int, Meta(ge=1, le=100)]
"""How many antes a wager is."""

_RANKS = "(ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two)"
LowestHand = Annotated[
    str,
    Meta(
        pattern=f"^(any hand|{_RANKS}(-{_RANKS}){{0,4}}|pair"
        "|pair of (aces|kings|queens|jacks|tens|nines|eights|sevens|sixes|fives|fours|threes|twos)"
        "|two pair|three of a kind|straight)$",
        description='a lowest hand: "any hand", high cards such as "ace-king", "pair", "pair of fours" and so on, '
        '"two pair", "three of a kind" or "straight"',
    ),
]
"""A hand that counts, and all that are better: `ace-king` is every hand with an ace and a king."""

Positive = Annotated[int, Meta(ge=1)]
Cut = Annotated[int, Meta(ge=1, le=51)]
FiveCardLine = Annotated[str, Meta(pattern=rf"^({_FOR}|{_SHARE_OF} five_card)$")]
RankName = Annotated[str, Meta(pattern="^[2-9TJQKA]$")]

HandName = Annotated[
    str,
    Meta(
        pattern="^(royal_flush|straight_flush|four_of_a_kind|full_house|flush|straight|three_of_a_kind|two_pair"
        "|pair|high_card)$"
    ),
]


class DealOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How cards leave the deck, and which of the dealer's five (from the first dealt) lies face up."""

    deal: Literal["singly", "stacks"]
    up_card: Annotated[int, Meta(ge=1, le=5)]


class ScheduleText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive schedule: the wagers it takes, what it pays, and the envy for the first of those wagers."""

    wagers: tuple[Dollars, ...]
    lines: dict[HandName, Line]
    envy: dict[HandName, Dollars] = {}
    seeds: dict[str, Dollars] = {}


class EnvyByWager(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Envy for one table of the law, listed for each wager."""

    table: str
    wagers: dict[Dollars, dict[HandName, Dollars]]


class BonusTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of a bonus wager, and the lowest pair that they pay."""

    lowest_pair: RankName
    tables: dict[str, dict[HandName, OddsTo]]


class PayTableText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A licensee's schedule of odds 'to 1': a hand without a line does not win."""

    royal_flush: int | None = None
    straight_flush: int | None = None
    four_of_a_kind: int | None = None
    full_house: int | None = None
    flush: int | None = None
    straight: int | None = None
    three_of_a_kind: int | None = None
    two_pair: int | None = None
    pair: int | None = None
    lowest_pair: RankName | None = None


# ---- What a clause has a person do with hands, cards and chips ---------------------------------------------
# one line of the procedure, when its moment comes.
#
# The law knows the steps by the names that tables and games give them, and what a line may depend on, so that a text
# with a slip in it fails when it is loaded.


STEPS = (
    "OpenTable", "InspectDeck", "VerifyDeck", "SpreadDeck", "WashDeck", "ShuffleDeck", "ReportShufflerCount", "CutDeck",
    "OrderRecut", "ReplaceDeck", "SpreadIdle", "InstallDevice", "RemoveDevice", "ReportShufflerJam", "LockOut",
    "CountChips", "DealCards", "RackStub", "CountStub", "Decide", "KeyWinner", "CallSupervisor", "VerifyAward",
    "VerifyHand", "VerifyLight", "ConfirmHand", "ValidateAward", "VerifyFiveCard", "ValidateFiveCard", "DocumentAward",
    "CollectForfeits", "LeaveExposed", "RackCards", "Reconcile",
)  # fmt: skip
"""The steps of the procedure of every game: commands of a table, and the player's decision."""

YES = ("yes", "no")

CONDITIONS: dict[str, tuple[str, ...] | None] = {
    "mode": ("virtual", "keyed"),
    "shuffle": ("hand", "shuffler", "pre-shuffled"),
    "two_decks": YES,
    "withdrawn": YES,
    "device": ("shuffler", "manual-shoe", "automated-shoe"),
    "void": None,
    "rule": None,
}
"""What a line may depend on, with its values; None for a rule: the one that voided the round, or that the step is of.

`shuffle` is how the deck was or is shuffled, `withdrawn` whether it leaves the table, `void` also the rule that voided
the hand of the step's seat, `device` the one that comes or leaves. The law of a game adds its own to both lists, as
`STEPS` (its acts in a round) and `CONDITIONS`. Of these every table knows `dealing`, the `phase` of the round, and
`placed` and `without`: what the seat has wagered, or anybody where the step concerns no seat.
"""

PLACES = ("seat", "deck")
"""What may be filled in within a line: the number of the seat, the deck with its description."""


class StepLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to do, in our own words, at one or several steps; `part` says which part of the clause has it done.

    Lines come in the order of the clauses; one that is `first` is said before those that are not.
    """

    at: str | tuple[str, ...]
    do: str
    part: str = ""
    first: bool = False
    when: dict[str, str | tuple[str, ...]] = {}

    @property
    def steps(self) -> tuple[str, ...]:
        return (self.at,) if isinstance(self.at, str) else self.at

    @property
    def conditions(self) -> dict[str, tuple[str, ...]]:
        """What has to hold: for each condition one of these values."""
        return {name: (value,) if isinstance(value, str) else value for name, value in self.when.items()}

    def troubles(self, law: Any, rules: Collection[str]) -> Iterator[tuple[str, tuple[str, ...] | None]]:
        """What is not in order with the line, and what could stand there; `rules` are the fields of `law`."""
        known_steps = (*STEPS, *law.STEPS)
        for step in self.steps:
            if step not in known_steps:
                yield f"{step!r} is no step of the procedure{nearest(step, known_steps)}", known_steps
        conditions = {**CONDITIONS, **law.CONDITIONS}
        for name, values in self.conditions.items():
            if name not in conditions:
                because = f"a line cannot depend on {name!r}; it can on {', '.join(conditions)}"
                yield because, tuple(conditions)
                continue
            listed = conditions[name]
            known: Collection[str] = rules if listed is None else listed
            for value in values:
                if value not in known:
                    yield f"{name} is never {value!r}{nearest(value, known)}", listed
        if not self.do.strip():
            yield "a line says what to do", None
        try:
            places = [place for _, place, _, _ in Formatter().parse(self.do) if place is not None]
        except ValueError as error:
            yield f"{self.do!r} cannot be filled in: {error}", None
            return
        yield from ((f"nothing is filled in for {{{place}}}", PLACES) for place in places if place not in PLACES)


class NamedLine(msgspec.Struct, frozen=True):
    """A line at one step, with its name and the clause that has it done."""

    id: str
    """The step, the clause and the place among the clause's lines at that step, with strokes between."""
    clause: str
    line: StepLine

    @property
    def cites(self) -> str:
        """The clause with the part of it that is meant."""
        return self.clause + self.line.part


# ---- clause ------------------------------------------------------------------------------------------------


Duty = Literal["compute", "enforce", "prompt", "show", "configure", "record"]

DUTIES: dict[str, str] = {
    "compute": "the engine works it out",
    "enforce": "the engine refuses anything else and cites the clause",
    "prompt": "a step of the procedure, shown in order and recorded as done",
    "show": "on signs or displays",
    "configure": "the licensee's choice, checked when a table or link is opened",
    "record": "kept in the journal with its documents",
}


class _Giver(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What gives values to rules, by fixing them, by bounding a choice, or by leaving them to a person."""

    sets: dict[str, Any] = {}
    permits: dict[str, Any] = {}
    leaves: dict[str, Any] = {}

    @property
    def rules(self) -> dict[str, Any]:
        return {**self.sets, **self.permits, **self.leaves}

    @property
    def gifts(self) -> tuple[tuple[str, Any], ...]:
        """Every rule given, one given twice appearing twice."""
        return (*self.sets.items(), *self.permits.items(), *self.leaves.items())


class Clause(_Giver, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One numbered clause: its duty, a summary in our own words, its rules, and what it has done by hand."""

    id: str
    duty: Duty
    summary: str
    steps: tuple[StepLine, ...] = ()


class Reading(_Giver, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How Upcard reads a text that is silent, unclear or at odds with itself."""

    number: int
    name: str
    reads: tuple[str, ...]
    summary: str
    clauses: dict[str, str] = {}

    def clause_of(self, rule: str, edition: str) -> str:
        return edition + self.clauses.get(rule, self.reads[0])


class Citation(msgspec.Struct, frozen=True):
    """Where a rule stands: its clause and, where the clause needed one, our reading of it."""

    clause: str
    reading: str | None = None
