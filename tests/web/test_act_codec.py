"""Acts as they are written outside: read, written and described alike; and over HTTP done once under their ids."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import effort
from tests.web.everybody import HOUSE, acts_path, everybody, example, examples
from tests.web.served import casino
from upcard.games.caribbean_stud.commands import PlaceWager
from upcard.journal.act_table import ACTS
from upcard.tables.commands import Play
from upcard.web.act_codec import LONGEST_ID, Kind, Unreadable, kinds, read_act, schemas, write_act

TITLES = {"caribbean-stud": "Stud", "bonus-six": "Six"}
KINDS = [pytest.param(kind, id=TITLES.get(kind.game, "") + kind.name) for kind in kinds().values()]


def schema(kind: Kind) -> dict[str, Any]:
    found: dict[str, Any] = schemas()[TITLES.get(kind.game, "") + kind.name]
    return found


def game(kind: Kind) -> str:
    """The game at which an act is read."""
    return kind.game or ("caribbean-stud" if kind.at_table else "")


def values(described: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Whatever a schema allows, as far as acts use it."""
    match described:
        case {"const": fixed}:
            return st.just(fixed)
        case {"enum": choices}:
            return st.sampled_from(choices)
        case {"anyOf": choices}:
            return st.one_of(*(values(each) for each in choices))
        case {"type": list(types)}:
            return st.one_of(*(values({"type": each}) for each in types))
        case {"type": "null"}:
            return st.none()
        case {"type": "string", "pattern": pattern}:
            return st.from_regex(pattern.replace("$", r"\Z"), fullmatch=True)
        case {"type": "string"}:
            return st.text(max_size=40)
        case {"type": "integer"}:
            return st.integers(-(10**12), 10**12)
        case {"type": "boolean"}:
            return st.booleans()
        case {"type": "array", "items": items, "maxItems": most}:
            return st.lists(values(items), max_size=min(most, 8))
        case {"type": "object", "properties": properties, "required": required}:
            each = {name: values(one) for name, one in properties.items()}
            optional = {name: one for name, one in each.items() if name not in required}
            return st.fixed_dictionaries({name: each[name] for name in required}, optional=optional)
        case {"type": "object", "additionalProperties": items}:
            names = described.get("propertyNames", {"type": "string"})
            return st.dictionaries(values({"type": "string", **names}), values(items), max_size=8)
    raise AssertionError(f"no act was described so before: {described}")


# ---- read, written, described ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=effort(10, 25), deadline=None, derandomize=True)
@given(data=st.data())
def test_what_is_described_can_be_read_and_is_written_back(kind: Kind, data: st.DataObject) -> None:
    document = data.draw(values(schema(kind)))
    assert jsonschema_rs.is_valid(schema(kind), document)
    command = read_act(document, game(kind))
    made = command.command if isinstance(command, Play) else command
    assert type(made) is kind.made
    written = write_act(command)
    assert jsonschema_rs.is_valid(schema(kind), json.loads(json.dumps(written)))
    assert read_act(written, game(kind)) == command


WRONG: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 1.5, 10**40, "", "x", "-1.00", "1.005", "1,000", "１.00", "1.00\n", "1s", "Asx", "as",
    [], ["As"], ["As", None], ["As"] * 61, [[]], {}, {"1": "As"}, {"1": 5}, {"01": 5}, {"x": 1}, {"-1": 1},
    {"main": "1.00"}, {"main": 1}, {"seed": 1}, {"seed": 1, "rate": "x"}, {"seed": 1, "rate": 2, "overflow": "x"},
    {str(number): 1 for number in range(61)},
)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_not_described_is_unreadable_and_the_field_is_named(kind: Kind) -> None:
    right, described = example(kind), schema(kind)
    assert jsonschema_rs.is_valid(described, right)
    for field in kind.fields:
        for value in WRONG:
            document = {**right, field.outside: value}
            if jsonschema_rs.is_valid(described, document):
                read_act(document, game(kind))
                continue
            with pytest.raises(Unreadable, match=rf"^{field.outside}: ") as caught:
                read_act(document, game(kind))
            assert len(str(caught.value)) < 200
        if not field.optional:
            less = {name: value for name, value in right.items() if name != field.outside}
            with pytest.raises(Unreadable, match=rf"^{field.outside}: {kind.name} needs it"):
                read_act(less, game(kind))
    more = {**right, "nonsense": 1}
    assert not jsonschema_rs.is_valid(described, more)
    with pytest.raises(Unreadable, match=r"^nonsense: "):
        read_act(more, game(kind))


def test_what_the_system_fills_in_is_no_part_of_an_act() -> None:
    for document, table in (
        ({"act": "ShuffleDeck", "deck": "red", "method": "hand", "order": ["As"]}, "caribbean-stud"),
        ({"act": "Settle", "kind": "main", "seat": 1, "meters": {}}, "caribbean-stud"),
        ({"act": "Fold", "seat": 1, "tender": "cash"}, "caribbean-stud"),
    ):
        with pytest.raises(Unreadable, match="has no such field"):
            read_act(document, table)


@pytest.mark.parametrize("name", ["Play", "Deal", "CloseBets", "Complete", "OpenHouse", "CommitShuffle", "", "x" * 500])
@pytest.mark.parametrize("table", ["caribbean-stud", "bonus-six", ""])
def test_there_are_no_other_acts(name: str, table: str) -> None:
    with pytest.raises(Unreadable, match=r"^act: "):
        read_act({"act": name}, table)


def test_an_act_is_done_where_it_belongs() -> None:
    for document, table in (
        ({"act": "SuspendLink", "jackpot": "Gold Rush", "reason": "why"}, "caribbean-stud"),
        ({"act": "OpenTable"}, ""),
        ({"act": "BuyCard", "seat": 1}, "caribbean-stud"),
        ({"act": "PlaceCoupon", "seat": 1, "coupon": "match_play", "amount": "5.00"}, "bonus-six"),
    ):
        with pytest.raises(Unreadable, match=r"^act: there is no act"):
            read_act(document, table)
    unnamed: tuple[Any, ...] = (None, [], "OpenTable", {}, {"act": None}, {"act": ["OpenTable"]})
    for nothing in unnamed:
        with pytest.raises(Unreadable, match=r"^act: an act has a name"):
            read_act(nothing, "caribbean-stud")


def test_amounts_are_dollars_outside_and_cents_inside() -> None:
    read = read_act({"act": "PlaceWager", "seat": 3, "wager": "ante", "amount": "10.05"}, "caribbean-stud")
    assert read == Play(PlaceWager(3, "ante", 1005))
    assert write_act(read)["amount"] == "10.05"


# ---- over HTTP -------------------------------------------------------------------------------------------------------


def test_every_unreadable_act_is_a_400_with_a_sentence_that_names_the_field(tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path, HOUSE) as here:
            people = await everybody(here)
            head = here.site.journal.store.head()
            for slug, name, act in examples():
                person = people[sorted(ACTS[name].roles)[0]]
                bad = [({**act, "nonsense": 1}, "nonsense")]
                bad += [({**act, field: [[None]]}, field) for field in act if field != "act"]
                for document, field in bad:
                    answer = await person.act(slug, document, version=0)
                    assert answer.status_code == 400, (document, answer.text)
                    error = answer.json()["error"]
                    assert error["message"].startswith(f"{field}: "), (document, error)
                    assert (error["rule"], error["clause"]) == (None, None)
            assert here.site.journal.store.head() == head

    asyncio.run(run())


BODIES = (
    b"", b"{", b"null", b"[]", b'"x"', b"\xff\xfe", b'{"id": "1"}', b'{"act": {"act": "OpenTable"}}',
    b'{"id": 1, "act": {"act": "OpenTable"}}', b'{"id": "", "act": {"act": "OpenTable"}}',
    b'{"id": "a\\u0000b", "act": {"act": "OpenTable"}}', b'{"id": "\\ud800", "act": {"act": "OpenTable"}}',
    b'{"id": "1", "act": {"act": "OpenTable"}, "more": 1}', b'{"id": "1", "act": {"act": "OpenTable"}, "version": "1"}',
    b'{"id": "1", "act": {"act": "OpenTable"}, "version": 1.5}', b'{"id": "1", "act": "OpenTable"}',
    b'{"id": "1", "act": {"act": "OpenTable"}, "second": "vic"}', b"[" * 60_000,
    b'{"id": "1", "act": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    b'{"id": "1", "act": {"act": "OpenTable"}, "version": NaN}',
    json.dumps({"id": "x" * (LONGEST_ID + 1), "act": {"act": "OpenTable"}}).encode(),
)  # fmt: skip


def test_a_body_that_cannot_be_read_is_a_400(tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path, HOUSE) as here:
            dealer = (await everybody(here))["dealer"]
            head = here.site.journal.store.head()
            headers = {"Origin": "http://127.0.0.1:8000", "X-Upcard-Token": dealer.token}
            for slug in ("stud-1", ""):
                for body in BODIES:
                    answer = await dealer.client.post(acts_path(slug), content=body, headers=headers)
                    assert answer.status_code == 400, (body[:80], answer.text)
                    assert answer.json()["error"]["message"]
            assert here.site.journal.store.head() == head

    asyncio.run(run())


def test_an_act_is_done_once_under_its_id(tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path, HOUSE) as here:
            people = await everybody(here)
            dealer, store = people["dealer"], here.site.journal.store
            path, body = acts_path("stud-1"), {"id": "a" * LONGEST_ID, "act": {"act": "OpenTable"}, "version": 0}
            answers = await asyncio.gather(*(dealer.post(path, body) for _ in range(8)))
            said = [answer.json() for answer in answers]
            assert [each["again"] for each in said].count(False) == 1
            assert {(each["id"], each["seq"], each["entries"]) for each in said} == {
                ("a" * LONGEST_ID, said[0]["seq"], said[0]["entries"])
            }
            opened = [entry for entry in store.entries(0) if '"TableOpened"' in entry.event]
            assert len(opened) == 1
            head = store.head()
            for other in ({"act": {"act": "CloseTable"}}, {"version": 1}, {"version": None}):
                answer = await dealer.post(path, {**body, **other})
                assert (answer.status_code, store.head()) == (409, head), answer.text
            elsewhere = await dealer.post(acts_path("stud-2"), body)
            assert (elsewhere.status_code, store.head()) == (409, head), "an id is its sender's, at every table"
            longer = {**body, "id": "a" * (LONGEST_ID - 1) + "b", "act": {"act": "CallSupervisor"}, "version": None}
            assert not (await dealer.post(path, longer)).json()["again"], "the last letter counts too"

    asyncio.run(run())


def test_an_id_is_its_senders_own(tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path, HOUSE) as here:
            people = await everybody(here)
            kim = await here.somebody("player", "kim")
            await people["dealer"].do("stud-1", {"act": "OpenTable"})
            for seat, person in ((1, people["player"]), (2, kim)):
                body = {"id": "1", "act": {"act": "TakeSeat", "seat": seat, "player": person.id}}
                answer = await person.post(acts_path("stud-1"), body)
                assert (answer.status_code, answer.json().get("again")) == (200, False), answer.text

    asyncio.run(run())


def test_a_refusal_is_repeated_and_a_state_that_moved_on_is_told(tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path, HOUSE) as here:
            dealer = (await everybody(here))["dealer"]
            early = {"id": "early", "act": {"act": "LockOut"}}
            for _ in range(2):
                answer = await dealer.post(acts_path("stud-1"), early)
                assert answer.status_code == 422
                assert answer.json()["error"]["message"] == "the table is closed"
            await dealer.do("stud-1", {"act": "OpenTable"})
            assert (await dealer.post(acts_path("stud-1"), early)).status_code == 422, "it was refused then"
            stale = await dealer.act("stud-1", {"act": "InspectDeck", "deck": "red"}, version=0)
            assert stale.status_code == 409
            assert (await dealer.act("stud-1", {"act": "CallSupervisor"})).status_code == 200

    asyncio.run(run())
