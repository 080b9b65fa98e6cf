"""What the site says of itself to programs: a sound document, and nothing in it that is not so."""

from __future__ import annotations

import asyncio
import itertools
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import schemathesis

from tests.web.everybody import HEADERS, HOUSE, SECOND, address, everybody, examples
from tests.web.served import casino
from upcard.people.api_tokens import Wish
from upcard.web.act_codec import kinds
from upcard.web.app import openapi, routes
from upcard.web.security.security import PASSWORD

DOCUMENT = openapi(routes())


def references(value: Any) -> set[str]:
    """Every $ref in a document."""
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*(references(each) for each in value.values()))
    if isinstance(value, list):
        return set().union(*(references(each) for each in value))
    return set()


def one_role(said: dict[str, Any]) -> str:
    """Somebody who may ask it."""
    allowed = re.fullmatch("For: (.*)\\.", said["description"])
    assert allowed is not None
    return "licensee" if allowed[1] == "everybody" else str(allowed[1].split(", ")[-1])


def test_it_is_a_document_of_openapi_3_1() -> None:
    assert DOCUMENT["openapi"] == "3.1.0"
    assert set(DOCUMENT) == {"openapi", "info", "paths", "components"}
    schemathesis.openapi.from_dict(DOCUMENT).validate()


def test_every_schema_is_sound_and_every_reference_leads_somewhere() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for name, schema in schemas.items():
        jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})
        assert isinstance(schema, dict), name
    assert references(DOCUMENT) <= {f"#/components/schemas/{name}" for name in schemas}


def test_every_operation_has_a_name_of_its_own_and_its_places_are_described() -> None:
    found = [(path, method, said) for path, item in DOCUMENT["paths"].items() for method, said in item.items()]
    names = [said["operationId"] for _, _, said in found]
    assert len(set(names)) == len(names)
    for path, method, said in found:
        places = {each["name"] for each in said["parameters"] if each["in"] == "path"}
        assert places == set(re.findall("{([a-z]+)}", path)), path
        assert said["summary"], path
        assert (method == "post") >= ("requestBody" in said), path


def test_every_route_for_programs_is_in_it_and_no_page() -> None:
    here = {(method.upper(), path) for path, item in DOCUMENT["paths"].items() for method in item}
    assert here == {(route.method, route.path) for route in routes() if route.described is not None}
    assert {path for _, path in here if not path.startswith("/api/")} == {"/openapi.json", "/health", "/metrics"}
    pages = [route.path for route in routes() if route.described is None]
    assert not [path for path in pages if path.startswith("/api/")], "what programs may ask for is described"


def test_every_kind_of_act_is_in_it() -> None:
    told = {schema["title"] for schema in DOCUMENT["components"]["schemas"].values() if "title" in schema}
    titles = {"caribbean-stud": "Stud", "bonus-six": "Six"}
    assert told == {titles.get(kind.game, "") + kind.name for kind in kinds().values()}


@pytest.mark.parametrize("at_table", [True, False])
def test_the_examples_of_acts_are_as_described(at_table: bool) -> None:
    shape = "TableAct" if at_table else "HouseAct"
    validator = jsonschema_rs.validator_for({"$ref": f"#/components/schemas/{shape}", **DOCUMENT})
    for slug, _, act in examples():
        if bool(slug) is at_table:
            validator.validate({"id": "1", "act": act, "version": 1, "second": SECOND, "expects": "1.00"})
        else:
            assert not validator.is_valid({"id": "1", "act": act})


def test_a_request_says_how_to_show_who_asks(tmp_path: Path) -> None:
    """What it names opens it, and what it does not name does not: with an API token that acts, on the site itself."""

    async def run() -> None:
        async with casino(tmp_path, HOUSE) as here:
            tokens = {
                role: here.site.people.api_token(person.id, PASSWORD, Wish("program", acts=True, rate=1200))
                for role, person in (await everybody(here)).items()
                if role != "none"
            }
            program = (await here.somebody()).client
            for path, item in DOCUMENT["paths"].items():
                for method, said in item.items():
                    assert set(itertools.chain(*said["security"])) <= set(DOCUMENT["components"]["securitySchemes"])
                    if path in ("/api/stream", "/metrics", "/health"):
                        continue
                    headers = {"Authorization": f"Bearer {tokens[one_role(said)]}"}
                    answer = await program.request(method, address(path), headers=headers, json={})
                    refused = "sign in." in answer.text and answer.status_code == 403
                    assert refused is not ({"apiToken": []} in said["security"]), (method, path, answer.text)

    asyncio.run(run())
    anybody = {path for path, item in DOCUMENT["paths"].items() if {} in next(iter(item.values()))["security"]}
    assert "/api/lobby" in anybody
    assert not anybody & {"/api/status", "/api/acts"}


def test_every_parameter_says_what_it_is() -> None:
    for path, item in DOCUMENT["paths"].items():
        for said in item.values():
            for each in said["parameters"]:
                assert each["description"].endswith("."), (path, each)


def test_the_site_serves_this_document_and_answers_as_it_says(tmp_path: Path) -> None:
    """Every GET of it, as somebody who may."""

    async def run() -> None:
        async with casino(tmp_path, HOUSE) as here:
            people = await everybody(here)
            assert (await people["none"].client.get("/openapi.json")).json() == DOCUMENT
            for path, item in DOCUMENT["paths"].items():
                if "get" not in item or path in ("/api/stream", "/metrics"):
                    continue
                answer = await people[one_role(item["get"])].client.get(address(path))
                described = item["get"]["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
                assert answer.headers["content-type"] == "application/json", path
                jsonschema_rs.validator_for({**described, "components": DOCUMENT["components"]}).validate(answer.json())

    asyncio.run(run())


def test_a_request_that_is_no_request_is_answered_as_described(tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path, HOUSE) as here:
            dealer = (await everybody(here))["dealer"]
            headers = {**HEADERS, "X-Upcard-Token": dealer.token}
            error = jsonschema_rs.validator_for({"$ref": "#/components/schemas/Error", **DOCUMENT})
            for status, more, body in (
                (413, {}, b" " * 65_537), (421, {"Host": "evil.example"}, b"{}"), (400, {"Content-Length": "x"}, b"{}"),
            ):  # fmt: skip
                answer = await dealer.client.post("/api/acts", content=body, headers={**headers, **more})
                assert answer.status_code == status
                error.validate(answer.json())

    asyncio.run(run())
