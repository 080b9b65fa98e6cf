"""The law as pages: every clause at its address, what was searched for, and what lies between two editions."""

from __future__ import annotations

import asyncio
import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote

import httpx
import pytest
from markupsafe import escape

from tests.web.served import casino
from upcard.law import EDITIONS, edition, trace
from upcard.law.document import compare
from upcard.law.edition import forget, source
from upcard.law.folders import FOLDERS
from upcard.law.sentence import sentences
from upcard.web.views import law as views
from upcard.web.views.labels import why


def asked(folder: Path, *paths: str) -> list[httpx.Response]:
    """The answers to somebody who is not signed in."""

    async def ask() -> list[httpx.Response]:
        async with casino(folder) as here:
            nobody = await here.somebody()
            return [await nobody.client.get(path) for path in paths]

    return asyncio.run(ask())


def anchors(page: str) -> list[str]:
    """The addresses of the clauses, in their order."""
    return [unescape(id) for id in re.findall(r'<li class="panel clause-text" id="([^"]+)" data-text', page)]


# ---- an edition ------------------------------------------------------------------------------------------------


def test_every_clause_of_every_edition_stands_at_its_address_in_legal_order(tmp_path: Path) -> None:
    pages = asked(tmp_path, *(f"/law/{id}" for id in EDITIONS))
    for id, page in zip(EDITIONS, pages, strict=True):
        law = edition(id)
        assert page.status_code == 200
        assert anchors(page.text) == [clause.id for clause in law.clauses]
        text = unescape(page.text)
        assert all(clause.summary in text for clause in law.clauses)
        assert all(reading.summary in text and f'id="reading-{reading.name}"' in text for reading in law.readings)
        assert all(f"<code>{rule}</code>" in text for rule in law.citations)


@pytest.mark.parametrize("id", EDITIONS)
def test_whoever_asks_why_is_led_to_a_clause_that_is_there(id: str) -> None:
    rules = SimpleNamespace(edition=edition(id))
    known = {clause["id"] for clause in views.edition_document(id)["clauses"]}
    for rule in edition(id).citations:
        found = why(rules, rule)
        assert found is not None
        address, _, anchor = found["href"].partition("#")
        assert address == f"/law/{id}"
        assert unquote(anchor) in known


def test_a_clause_says_where_it_is_read_and_tested() -> None:
    clauses = {clause["id"]: clause for clause in views.edition_document("sd-2015")["clauses"]}
    clause = clauses[edition("sd-2015").citations["bet_full_house"].clause]
    (rule,) = (rule for rule in clause["rules"] if rule["name"] == "bet_full_house")
    assert rule["text"] == "7 to 1"
    assert any(place.startswith("src/upcard/rules/caribbean_stud/__init__.py:") for place in rule["code"])
    assert rule["tests"] == list(trace.for_edition(trace.read_record(), edition("sd-2015"))["bet_full_house"])


def test_a_citation_leads_to_where_the_official_text_is_found(tmp_path: Path) -> None:
    (page,) = asked(tmp_path, "/law/sd-2015")
    text = unescape(page.text)
    assert "41 SDR 187, effective May 13, 2015" in text
    clause = text[text.index('id="sd-2015(21)(f)"') :]
    place = re.sub(r"<[^>]+>", "", clause[: clause.index("</li>")])
    assert "Official text: ARSD 20:18:16:15.05(21)(f). Administrative Rules" in place
    assert '<a href="https://sdlegislature.gov/Rules/Administrative/20:18:16:15.05"' in clause[: clause.index("</li>")]


def test_an_installation_without_sources_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "read_code", lambda *_: {})
    monkeypatch.setattr(views, "tests_here", lambda: False)
    for kept in (views.edition_document, views._code):
        kept.cache_clear()
    try:
        (page,) = asked(tmp_path, "/law/sd-bonus6")
    finally:
        for kept in (views.edition_document, views._code):
            kept.cache_clear()
    assert "The sources are not part of this installation" in page.text
    assert "they are named as they were recorded" in page.text
    assert "read in no places" in page.text


# ---- searching -------------------------------------------------------------------------------------------------


def test_a_search_leaves_the_clauses_with_all_of_the_words(tmp_path: Path) -> None:
    house, nothing = asked(tmp_path, "/law/sd-2015?q=FULL+house", "/law/sd-2015?q=zebra")
    law = edition("sd-2015")
    found = anchors(house.text)
    assert law.citations["bet_full_house"].clause in found
    assert 0 < len(found) < len(law.clauses)
    for id in found:
        clause = next(c for c in views.edition_document("sd-2015")["clauses"] if c["id"] == id)
        assert "full" in views.searched(clause)
        assert "house" in views.searched(clause)
    assert f"{len(found)} of {len(law.clauses)} clauses" in house.text
    assert anchors(nothing.text) == []
    assert "No clause has all of these words." in nothing.text


def test_what_is_searched_for_is_no_markup(tmp_path: Path) -> None:
    (page,) = asked(tmp_path, "/law/ma?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
    assert page.status_code == 200
    assert "<script>alert" not in page.text


# ---- sentence by sentence --------------------------------------------------------------------------------------


def test_every_sentence_stands_at_its_address_with_its_proof_and_its_clause(tmp_path: Path) -> None:
    pages = asked(tmp_path, *(f"/law/{id}/sentences" for id in EDITIONS))
    for id, page in zip(EDITIONS, pages, strict=True):
        assert page.status_code == 200
        assert anchors(page.text) == [one.id for one in sentences(id)]
        text = unescape(page.text)
        clauses = {clause.id for clause in edition(id).clauses}
        assert {unquote(anchor) for anchor in re.findall(rf'href="/law/{id}#([^"]+)"', text)} == clauses
        for one in views.sentence_document(id)["sentences"]:
            assert one["summary"] in text
            assert all(proof.replace("tests/", "", 1) in text for proof in one["proof"])


def test_a_search_leaves_the_sentences_with_all_of_the_words(tmp_path: Path) -> None:
    shown, nothing = asked(tmp_path, "/law/ma/sentences?q=SHOWN+spread", "/law/ma/sentences?q=zebra")
    expected = [one.id for one in sentences("ma") if one.kept == "shown" and "spread" in str(one).casefold()]
    assert anchors(shown.text) == expected
    assert f"{len(expected)} of {len(sentences('ma'))} sentences" in shown.text
    assert anchors(nothing.text) == []
    assert "No sentence has all of these words." in nothing.text


def test_the_sentences_for_programs(tmp_path: Path) -> None:
    found, missing = asked(tmp_path, "/api/law/ma/sentences", "/api/law/nix/sentences")
    assert [one["sentence"] for one in found.json()["sentences"]] == [one.id for one in sentences("ma")]
    assert sum(kind["count"] for kind in found.json()["kept"]) == len(sentences("ma"))
    assert missing.status_code == 404


# ---- the others ------------------------------------------------------------------------------------------------


def test_the_editions_and_the_tables_that_play_under_them(tmp_path: Path) -> None:
    (page,) = asked(tmp_path, "/law")
    listed = views.listed((), {})
    assert [one["id"] for one in listed] == list(EDITIONS)
    assert all(f'href="/law/{id}"' in page.text for id in EDITIONS)
    after = page.text.split('href="/law/sd-2015"')[1].split('class="panel edition"')[0]
    assert 'href="/odds/stud-1"' in after
    assert 'href="/odds/stud-2"' in after
    assert page.text.count('href="/odds/stud-1"') == 1
    assert "since 2015-05-13" in page.text


def test_what_changed_between_two_editions(tmp_path: Path) -> None:
    forth, back = asked(tmp_path, "/law/diff/sd-2011/sd-2015", "/law/diff/sd-2015/sd-2011")
    added = {clause["clause"] for clause in _difference("sd-2011", "sd-2015")["clauses"]["added"]}
    assert added == {clause["clause"] for clause in _difference("sd-2015", "sd-2011")["clauses"]["removed"]}
    assert forth.text.count(">added<") == back.text.count(">removed<") == len(added) > 0
    for page, to in ((forth, "sd-2015"), (back, "sd-2011")):
        for id in re.findall(rf'href="/law/{to}#([^"]+)"', page.text):
            known = {clause.id for clause in edition(to).clauses}
            known |= {f"reading-{reading.name}" for reading in edition(to).readings}
            assert unquote(unescape(id)) in known


def test_the_words_that_differ_between_two_editions_are_marked(tmp_path: Path) -> None:
    (page,) = asked(tmp_path, "/law/diff/sd-2011/sd-2015")
    for change in compare(edition("sd-2011"), edition("sd-2015"))["clauses"]["changed"]:
        if texts := change.get("summary"):
            for mark, side, other in (("del", "old", "new"), ("ins", "new", "old")):
                words = views.marked(texts["old"], texts["new"])[side == "new"]
                assert "".join(text for _, text in words) == texts[side]
                assert all(word in texts[other] for same, text in words if same for word in text.split())
                for same, text in words:
                    assert same or f"<{mark}>{escape(text)}</{mark}>" in page.text
    assert page.text.count("<ins>") > 10 < page.text.count("<del>")


def _difference(old: str, new: str) -> dict[str, dict[str, list[dict[str, str]]]]:
    found = views.difference(old, new)
    assert found is not None
    return found


def test_an_edition_does_not_differ_from_itself(tmp_path: Path) -> None:
    (page,) = asked(tmp_path, "/law/diff/ma/ma")
    assert "They say the same." in page.text


@pytest.mark.parametrize(
    "path", ["/law/nix", "/law/nix/sentences", "/law/diff/nix/ma", "/law/diff/ma/nix", "/law/diff/ma/sd-bonus6"]
)
def test_no_such_law(tmp_path: Path, path: str) -> None:
    (page,) = asked(tmp_path, path)
    assert page.status_code == 404
    assert "There is no such edition here" in page.text or "different games" in page.text


def test_an_edition_for_programs(tmp_path: Path) -> None:
    found, missing = asked(tmp_path, "/api/law/ma", "/api/law/nix")
    assert [clause["id"] for clause in found.json()["clauses"]] == [clause.id for clause in edition("ma").clauses]
    assert missing.status_code == 404
    assert set(missing.json()["error"]) == {"message", "rule", "clause"}


def test_an_edition_of_ones_own_has_its_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    law = tmp_path / "editions"
    law.mkdir()
    text = source("sd-2015").replace('id = "sd-2015', 'id = "nd-2027').replace('"5 to 1"', '"6 to 1"')
    (law / "nd.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv(FOLDERS, str(law))
    forget()
    addresses = ("/law", "/law/nd-2027", "/law/nd-2027/sentences", "/law/diff/sd-2015/nd-2027", "/law/nd-2028")
    listed, page, sentences, diff, missing = asked(tmp_path, *addresses)
    forget()
    assert 'href="/law/nd-2027"' in listed.text
    assert anchors(page.text) == [clause.id.replace("sd-2015", "nd-2027") for clause in edition("sd-2015").clauses]
    assert (page.status_code, sentences.status_code, missing.status_code) == (200, 200, 404)
    assert "bet_flush" in diff.text
