"""Training: the engine's answers against a second computation, alternatives that are wrong, and nothing given away."""

from __future__ import annotations

import asyncio
import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.web.served import Casino, casino
from upcard import settle
from upcard.errors import Refused
from upcard.law import EDITIONS, edition
from upcard.tables.next_step import guide
from upcard.units import parse_cents, show_cents
from upcard.web.routes.training import marking
from upcard.web.training.exercise import TRIES, course, document, find, mark, of_school, read_ticket, ticket_for
from upcard.web.training.model import LEVELS, TOPICS, Exercise, Ticket, Topic
from upcard.web.training.tables import school
from upcard.web.training.topics import irregularities, steps, who_acts

SEEDS = 200 if os.environ.get("UPCARD_LONG") else 140
ROOT = Path(__file__).resolve().parents[2]
CITABLE = ("compute", "prompt", "enforce")

BOTH = [(id, topic) for id in EDITIONS for topic in TOPICS]


@cache
def exercises(id: str, topic: Topic) -> tuple[Exercise, ...]:
    """Exercises of a topic, over all of its subjects and levels."""
    at = school(id)
    listed = list(of_school(at, topic))
    return tuple(
        find(at, Ticket(id, topic, listed[seed % len(listed)], 1 + seed // len(listed) % len(LEVELS), f"s{seed}"))
        for seed in range(SEEDS)
    )


# ---- what is right ---------------------------------------------------------------------------------------------


def settled(exercise: Exercise) -> int:
    """What the finished round pays on the wager, or to the whole seat, by `upcard settle`."""
    assert exercise.proof is not None
    _, seat, wager = exercise.proof
    total = 0
    for line in settle(exercise.proof.round)["payments"]:
        dealers = wager is None and line["wager"] == "tip" and line["result"] == "win"
        if line["seat"] == str(seat) and wager in (None, line["wager"]) and not dealers:
            total += parse_cents(line["returned"]) + parse_cents(line["paid"])
    return total


@pytest.mark.parametrize("id", EDITIONS)
def test_what_is_to_be_paid_is_what_settle_pays_on_the_same_round(id: str) -> None:
    for exercise in exercises(id, "pay"):
        cents = settled(exercise)
        if exercise.kind == "amount":
            assert exercise.answer == show_cents(cents), exercise.ticket
        shown = exercise.correct.removeprefix("$").replace(",", "")
        assert (0 if shown == "Nothing" else parse_cents(shown)) == cents, exercise.ticket


@pytest.mark.parametrize("id", EDITIONS)
def test_the_round_of_a_payment_lies_on_the_felt(id: str) -> None:
    for exercise in exercises(id, "pay"):
        assert exercise.proof is not None
        round, seat, _ = exercise.proof
        drawn = next(one for one in exercise.picture["seats"] if one["seat"] == seat)
        dealt = round["seats"][str(seat)]["cards"]
        assert drawn["cards"] == dealt[: len(drawn["cards"])]
        assert drawn["wagers"][0]["amount"] == round["seats"][str(seat)]["wagers"]["ante"]
        for other in exercise.picture["seats"]:
            if exercise.ticket.level == 3 and other["state"] == "bet" and id != "sd-bonus6":
                assert None not in other["cards"], "what a whole seat gets may hang on any hand in play"


def test_the_next_step_is_the_one_that_the_guide_names_and_nobody_may_do_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every table at which a step was asked for is kept, and asked again from outside."""
    seen: list[Any] = []
    refused = steps.refused

    def kept(place: Any, walk: Any, at: int) -> Any:
        found = refused(place, walk, at)
        seen.append((place.t, walk, at, found))
        return found

    monkeypatch.setattr(steps, "refused", kept)
    for id in EDITIONS:
        at = school(id)
        for seed in range(40):
            ticket = ticket_for(at, "next", 1 + seed % 3, f"g{seed}")
            exercise = find(at, ticket)
            t, walk, moment, wrong = seen[-1]
            before = walk.moments[moment]
            step = guide(t, before.table)
            assert step is not None
            assert step.act == exercise.act == steps.name(before.act)
            assert exercise.choices[int(exercise.answer) - 1] == steps.label(exercise.t, before.act) == exercise.correct
            assert set(exercise.choices) - {exercise.correct} <= set(wrong)
            for other in walk.moments:
                if steps.label(exercise.t, other.act) in set(exercise.choices) - {exercise.correct}:
                    assert not steps.lawful(t, before.table, other.command, other.act)


@pytest.mark.parametrize("id", EDITIONS)
def test_whose_step_it_is_follows_from_who_is_refused(id: str) -> None:
    words = {text: roles for roles, text in who_acts.WHO.items()}
    for exercise in exercises(id, "people"):
        assert exercise.correct in words
        assert exercise.choices[int(exercise.answer) - 1] == exercise.correct
    found = {exercise.correct for exercise in exercises(id, "people")}
    assert len(found) >= 2, "not everything is the dealer's"


@pytest.mark.parametrize("id", EDITIONS)
def test_what_goes_back_is_all_that_lies_there_or_nothing(id: str) -> None:
    """A second computation: a void seat gets back what lies before it; with a misdealt dealer side wagers stay."""
    asked = [exercise for exercise in exercises(id, "irregular") if exercise.kind == "amount"]
    assert asked
    for exercise in asked:
        seat = int(re.findall(r"seat (\d+)", exercise.question)[0])
        there = next(one for one in exercise.picture["seats"] if one["seat"] == seat)
        coupons = ("match_play", "progressive_coupon")
        lying = {line["wager"]: parse_cents(line["amount"]) for line in there["wagers"] if line["wager"] not in coupons}
        match exercise.act:
            case "hand" | "round" | "deck":
                wanted = sum(lying.values())
            case "misdeal":
                wanted = sum(cents for wager, cents in lying.items() if wager in ("ante", "bet", "tip"))
            case _:
                wanted = 0
        assert exercise.answer == show_cents(wanted), exercise.ticket


@pytest.mark.parametrize(
    ("id", "subject", "effect"),
    [
        ("sd-2015", "player-wrong-count", "hand"), ("sd-2015", "dealer-wrong-count", "misdeal"),
        ("sd-2011", "dealer-wrong-count", "misdeal"), ("ma", "dealer-wrong-count", "round"),
        ("ma", "dealer-short", "complete"), ("ma", "hole-card-exposed", "round"), ("ma", "face-up-card", "rack"),
        ("ma", "face-up-cards", "round"), ("ma", "card-drawn-in-error", "use"), ("ma", "shoe-jam", "round"),
        ("ma", "stub-count", "deck"), ("ma", "stub-misdealt", "round"), ("ma", "chips-count", "recount"),
        ("ma", "shuffler-jam", "reshuffle"), ("ma", "shuffler-count", "withdrawn"),
        ("sd-bonus6", "wrong-count", "hand"), ("sd-bonus6", "card-off-table", "hand"),
        ("sd-bonus6", "exposed-card", "on"),
    ],
)  # fmt: skip
def test_what_follows_from_each_irregularity(id: str, subject: str, effect: str) -> None:
    """As a reader of the texts would say it; the engine is not asked here."""
    for seed in range(6):
        found = find(school(id), Ticket(id, "irregular", subject, 1, f"e{seed}"))
        assert (found.act, found.correct) == (effect, irregularities.EFFECTS[effect])


@pytest.mark.parametrize(
    ("id", "subject", "amount", "taken"),
    [
        ("sd-2015", "ante", r"ante of \$33\.", True), ("sd-2015", "ante", r"ante of \$34\.", False),
        ("sd-2011", "wager-back", "progressive wager back", False), ("sd-2015", "wager-back", "wager back", True),
        ("ma", "cut", "cut 9 cards", False), ("ma", "cut", "cut 10 cards", True), ("ma", "cash", "cash", False),
        ("sd-bonus6", "second-hand", "second", False),
    ],
)  # fmt: skip
def test_what_is_taken_and_what_is_not(id: str, subject: str, amount: str, taken: bool) -> None:
    """At the bounds that the texts name."""
    found = [find(school(id), Ticket(id, "taken", subject, 1, f"t{seed}")) for seed in range(24)]
    asked = [one for one in found if re.search(amount, one.situation[0])]
    assert asked
    assert {one.correct for one in asked if "each-wager" not in one.t.rules.elections.values()} == {
        "It is taken" if taken else "It is refused"
    }


def test_every_irregularity_that_an_edition_knows_is_asked_about() -> None:
    for id in EDITIONS:
        asked = {exercise.ticket.subject for exercise in exercises(id, "irregular")}
        assert asked == set(of_school(school(id), "irregular"))


# ---- what is wrong ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "topic"), BOTH)
def test_alternatives_are_distinct_and_exactly_one_is_right(id: str, topic: Topic) -> None:
    for exercise in exercises(id, topic):
        if exercise.kind != "choice":
            assert not exercise.choices
            continue
        assert len(exercise.choices) == len(set(exercise.choices)) >= 3
        marks = [mark(exercise, str(number + 1)).right for number in range(len(exercise.choices))]
        assert marks.count(True) == 1
        assert exercise.choices[marks.index(True)] == exercise.correct


@pytest.mark.parametrize(("id", "topic"), BOTH)
def test_no_note_speaks_of_the_right_answer(id: str, topic: Topic) -> None:
    for exercise in exercises(id, topic):
        assert exercise.answer not in exercise.notes
        assert mark(exercise, exercise.answer) == (True, "")


def test_an_amount_may_be_written_as_people_write_it() -> None:
    exercise = find(school("sd-2015"), Ticket("sd-2015", "pay", "bet:royal_flush", 2, "a"))
    dollars = exercise.answer.removesuffix(".00")
    for written in (dollars, f"${dollars}", f" {exercise.answer} ", f"{int(dollars):,}"):
        assert mark(exercise, written).right
    assert not mark(exercise, f"{dollars}.01").right, "it is paid to the cent"
    with pytest.raises(Refused):
        mark(exercise, "a lot")


def test_a_wrong_choice_is_told_what_it_mixed_up() -> None:
    exercise = find(school("sd-2015"), Ticket("sd-2015", "pay", "bet:full_house", 1, "a"))
    notes = {mark(exercise, str(at + 1)).note for at in range(len(exercise.choices))}
    assert "The stake was forgotten: odds to 1 hand it back beside the winnings." in notes


def test_a_choice_that_is_not_there_is_refused() -> None:
    exercise = find(school("sd-2015"), Ticket("sd-2015", "next", "deal", 1, "a"))
    for answer in ("0", "6", "one", ""):
        with pytest.raises(Refused):
            mark(exercise, answer)


# ---- the same again, and nothing given away ----------------------------------------------------------------------


@pytest.mark.parametrize(("id", "topic"), BOTH)
def test_an_id_brings_the_same_exercise_again(id: str, topic: Topic) -> None:
    for exercise in exercises(id, topic)[:20]:
        again = find(school(id), read_ticket(exercise.ticket.id))
        assert document(again) == document(exercise)
        assert (again.answer, again.rule) == (exercise.answer, exercise.rule)


MARKING = {"right", "answer", "correct", "why", "rule", "clause", "arithmetic", "told", "note", "notes", "round", "act"}


def keys(found: Any) -> set[str]:
    if isinstance(found, dict):
        return set(found) | {key for value in found.values() for key in keys(value)}
    return {key for value in found for key in keys(value)} if isinstance(found, list) else set()


@pytest.mark.parametrize(("id", "topic"), BOTH)
def test_what_is_put_to_somebody_holds_nothing_of_its_marking(id: str, topic: Topic) -> None:
    for exercise in exercises(id, topic):
        put = document(exercise)
        assert not keys(put) & MARKING
        text = json.dumps({**put, "choices": []})
        assert not re.search(rf"\b{re.escape(id)}-?\(", text), "a clause would give it away"
        if topic == "next":
            assert exercise.act not in text.split('"')
            assert exercise.correct not in put["situation"]


@pytest.mark.parametrize(
    "id",
    ["", "~~~~", "sd-2015~pay~bet:flush~1", "sd-2015~pay~bet:flush~9~a", "sd-2015~pay~bet:flush~1~", "x~y~z~1~a",
     "sd-2015~dance~bet:flush~1~a", "sd-2015~pay~bet:flush~1~" + "a" * 41],
)  # fmt: skip
def test_an_id_of_no_exercise_is_refused(id: str) -> None:
    with pytest.raises(Refused):
        read_ticket(id)
    with pytest.raises(Refused):
        find(school("sd-2015"), Ticket("sd-2015", "pay", "bet:nothing", 1, "a"))


def test_a_subject_is_chosen_by_its_name_its_wager_or_its_hand() -> None:
    at = school("ma")
    assert ticket_for(at, "pay", 1, "a", "bet:flush").subject == "bet:flush"
    assert {ticket_for(at, "pay", 1, f"{seed}", "flush").subject.split(":")[1] for seed in range(20)} == {"flush"}
    assert {ticket_for(at, "pay", 1, f"{seed}", "bonus").subject.split(":")[0] for seed in range(20)} == {"bonus"}
    with pytest.raises(Refused):
        ticket_for(at, "pay", 1, "a", "roulette")


def test_chance_comes_to_every_subject_long_before_it_gives_up() -> None:
    assert TRIES > 20
    for id in EDITIONS:
        for topic in TOPICS:
            for subject in of_school(school(id), topic):
                find(school(id), Ticket(id, topic, subject, 2, "once"))


# ---- the clauses -----------------------------------------------------------------------------------------------


def not_asked() -> dict[str, set[str]]:
    """What docs/training.md lists as not covered, by edition."""
    text = (ROOT / "docs" / "training.md").read_text(encoding="utf-8").partition("## What is not asked")[2]
    listed = re.findall(r"`((?:sd-\w+|ma)[-(][^`]*)`", text)
    return {id: {clause for clause in listed if clause in {c.id for c in edition(id).clauses}} for id in EDITIONS}


@pytest.mark.parametrize("id", EDITIONS)
def test_every_clause_that_can_be_asked_about_is_asked_about_or_listed(id: str) -> None:
    more = [
        find(school(id), Ticket(id, "next", subject, 1, f"m{seed}"))
        for subject in of_school(school(id), "next")
        for seed in range(100)
    ]
    beside = [subject for subject in of_school(school(id), "people") if subject == "beside"]
    more += [find(school(id), Ticket(id, "people", subject, 1, f"m{n}")) for subject in beside for n in range(25)]
    asked = [*(exercise for topic in TOPICS for exercise in exercises(id, topic)), *more]
    cited = {exercise.t.rules.clause(exercise.rule) for exercise in asked}
    assert None not in cited
    citable = {clause.id for clause in edition(id).clauses if clause.duty in CITABLE}
    missing, listed = citable - cited, not_asked()[id]
    assert missing <= listed, f"neither asked nor listed: {sorted(missing - listed)}"
    assert not listed & cited, f"listed although it is asked: {sorted(listed & cited)}"


# ---- over the wire ---------------------------------------------------------------------------------------------


async def _lesson(here: Casino) -> None:
    dealer = await here.somebody("dealer")
    put = (await dealer.client.get("/api/training/exercise?edition=sd-2015&topic=pay&subject=bet:flush&seed=a")).json()
    exercise = find(school("sd-2015"), read_ticket(put["exercise"]))
    assert put == document(exercise)
    for answer in ("1", "2"):
        got = await dealer.post("/api/training/answer", {"exercise": put["exercise"], "answer": answer})
        assert got.status_code == 200
        assert got.json() == json.loads(json.dumps(marking(exercise, answer)))
        assert got.json()["right"] == (answer == exercise.answer)
        assert got.json()["why"]["clause"] == edition("sd-2015").citations["bet_flush"].clause
    table = (await dealer.client.get("/api/training/exercise?table=stud-1&topic=next&seed=a")).json()
    assert table["picture"]["table"]["name"] == "Stud 1"
    assert (
        await dealer.post("/api/training/answer", {"exercise": table["exercise"], "answer": "1"})
    ).status_code == 200
    again = await dealer.client.get("/api/training/exercise", params={"exercise": table["exercise"]})
    assert again.json() == table
    for query in (
        "edition=nevada",
        "table=none",
        "topic=dance",
        "level=9",
        "seed=%20",
        "subject=roulette",
        "exercise=x",
    ):
        refused = await dealer.client.get(f"/api/training/exercise?{query}")
        assert refused.status_code == 404
        assert refused.json()["error"]["message"]
    for body, status in (({"exercise": "x", "answer": "1"}, 404), ({"exercise": 1}, 400), ([], 400)):
        assert (await dealer.post("/api/training/answer", body)).status_code == status
    wrong = {"exercise": put["exercise"], "answer": "none"}
    assert (await dealer.post("/api/training/answer", wrong)).status_code == 400


async def _page(here: Casino) -> None:
    for role in ("dealer", "supervisor", "licensee"):
        page = await (await here.somebody(role)).client.get("/training")
        assert page.status_code == 200
        assert 'id="course"' in page.text
    player = await here.somebody("player")
    assert (await player.client.get("/training")).status_code == 403
    assert (await player.client.get("/api/training/exercise")).status_code == 403


async def _untouched(here: Casino) -> None:
    before = here.site.moment.seq
    dealer = await here.somebody("dealer")
    for topic in TOPICS:
        assert (await dealer.client.get(f"/api/training/exercise?topic={topic}&table=stud-2&seed=z")).status_code == 200
    assert here.site.moment.seq == before


@pytest.mark.parametrize("lesson", [_lesson, _page, _untouched])
def test_served(lesson: Any, tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path) as here:
            await lesson(here)

    asyncio.run(run())


def test_everything_that_can_be_chosen_has_words() -> None:
    found = course(tuple(school(id) for id in EDITIONS))
    assert [one["school"] for one in found["schools"]] == list(EDITIONS)
    for one in found["schools"]:
        for listed in one["subjects"].values():
            labels = [subject["label"] for subject in listed]
            assert len(labels) == len(set(labels))
            assert all(label[0].isupper() and "_" not in label for label in labels)
