"""The elections of a house as a form: what may be elected, one of them written into the text, and what changes."""

from __future__ import annotations

import asyncio
import tomllib
from pathlib import Path

import pytest

from tests.house_texts import house_text
from tests.web.served import STUD, Casino, casino
from upcard.errors import Refused
from upcard.rules.house import read_house
from upcard.web.views.elections import elected, elections


@pytest.mark.parametrize("name", ["deadwood", "deadwood-2011", "massachusetts", "bonus-6"])
def test_every_election_that_a_form_offers_can_be_written_and_taken_out_again(name: str) -> None:
    """What the text says otherwise stays as it was, comments too; what is chosen from is never refused as unknown."""
    text = house_text(name)
    running = read_house(text)
    found = elections(text, running)
    assert (found["toml"], found["changes"]) == (text, [])
    for number, table in enumerate(found["tables"]):
        for one in table["fields"]:
            if one["kind"] == "choice":
                for choice in one["of"]:
                    written = elected(text, number, one["field"], choice, running)
                    told = elections(written, running)
                    message = "" if told["checked"]["ok"] else told["checked"]["error"]["message"]
                    assert "not permitted" not in message
                    assert "no such election" not in message
            if f"[table.{one['field']}" in text.replace("[[", "[") and one["value"].startswith(("{", "[")):
                with pytest.raises(Refused, match="edit it in the text"):
                    elected(text, number, one["field"], "", running)
                continue
            without = elected(text, number, one["field"], "", running)
            again = elected(without, number, one["field"], one["value"], running)
            assert tomllib.loads(again) == tomllib.loads(text), one["field"]


def test_an_election_keeps_its_comment_and_says_what_it_changes() -> None:
    text = house_text("deadwood")
    running = read_house(text)
    written = elected(text, 0, "limit_applies_to", "each-wager", running)
    old, new = (next(line for line in each.split("\n") if line.startswith("limit_applies")) for each in (text, written))
    assert new.partition("#")[2] == old.partition("#")[2] != ""
    assert elections(written, running)["changes"] == [
        {"of": "Stud 1", "what": "limit applies to", "was": "total", "will_be": "each-wager"}
    ]
    wrong = elections(elected(text, 1, "minimum", "60.00", running), running)
    assert wrong["checked"]["error"]["field"] == "table 'Stud 2'.maximum"
    offered = [[one["field"] for one in each["tables"][1]["fields"]] for each in (elections(text, running), wrong)]
    assert offered[0] == offered[1], "a fault takes no field away"
    faults = {one["field"]: one["fault"] for one in wrong["tables"][1]["fields"] if one["fault"]}
    assert faults == {"maximum": wrong["checked"]["error"]["message"]}
    assert "bonus_maximum" not in offered[0], "this text knows no such wager"
    added = elected(text, 1, "seats", "5", running)
    assert tomllib.loads(added)["table"][1]["seats"] == 5
    gone = elections(text.replace('name = "Stud 2"', 'name = "Stud 9"'), running)
    assert [(one["of"], one["was"], one["will_be"]) for one in gone["changes"] if one["what"] == "table"] == [
        ("Stud 2", "there", ""), ("Stud 9", "", "there"),
    ]  # fmt: skip


def test_names_are_written_as_people_list_them_and_what_holds_by_itself_is_told() -> None:
    text = house_text("deadwood")
    running = read_house(text)
    fields = {one["field"]: one for one in elections(text, running)["tables"][0]["fields"]}
    assert (fields["signs"]["kind"], fields["signs"]["value"]) == ("list", "bet schedule, progressive schedule")
    assert (fields["dealing"]["value"], fields["dealing"]["of"]) == ("singly", ["singly", "groups"])
    assert (fields["misdeal_envy"]["value"], fields["misdeal_envy"]["standard"]) == ("", "played-hands")
    assert (fields["seats"]["standard"], fields["designated"]["standard"]) == ("7", "false")
    written = text
    for field, value in (
        ("signs", "bet schedule,progressive schedule, "),
        ("maximum", "$1,000"),
        ("dealing", "groups"),
    ):
        written = elected(written, 0, field, value, running)
    after = {one["field"]: one["kind"] for one in elections(written, running)["tables"][0]["fields"]}
    assert after == {name: one["kind"] for name, one in fields.items()}, "a choice that is at fault changes no field"
    table = tomllib.loads(written)["table"][0]
    assert (table["dealing"], table["signs"], table["maximum"]) == (
        "groups",
        ["bet schedule", "progressive schedule"],
        "1000",
    )


@pytest.mark.parametrize(
    ("field", "value", "because"),
    [("seats", "many words", "cannot be read: write a number"), ("seats", '7\nmode = "keyed"', "edit it in the text"),
     ("bonus", "A", "no such election"), ("devices", "[", "cannot be read"), ("signs", '["x"]', "edit it in the")],
)  # fmt: skip
def test_an_election_that_would_change_anything_else_is_left_to_the_hand(field: str, value: str, because: str) -> None:
    text = house_text("deadwood").replace('signs = ["bet schedule",', 'signs = ["bet schedule",\n   ')
    with pytest.raises(Refused, match=because):
        elected(text, 0, field, value, read_house(text))


def test_elections_are_written_for_those_in_charge_and_the_house_stays_as_it_is(tmp_path: Path) -> None:
    async def go() -> None:
        async with casino(tmp_path) as here:
            await play(here)

    async def play(here: Casino) -> None:
        sam, dana = await here.somebody("supervisor"), await here.somebody("dealer")
        body = {"toml": STUD, "table": 1, "field": "maximum", "value": "20.00"}
        assert (await dana.post("/api/house/elections", body)).status_code == 403
        before = here.site.moment
        found = (await sam.post("/api/house/elections", body)).json()
        assert 'minimum = "5.00"\nmaximum = "20.00"' in found["toml"]
        assert found["checked"]["ok"]
        (change,) = found["changes"]
        assert (change["of"], change["was"], change["will_be"]) == ("Stud 2", "", "20.00")
        assert here.site.moment is before
        for broken in ({"toml": "name ="}, {"toml": "table = 3"}, {"toml": "[table]\nname = 4"}):
            answer = await sam.post("/api/house/elections", broken)
            assert (answer.status_code, answer.json()["checked"]["ok"]) == (200, False)
            assert (await sam.post("/api/house/elections", body | broken)).status_code == 422

    asyncio.run(go())
