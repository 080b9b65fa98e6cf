"""Texts of one form that stand in many documents: amounts, cards, times, names from a closed list."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypedDict, get_args

from upcard.games.bonus_six.round import Phase as SixPhase
from upcard.games.caribbean_stud.round import Phase as StudPhase
from upcard.games.caribbean_stud.view import Lamp as LampState
from upcard.law.edition import edition_ids
from upcard.law.registry import games
from upcard.tables.deck import Stage as DeckStage
from upcard.web.schemas.schema import Form, one_of
from upcard.web.views.labels import WAGERS


def _text(name: str, pattern: str, description: str, example: str) -> Form:
    return Form(name, type="string", pattern=f"^{pattern}$", description=description, examples=[example])


def _listed(name: str, values: list[str], description: str) -> Form:
    return Form(name, type="string", enum=values, description=description)


WHOLE = "(0|[1-9][0-9]*)"

# ---- amounts

Money: TypeAlias = Annotated[str, _text("Money", rf"{WHOLE}\.[0-9]{{2}}", "Dollars, to the cent.", "1234.50")]
SignedMoney: TypeAlias = Annotated[
    str, _text("SignedMoney", rf"-?{WHOLE}\.[0-9]{{2}}", "Dollars, to the cent; less than nothing is a loss.", "-5.00")
]
ExactMoney: TypeAlias = Annotated[
    str,
    _text("ExactMoney", rf"-?{WHOLE}\.[0-9]{{2,8}}", "Dollars, to the millionth of a cent where there is one.", "0.25"),
]
Ratio: TypeAlias = Annotated[str, _text("Ratio", r"-?[0-9]+/[1-9][0-9]*", "An exact number, as a fraction.", "1/2")]
Rate: TypeAlias = Annotated[str, _text("Rate", r"[0-9]+(\.[0-9]+)?%", "A part of each wager.", "25%")]

# ---- cards, times, places

Card: TypeAlias = Annotated[
    str, _text("Card", "[2-9TJQKA][cdhs]", "A card: its rank, then the first letter of its suit.", "As")
]
Time: TypeAlias = Annotated[
    str,
    _text("Time", r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z", "A time of the day in UTC.",
          "2026-03-01T14:02:11.000000Z"),
]  # fmt: skip
Clock: TypeAlias = Annotated[str, _text("Clock", "[0-9]{2}:[0-9]{2}:[0-9]{2}", "A time of the day in UTC.", "14:02:11")]
Hash: TypeAlias = Annotated[str, _text("Hash", "[0-9a-f]{64}", "SHA-256, in hexadecimal digits.", "0" * 64)]
SeatNumber: TypeAlias = Annotated[
    str, _text("SeatNumber", "[1-9][0-9]?", "A seat as the name of a member.", "3")
]  # fmt: skip
Level: TypeAlias = Annotated[
    str, _text("MeterLevel", "[a-z_]+", "A meter of a jackpot, by the name that its schedule gives it.", "main")
]

# ---- names from a closed list

Wager: TypeAlias = Annotated[str, _listed("Wager", [*WAGERS], "A wager, a fee or a coupon by its name.")]
Game: TypeAlias = Annotated[str, _listed("Game", [*games()], "The game that is played.")]
EditionId: TypeAlias = Annotated[str, _listed("EditionId", [*edition_ids()], "An edition of the law.")]
Mode: TypeAlias = Annotated[
    str, _listed("Mode", ["virtual", "keyed"], "Whether the system shuffles, or real cards are keyed.")
]
Stage: TypeAlias = Annotated[str, _listed("Stage", [*get_args(DeckStage)], "What has been done with a deck.")]
Stub: TypeAlias = Annotated[str, one_of("", "out", "racked")]
Lamp: TypeAlias = Annotated[
    str, _listed("Lamp", [*get_args(LampState)], "The lamp of a seat's progressive wager.")
]  # fmt: skip
Phase: TypeAlias = Annotated[
    str,
    _listed("Phase", [*dict.fromkeys((*get_args(StudPhase), *get_args(SixPhase))), "closed table"],
            "How far the round is."),
]  # fmt: skip
SeatState: TypeAlias = Annotated[
    str,
    _listed("SeatState", ["empty", "seated", "in", "deciding", "bet", "fold", "void", "stand", "discard", "card"],
            "How a seat stands in the round."),
]  # fmt: skip

# ---- anything

Value: TypeAlias = Annotated[
    object,
    Form(
        "Value",
        description="Words, a number, or a list or table of such, as the law or a house gives them.",
        anyOf=[
            {"type": ["string", "integer", "boolean", "null"]},
            {"type": "array", "items": {"$ref": "#/components/schemas/Value"}},
            {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Value"}},
        ],
    ),
]


class Why(TypedDict):
    """The rule behind something, with the clause that gives it."""

    rule: Annotated[str, "The rule by its name."]
    clause: Annotated[str, "The clause that gives it."]
    summary: Annotated[str, "The clause in our words."]
    reading: Annotated[str | None, "How we read the clause, where it needed that."]
    arithmetic: Annotated[str | None, "How the amount was worked out, where there is one."]
    href: Annotated[str, "Where the clause stands on this site."]


class Liability(TypedDict):
    """What the wagers on a table could come to cost."""

    most: Annotated[Money, "The tray pays no more than this, whatever is dealt; a bound."]
    limit: Annotated[Money | None, "The most that the house has elected, if any."]
    words: Annotated[str, "Both in a sentence, or empty."]
