"""Why: a rule by its name, with the clause that gives it in our words, our reading of it, and the arithmetic."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, TypedDict
from urllib.parse import quote

from upcard.document import doc
from upcard.games.payment import Payment
from upcard.law import Edition, edition
from upcard.number_format import money


class Why(TypedDict):
    """The rule behind something, with the clause that gives it."""

    rule: Annotated[str, doc("The rule by its name.")]
    clause: Annotated[str, doc("The clause that gives it.")]
    summary: Annotated[str, doc("The clause in our words.")]
    reading: Annotated[str | None, doc("How we read the clause, where it needed that.")]
    arithmetic: Annotated[str | None, doc("How the amount was worked out, where there is one.")]
    href: Annotated[str, doc("Where the clause stands on this site.")]


@cache
def _cited(id: str, rule: str) -> Why | None:
    found: Edition = edition(id)
    citation = found.citations.get(rule)
    if citation is None:
        return None
    clause = found.clause(citation.clause)
    reading = next((r.summary for r in found.readings if r.name == citation.reading), None)
    return {
        "rule": rule,
        "clause": clause.id,
        "summary": clause.summary,
        "reading": reading,
        "arithmetic": None,
        "href": f"/law/{id}#{quote(clause.id)}",
    }


def why(rules: Any, rule: str | None, arithmetic: str | None = None) -> Why | None:
    """A rule with its clause; None where there is no rule, or the edition does not have it."""
    found = _cited(rules.edition.id, rule) if rule else None
    return {**found, "arithmetic": arithmetic} if found and arithmetic else found


def arithmetic(payment: Payment, hand: str | None, wager: str) -> str:
    """How a payment was worked out.

    >>> paid = Payment(5, "bet", "win", 2000, 2000, 14000, "tray", "bet_full_house", 1, "7 to 1")
    >>> arithmetic(paid, "full house", "bet")
    'full house, 7 to 1: bet $20 wins $140, and $20 is returned'
    >>> arithmetic(Payment(5, "ante", "lose", 1000, 0, 0, None, "x"), None, "ante")
    'ante $10 is lost'
    >>> arithmetic(Payment(5, "tip", "win", 1000, 1000, 1000, "tray", "x", 1, "1 to 1"), "pair of aces", "tip")
    "pair of aces, 1 to 1: tip $10 wins $10; stake and winnings, $20, are the dealer's"
    """
    stake = money(payment.staked) if payment.staked else ""
    name = f"{wager} {stake}".strip()
    match payment.result:
        case "win":
            because = ", ".join(part for part in (hand, payment.odds) if part)
            said = f"{because + ': ' if because else ''}{name} wins {money(payment.paid)}"
            if payment.wager == "tip":
                return f"{said}; stake and winnings, {money(payment.returned + payment.paid)}, are the dealer's"
            where = {"account": " to the game account", "meter": " off the meter"}.get(payment.source or "", "")
            return f"{said}{where}, and {money(payment.returned)} is returned" if payment.returned else f"{said}{where}"
        case "lose":
            return f"{name} is lost"
        case "forfeit":
            return f"{name} is forfeited with the hand"
        case "push":
            return f"{name} is returned"
        case "void":
            return f"{name} is returned, the hand being void"
        case "fee":
            return f"{name} is collected"
