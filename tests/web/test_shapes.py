"""What OpenAPI says of answers is deep, and true: of whole rounds, as everybody sees them, and of what goes wrong.

Every answer that `served.py` and `secrecy/wire.py` bring to any test is held against its description; the rounds here
are for what those tests do not come to.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.house_texts import house_text
from tests.web.conforming import DOCUMENT, Nonconforming, conforms, seen
from tests.web.everybody import HEADERS, HOUSE, everybody
from tests.web.served import STUD, Person, casino
from tests.web.test_paying import HARBOR
from tests.web.test_table_document import house
from tests.web.walking import VIC, Walk, walk
from upcard.law import EDITIONS
from upcard.store.store import StoreError
from upcard.web.act_codec import schemas as act_schemas
from upcard.web.app import routes
from upcard.web.training.model import LEVELS, TOPICS
from upcard.web.views.entries import COMPONENTS as EVENTS

SCHEMAS: dict[str, dict[str, Any]] = DOCUMENT["components"]["schemas"]
SENT = {"TableAct", "HouseAct", "Contribution", *act_schemas()}
STREAM = "/api/stream"

# ---- the description itself ------------------------------------------------------------------------------------------


def parts(schema: Any, place: str) -> Iterator[tuple[str, Any]]:
    """A schema and every schema in it, with the place where it stands."""
    yield place, schema
    if not isinstance(schema, dict):
        return
    for name, each in schema.get("properties", {}).items():
        yield from parts(each, f"{place}.{name}")
    for word in ("items", "additionalProperties", "propertyNames"):
        if word in schema and schema[word] is not False:
            yield from parts(schema[word], f"{place} {word}")
    for word in ("anyOf", "prefixItems"):
        for number, each in enumerate(schema.get(word, ())):
            yield from parts(each, f"{place} {word} {number}")


def said_nothing(schema: Any) -> bool:
    """Whether a schema lets anything through, or a list or an object of anything."""
    if not isinstance(schema, dict) or not set(schema) & {"$ref", "type", "anyOf", "enum", "const", "pattern"}:
        return True
    kinds = schema.get("type", ())
    kinds = (kinds,) if isinstance(kinds, str) else kinds
    if "array" in kinds and not {"items", "prefixItems"} & set(schema):
        return True
    if "object" not in kinds:
        return False
    closed = schema.get("additionalProperties")
    return closed is None or closed is True or (closed is False and "properties" not in schema)


def test_nothing_in_it_is_left_open() -> None:
    found = {place: part for name, schema in SCHEMAS.items() for place, part in parts(schema, name)}
    assert len(found) > 2000
    named = {place for place, part in found.items() if "properties" in part and place.split(".")[0] in SENT}
    assert not [place for place, part in found.items() if said_nothing(part) and place not in named]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"}, {"type": "array"}, {}, {"type": ["object", "null"]}, {"description": "Something."},
        {"type": "object", "properties": {"a": {"type": "string"}}}, {"type": "object", "additionalProperties": True},
    ],
)  # fmt: skip
def test_a_schema_that_says_nothing_is_found(schema: dict[str, Any]) -> None:
    assert said_nothing(schema)


def test_every_member_of_an_answer_has_its_words() -> None:
    ours = {name: schema for name, schema in SCHEMAS.items() if name not in SENT and name not in EVENTS}
    members = [
        (name, member, said)
        for name, schema in ours.items()
        if name != "OfferedAct"
        for member, said in schema.get("properties", {}).items()
    ]
    assert len(members) > 500
    assert not [(name, member) for name, member, said in members if not said.get("description", "").endswith(".")]
    assert not [name for name, schema in ours.items() if "properties" in schema and not schema["description"]]


def test_every_route_answers_something_that_is_described() -> None:
    for route in routes():
        if route.described is None:
            continue
        answers = DOCUMENT["paths"][route.path][route.method.lower()]["responses"]
        for status, answer in answers.items():
            content = answer["content"]
            if (route.path, status) == (STREAM, "200"):
                assert set(content) == {"text/event-stream"}
                continue
            if (route.path, status) == ("/metrics", "200"):
                assert set(content) == {"text/plain"}
                continue
            (schema,) = [media["schema"] for media in content.values()]
            assert set(content) == {"application/json"}
            assert schema["$ref"].startswith("#/components/schemas/"), route.path


def test_no_answer_takes_the_name_of_an_act_or_an_event() -> None:
    assert len(SCHEMAS) == len({*SCHEMAS})
    assert not SENT & set(EVENTS)
    for name in act_schemas():
        assert SCHEMAS[name].get("title") == name, "an act is described as an act"


# ---- rounds ----------------------------------------------------------------------------------------------------------

Happens = Callable[[Walk], Awaitable[Any]]


def walked(folder: Path, text: str, happens: Happens) -> None:
    async def run() -> None:
        async with walk(folder, text, folder.name) as table:
            await happens(table)
            await table.look(read=True)

    asyncio.run(run())


@pytest.mark.parametrize("mode", ["virtual", "keyed"])
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015", "ma", "sd-bonus6"])
def test_two_rounds_and_a_closed_table(edition: str, mode: str, tmp_path: Path) -> None:
    async def happens(table: Walk) -> None:
        await table.look()
        await table.rounds(2)
        await table.people["dana"].do("one", {"act": "CloseTable"})

    walked(tmp_path, house(edition, mode), happens)


def test_every_wager_of_massachusetts_with_awards_on_two_meters(tmp_path: Path) -> None:
    walked(tmp_path, HARBOR, lambda table: table.rounds(1))


def test_an_award_that_is_rejected_then_validated_and_its_slip_voided(tmp_path: Path) -> None:
    async def happens(table: Walk) -> None:
        table.rejects = 1
        await table.rounds(1)
        (slip, *_) = (await table.supervisor())["slips"]
        void = {**slip["void"]["act"], "reason": "torn"}
        await table.people["sam"].do("", void, version=slip["version"], second=VIC)

    walked(tmp_path, house("sd-2015", "keyed"), happens)


@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015", "ma", "sd-bonus6"])
def test_everything_that_can_go_wrong(edition: str, tmp_path: Path) -> None:
    """One after the other, each in the phase in which it is offered first."""

    async def happens(table: Walk) -> None:
        tried: set[str] = set()
        for _ in range(120):
            view = await table.view("dana")
            fresh = [each for each in view["irregularities"] if each["act"]["irregularity"] not in tried]
            if not fresh:
                await table.look()
                await table.step(view)
                continue
            tried.add(fresh[0]["act"]["irregularity"])
            act = {**fresh[0]["act"], **({"seat": fresh[0]["seats"][0]} if fresh[0]["seats"] else {})}
            more = {"version": view["version"], "second": VIC} if fresh[0]["second"] else {}
            await table.people["dana"].act("one", act, **more)
            await table.look(read=True)
        assert len(tried) > 1, tried

    walked(tmp_path, house(edition, "keyed"), happens)


def test_a_floor_that_stands_still(tmp_path: Path) -> None:
    async def happens(table: Walk) -> None:
        await table.until("deciding")
        site = table.room.site

        def stays_full() -> None:
            raise StoreError("the disk is full")

        site.floor.recover = stays_full  # type: ignore[method-assign]  # else it goes on by itself
        site.floor.locked = "the disk is full"
        site.hub.tell(site.moment._replace(locked=site.floor.locked))
        await table.look(read=True)
        assert (await table.supervisor())["alerts"]
        assert (await table.people["dana"].act("one", {"act": "CallSupervisor"})).status_code == 503

    walked(tmp_path, house("sd-2015"), happens)


def test_a_jackpot_that_is_suspended_changed_petitioned_and_ended(tmp_path: Path) -> None:
    """Whatever the house's page offers for it, once."""

    async def happens(table: Walk) -> None:
        lee, done = table.people["lee"], set[str]()
        answers = {"reason": "a reason", "grounds": "a reason", "to": "straight_flush"}
        while True:
            document = (await lee.client.get("/api/house")).json()
            jackpot, other = document["jackpots"][0], document["tables"][0]
            levers = [(jackpot, each) for each in jackpot["acts"]] + [(None, each) for each in other["acts"]]
            levers = [(of, each) for of, each in levers if each["key"] not in done]
            if not levers:
                return
            of, lever = levers[0]
            done.add(lever["key"])
            act = json.loads(json.dumps(lever["act"]))
            for field in lever["fields"]:
                put(act, field, answers)
            terms = {"version": of["version"] if of else None, **({"second": VIC} if lever["second"] else {})}
            await lee.act("", act, **terms)
            await table.look(read=True)

    walked(tmp_path, STUD.replace('"Stud 1"', '"One"', 1), happens)


def test_an_award_of_another_game_title(tmp_path: Path) -> None:
    async def happens(table: Walk) -> None:
        sam, of = table.people["sam"], {"jackpot": "Tri-Game Link", "title": "Let It Ride, pit 2", "table": "Pit 2, 1"}
        wagers = {"act": "TakeTitleWagers", **of, "amount": "5.00"}
        for act in (wagers, {"act": "LockTitleHit", **of, "level": "minor", "percent": 100}):
            version = table.room.site.moment.versions[f"jackpot/{of['jackpot']}"]
            await sam.do("", act, version=version, second=VIC)
        assert [item["slug"] for item in (await table.supervisor())["queue"]] == [None]
        await table.look(read=True)

    text = house_text("massachusetts")
    first = text.index('name = "', text.index("[[table]]"))
    name = text[first + 8 : text.index('"', first + 8)]
    walked(tmp_path, text.replace(f'"{name}"', '"One"'), happens)


def put(act: dict[str, Any], field: dict[str, Any], answers: dict[str, str]) -> None:
    """What a field asks for, where the act wants it."""
    *into, name = field["into"].split(".")
    for step in into:
        act = act.setdefault(step, {})
    text = field["value"] or answers.get(name, "10.00")
    units = {"micros": 100_000_000, "cents": 100, "millionths": 10_000}
    act[name] = round(float(text) * units[field["kind"]]) if field["kind"] in units else text


# ---- what lies beside the tables -------------------------------------------------------------------------------------


def asked(folder: Path, text: str, happens: Callable[[dict[str, Person]], Awaitable[Any]]) -> None:
    async def run() -> None:
        async with casino(folder, text) as here:
            await happens(await everybody(here))

    asyncio.run(run())


def test_the_law_and_the_odds_of_every_table(tmp_path: Path) -> None:
    async def happens(people: dict[str, Person]) -> None:
        for edition in EDITIONS:
            assert (await people["none"].client.get(f"/api/law/{edition}")).status_code == 200
            assert (await people["none"].client.get(f"/api/law/{edition}/sentences")).status_code == 200
        for slug in ("stud-1", "six"):
            assert (await people["none"].client.get(f"/api/odds/{slug}")).status_code == 200

    asked(tmp_path, HOUSE, happens)


def test_exercises_of_every_topic_and_their_marks(tmp_path: Path) -> None:
    async def happens(people: dict[str, Person]) -> None:
        dealer, right = people["dealer"], set[bool]()
        for edition in EDITIONS:
            for topic in TOPICS:
                for level in LEVELS:
                    query = f"edition={edition}&topic={topic}&level={level}&seed=s{level}"
                    exercise = (await dealer.client.get(f"/api/training/exercise?{query}")).json()
                    sent = {"exercise": exercise["exercise"], "answer": "1"}
                    right.add((await dealer.post("/api/training/answer", sent)).json()["right"])
        assert right == {True, False}

    asked(tmp_path, HOUSE, happens)


def test_houses_that_are_in_order_and_one_that_is_not(tmp_path: Path) -> None:
    async def happens(people: dict[str, Person]) -> None:
        texts = [each.read_text(encoding="utf-8") for each in files("upcard.cli").joinpath("houses").iterdir()
                 if each.name.endswith(".toml")]  # fmt: skip
        for text in (*texts, STUD.replace('rate = "25%"', 'rate = "1%"'), STUD, "nonsense"):
            for path in ("/api/house/check", "/api/house/elections"):
                assert (await people["licensee"].post(path, {"toml": text})).status_code == 200

    asked(tmp_path, HOUSE, happens)


def test_people_and_their_attempts(tmp_path: Path) -> None:
    async def happens(people: dict[str, Person]) -> None:
        lee, place = people["licensee"], "/api/house/people"
        new = {"id": "nia", "name": "Nia", "role": "dealer", "password": "a long pass phrase"}
        for path, body in (
            (place, new), (f"{place}/nia/role", {"role": "supervisor"}), (f"{place}/nia/lock", {}),
            (f"{place}/nia/unlock", {}), (f"{place}/nia/password", {"password": "another pass phrase"}),
        ):  # fmt: skip
            assert (await lee.post(path, body)).status_code == 200, path
        stranger = people["none"]
        form = {"token": stranger.token, "id": "nia", "password": "wrong"}
        await stranger.client.post("/sign-in", data=form, headers=HEADERS)
        assert (await lee.client.get("/api/attempts")).json()["attempts"][0]["outcome"] == "failed"

    asked(tmp_path, HOUSE, happens)


def test_a_players_own_word_in_a_shuffle_and_its_proof(tmp_path: Path) -> None:
    async def happens(table: Walk) -> None:
        pat = table.people["pat"]
        await table.until("betting")
        await pat.do("one", {"act": "TakeSeat", "seat": 1, "player": "pat"})
        answer = await pat.post("/api/tables/one/contribution", {"id": "word", "value": "a word of mine"})
        assert answer.status_code == 200
        await table.rounds(1)
        proof = (await pat.client.get("/api/rounds/one/1/shuffle")).json()
        assert [each["value"] for each in proof["shuffle"]["contributions"]] == ["a word of mine"]

    walked(tmp_path, house("sd-2015"), happens)


def test_a_walk_comes_to_every_document(tmp_path: Path) -> None:
    seen.clear()
    test_two_rounds_and_a_closed_table("sd-2015", "virtual", tmp_path)
    for path in (
        "lobby", "jackpots", "supervisor", "tables/{slug}", "house", "journal", "verification", "attempts",
        "rounds/{slug}/{number}", "rounds/{slug}/{number}/shuffle", "tables/{slug}/advice",
    ):  # fmt: skip
        assert seen["GET", f"/api/{path}", "200"], path


# ---- faults are found ------------------------------------------------------------------------------------------------


def objects(value: Any, name: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object in a document that is a part with members of its own, by the name it stands under."""
    if isinstance(value, list):
        for each in value:
            yield from objects(each, name)
    if isinstance(value, dict):
        yield name, value
        for member, each in value.items():
            if member not in ("act", "contributions", "event"):
                yield from objects(each, member)


def test_a_member_too_few_too_many_or_of_another_kind_is_found_wherever_it_is(tmp_path: Path) -> None:
    optional = {
        name
        for schema in SCHEMAS.values()
        for name in schema.get("properties", {})
        if name not in schema.get("required", ())
    }

    def refused(path: str, document: Any, what: str) -> None:
        try:
            conforms("GET", path, 200, "application/json", json.dumps(document).encode())
        except Nonconforming:
            return
        raise AssertionError(f"{path}: {what} is let through")

    async def happens(table: Walk) -> None:
        await table.until("settling")
        for who, path in (
            ("pat", "/api/tables/one?as=seat"), ("dana", "/api/tables/one?as=dealer"), ("", "/api/lobby"),
            ("", "/api/tables/one?as=sign"), ("sam", "/api/supervisor"), ("lee", "/api/house"),
        ):  # fmt: skip
            document = (await table.people[who].client.get(path)).json()
            tried: set[tuple[str, str]] = set()
            for name, part in objects(document):
                for member in [*part]:
                    if (name, member) in tried:
                        continue
                    tried.add((name, member))
                    kept = dict(part)
                    part[member] = 1.5
                    refused(path, document, f"{name}.{member} of another kind")
                    if member not in optional:
                        del part[member]
                        refused(path, document, f"no {name}.{member}")
                    part.clear()
                    part.update(kept)
                part["undeclared"] = 1
                refused(path, document, f"another member of {name}")
                del part["undeclared"]
            assert len(tried) > 30

    walked(tmp_path, house("sd-2015", "keyed"), happens)
