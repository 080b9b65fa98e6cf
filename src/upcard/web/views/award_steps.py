"""What one award takes, step by step: what is done, what is due now, what comes later, and who may do it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, TypedDict

from msgspec.structs import replace

from upcard.document import doc, one_of
from upcard.money.jackpot_awards import keyer_validates
from upcard.money.link import Hit, Link
from upcard.money.slip import Slip, signers
from upcard.rules.table import TableRules
from upcard.tables import Actor, Table
from upcard.tables.commands import FLOORPERSON
from upcard.tables.next_step import Next, guide
from upcard.tables.procedure import due
from upcard.web.act_codec import OfferedAct
from upcard.web.projection import StateSnapshot
from upcard.web.views import actions
from upcard.web.views.correction_actions import waited_for
from upcard.web.views.labels import step_label
from upcard.web.views.money_reports import may_sign


class AwardStep(TypedDict):
    """Something that an award takes before all is done about it."""

    step: Annotated[str, doc("The act that does it.")]
    text: Annotated[str, doc("What is done.")]
    state: Annotated[str, one_of("done", "now", "later"), doc("How it stands.")]
    who: Annotated[str, doc("Who did it where that is known, or who may do it.")]
    act: Annotated[OfferedAct | None, doc("What is sent, where whoever looks may do it now.")]
    version: Annotated[int | None, doc("The version of the table that it is meant for, where it is done at one.")]


SEEN = (
    "CallSupervisor", "VerifyAward", "VerifyHand", "VerifyLight", "ConfirmHand", "ValidateAward", "VerifyFiveCard",
    "ValidateFiveCard",
)  # fmt: skip
"""The steps of a table with which an award is seen before it is paid."""


def award_steps(moment: StateSnapshot, link: Link, hit: Hit, by: Actor) -> list[AwardStep]:
    """Everything that the award takes, in the order in which it is done."""
    t, table = moment.rules.get(hit.table), moment.tables.get(hit.table)
    here = not hit.title and t is not None and table is not None and table.number == hit.round
    found: list[AwardStep] = []
    present = guide(t, table) if here and t and table and hit.table not in moment.outdated else None
    after: Next | None = None
    if t is not None and table is not None and present is not None and hit.state != "paid":
        seen = [one for one in due(t, replace(table, done=())) if one.seat == hit.seat and one.act in SEEN]
        for one in seen:
            now = (present.act, present.seat) == (one.act, one.seat)
            state = "done" if (one.act, one.seat) in table.done else "now" if now else "later"
            who = "" if state == "done" else people(one.roles)
            found.append(_step(one.act, step_label(one.act, one.seat), state, who))
        after = guide(t, replace(table, done=(*table.done, *((one.act, one.seat) for one in seen))))
    found.append(_validated(moment, link, hit))
    slips = [one for one in moment.slips.values() if _of(one, link, hit) and not one.voided]
    if not hit.title:
        paid = "done" if hit.state == "paid" else "now" if hit.state == "validated" else "later"
        payers = after.roles if after is not None and (after.act, after.seat) == ("Settle", hit.seat) else ()
        found.append(_step("Settle", "Pay it at the table", paid, people(payers) if paid != "done" else ""))
        found += _signatures(hit, slips, by)
    if t is not None and table is not None and here:
        found += _documents(t, table, hit, found)
        _offer(moment, t, table, present, found, by)
    return found


def _step(step: str, text: str, state: str, who: str) -> AwardStep:
    return {"step": step, "text": text, "state": state, "who": who, "act": None, "version": None}


def people(roles: Iterable[str]) -> str:
    """Those who may do something, in words.

    >>> people(("floorperson", "supervisor")), people(("dealer",)), people(())
    ('a floorperson or a supervisor', 'the dealer', '')
    """
    return " or ".join("the dealer" if role == "dealer" else f"a {role}" for role in roles)


def _validated(moment: StateSnapshot, link: Link, hit: Hit) -> AwardStep:
    t = moment.rules.get(hit.table)
    alone = hit.by.startswith("dealer") or keyer_validates(t and t.rules, hit)
    first = "a supervisor" if alone else f"a supervisor other than {hit.keyed_by}"
    pending, done = hit.state == "pending", moment.validators.get((link.name, hit.number), "two people")
    who = f"{first}, with a second person of another department" if pending else done
    return _step("ValidateHit", "Validate the amount", "now" if pending else "done", who)


def _of(slip: Slip, link: Link, hit: Hit) -> bool:
    return (slip.issued.jackpot, slip.issued.hit) == (link.name, hit.number)


def _signatures(hit: Hit, slips: list[Slip], by: Actor) -> Iterator[AwardStep]:
    """Each signature on each slip of the award; on those that will be written out once it is paid."""
    if not slips and hit.state != "paid":
        roles = max((signers(draw.each) for draw in hit.draws), key=len, default=())
        yield from (_step("SignSlip", f"Sign the slip as {role}", "later", people(_stands_in(role))) for role in roles)
    for slip in slips:
        said, offered = f"Sign slip {slip.issued.number}", may_sign(slip, by)
        for one in slip.signatures:
            yield _step("SignSlip", f"{said} as {one.role}", "done", one.by.split(" ", 1)[-1])
        for role in slip.missing:
            missing = _step("SignSlip", f"{said} as {role}", "now", people(_stands_in(role)))
            if offered and (role == by.role or (role == "floorperson" and by.role not in slip.missing)):
                missing["act"] = {"act": "SignSlip", "number": slip.issued.number}
                offered = False
            yield missing


def _stands_in(role: str) -> tuple[str, ...]:
    """Who signs in a role: for a floorperson also whoever stands above."""
    return FLOORPERSON if role == "floorperson" else (role,)


def _documents(t: TableRules, table: Table, hit: Hit, before: list[AwardStep]) -> Iterator[AwardStep]:
    """The documents, where the law wants them complete before the cards are racked."""
    if hit.state == "paid" and any(seat == hit.seat for seat, _, _ in table.documents):
        unsigned = any(one["step"] == "SignSlip" and one["state"] != "done" for one in before)
        label = step_label("DocumentAward", hit.seat, law=t.rules.law)
        yield _step("DocumentAward", label, "later" if unsigned else "now", people(FLOORPERSON))


def _offer(
    moment: StateSnapshot, t: TableRules, table: Table, present: Next | None, found: list[AwardStep], by: Actor
) -> None:
    """The step of the table that is due now, where it is one of these and whoever looks may do it."""
    if present is None or by.role not in present.roles or waited_for(moment, t, table):
        return
    for one in found:
        if one["step"] == present.act and one["state"] == "now":
            one["act"] = actions.bare(present)
            one["version"] = moment.versions.get(f"table/{t.name}", 0)
