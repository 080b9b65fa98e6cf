"""Every citation leads to the official text: the rule by its number, the publication by its title."""

from __future__ import annotations

import pytest

from upcard.law import edition, editions
from upcard.law.edition import EDITIONS
from upcard.law.source import official, sources


def test_every_edition_that_comes_with_upcard_says_where_its_text_is_found() -> None:
    assert set(sources()) == set(EDITIONS)
    for one in editions():
        found = sources()[one.id]
        assert found.rule.startswith(one.citation) or one.citation.split(",")[0] in found.rule
        assert one.jurisdiction in found.published


@pytest.mark.parametrize(
    ("id", "clause", "named"),
    [
        ("sd-2015", "sd-2015(21)(g)(iii)", "ARSD 20:18:16:15.05(21)(g)(iii)"),
        ("sd-2015", "sd-2015(limit)", "ARSD 20:18:16:15.05, The play -- Caribbean stud poker"),
        ("sd-bonus6", "sd-bonus6(9)(d)", "ARSD 20:18:16:15.06(9)(d)"),
        ("ma", "ma-7(g)(2)", "Caribbean stud poker, section 7(g)(2)"),
        ("ma", "ma-10(c)(five-card)", "Caribbean stud poker, section 10(c)"),
    ],
)
def test_a_clause_has_the_name_that_it_has_there(id: str, clause: str, named: str) -> None:
    """A name of ours for a part that has no number there leads to what stands before it."""
    found = edition(id)
    assert found.clause(clause).id == clause
    assert official(found, clause) == named


def test_an_edition_of_a_licensees_own_is_cited_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.law.source.sources", dict)
    assert official(edition("sd-2015"), "sd-2015(7)") == "ARSD 20:18:16:15.05 (7)"
