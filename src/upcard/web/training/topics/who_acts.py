"""Who must be there? A step of a round, or one beside it, and the roles whose act the table would take."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.cards.random_hand import mixed
from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.games.play_round import Place
from upcard.rules.election import Rules
from upcard.tables import Act, decide
from upcard.tables import commands as c
from upcard.tables.commands import Role
from upcard.tables.devices import DEVICES
from upcard.tables.next_step import guide
from upcard.web.training.model import Exercise, Ticket, Wrong, arranged
from upcard.web.training.tables import RoundMoment, picture, walked
from upcard.web.training.topics.steps import grouped, in_group, label, name, people, some_round, takers

WHO: dict[frozenset[Role], str] = {
    frozenset({"dealer"}): "The dealer, and nobody else",
    frozenset({"floorperson", "supervisor"}): "A floorperson or a supervisor",
    frozenset({"supervisor"}): "A supervisor, and nobody else",
    frozenset({"dealer", "floorperson", "supervisor"}): "Anyone of the table's staff",
    frozenset({"player", "dealer"}): "The player, or the dealer in the player's name",
}

BESIDE = {
    "OrderRecut": "The cut was poor: the {deck} deck is to be cut again.",
    "RemoveDevice": "The {device} is to leave the table.",
    "InstallDevice": "A {device} is to come to the table.",
    "Report": "A hole card was seen after 'no more bets': whether the round goes on is to be decided.",
    "ReportShufflerJam": "The shuffler has jammed on the {deck} deck: it is to be reported.",
}


def subjects(rules: Rules) -> tuple[str, ...]:
    """Groups of steps and, where the edition speaks of any, what is done beside them."""
    groups = grouped(rules)
    known = any(rule in rules.edition.citations for rule in ("recut_ordered_by", "device_removed_first"))
    return (*groups, "beside") if known else groups


def exercise(place: Place, ticket: Ticket, stream: Iterator[int]) -> Exercise | None:
    """The exercise, or None where the round has no such step under a rule."""
    found = some_round(place, stream, award=ticket.subject == "awards")
    try:
        moments = walked(place, found.plan, found.meters).moments
    except Refused:
        return None
    listed = list(_asked(place, ticket.subject, moments))
    for question, moment, command in mixed(listed, stream):
        roles = takers(place.t, moment.table, command)
        rule = _rule(place, moment, command, roles)
        if roles not in WHO or rule is None:
            continue
        others = [Wrong(text) for who, text in WHO.items() if who != roles]
        beside = mixed(others, stream)[: 1 + ticket.level]
        choices, answer, notes = arranged(WHO[roles], beside, stream)
        return Exercise(
            ticket=ticket,
            t=place.t,
            question="Whose step is it?",
            situation=(question,),
            picture=picture(place.t, moment.table, moment.meters, set(), named=False),
            kind="choice",
            choices=choices,
            answer=answer,
            correct=WHO[roles],
            rule=rule,
            notes=notes,
            act=name(command.command if isinstance(command, c.Play) else command),
        )
    return None


def _asked(place: Place, subject: str, moments: list[RoundMoment]) -> Iterator[tuple[str, RoundMoment, c.Command]]:
    if subject != "beside":
        for moment in moments:
            if in_group(moment, subject) and moment.table.is_open:
                yield f"Next: {_neutral(label(place.t, moment.act))}.", moment, moment.command
        return
    for moment in moments:
        for command in _beside(place, moment) if moment.table.is_open else ():
            if takers(place.t, moment.table, command):
                act = command.command if isinstance(command, c.Play) else command
                fields = {key: getattr(act, key, "") for key in ("deck", "device")}
                yield BESIDE[type(act).__name__].format(**fields), moment, command


def _neutral(text: str) -> str:
    """A step without whose it is."""
    for who in ("Floorperson verifies", "Supervisor validates", "Supervisor verifies"):
        text = text.replace(who, "somebody " + who.partition(" ")[2])
    return text


def _beside(place: Place, moment: RoundMoment) -> Iterator[c.Command]:
    """What might be done now although it is not the next step."""
    table = moment.table
    for deck in table.decks:
        yield from (c.OrderRecut(deck), c.ReportShufflerJam(deck))
    for device in DEVICES:
        yield c.RemoveDevice(device) if device in table.devices else c.InstallDevice(device)
    core, seen = game_of(place.t).core, "hole-card-exposed-late"
    if seen in core.REPORTED_UNDER:
        yield c.Play(core.Report(seen))


def _rule(place: Place, moment: RoundMoment, command: c.Command, roles: frozenset[Role]) -> str | None:
    """The rule that refuses the step to whoever it is not for, or else the one that it is taken under."""
    for person in people(moment.table):
        if person.role in roles:
            continue
        try:
            decide(place.t, moment.table, Act(person, "", command))
        except Refused as refusal:
            if refusal.rule is not None:
                return refusal.rule
    if command is not moment.command:
        return None
    following = guide(place.t, moment.table)
    return following.rule if following is not None and following.act == name(moment.act) else None
