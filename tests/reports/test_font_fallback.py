"""Free text in any script, and what is none: every document can be printed, and says where a letter is missing."""

from __future__ import annotations

import json
import re
import sys

import pytest
from pypdfium2 import PdfDocument  # type: ignore[import-untyped]

from upcard.reports import pdf
from upcard.reports.blocks import Column, Fact, Facts, Paper, Prose, Section, Signature, Signatures, Table
from upcard.reports.html import as_document, as_page
from upcard.reports.pdf import MARK, NOTE, as_pdf
from upcard.store import Head

CHINESE, CARD, BELL = "\u7406\u7531", "\U0001f0a1", "\u0007"
PRINTED = {
    "a name": "na\u00efve \u0141\u00f3d\u017a \u2013 Stra\u00dfe",
    "Greek": "\u03bb\u03cc\u03b3\u03bf\u03c2",
    "Russian": "\u043f\u0440\u0438\u0447\u0438\u043d\u0430",
}
MARKED = {
    "Chinese": CHINESE,
    "Korean": "\uc774\uc720",
    "Thai": "\u0e40\u0e2b\u0e15\u0e38",
    "a playing card": CARD,
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "a bell": BELL,
    "an escape": "\x1b[31m",
    "text that runs backwards": "\u202eabc",
    "an isolate": "\u2067abc\u2069",
    "no letter": "\ufffe",
    "for private use": "\ue000\U0010ffff",
    "nothing to see": "a\u200bb\ufeffc\u00add",
    "a line of its own": "a\u2028b",
}
EVERY_WAY = {
    "Hebrew": "\u05e1\u05d9\u05d1\u05d4",
    "Arabic": "\u0633\u0628\u0628 \u0661\u0662\u0663",
    "Hindi": "\u0915\u093e\u0930\u0923",
    "marks without letters": "\u0301\u0302\u20e3 \u0334",
    "a heap of marks": "a" + "\u0301" * 60,
    "typst's own words": 'the text `"x"` could not be displayed \\u{7406} #panic("x")',
    "lines": "one\ntwo\r\nthree\tfour",
}


def paper(text: str) -> Paper:
    """A document with a text wherever there is room for one."""
    table = Table("t", text, (Column("c", text), Column("n", "Number", "number")), ((text, 1), ("x", 2)), (text, 3))
    blocks = (
        Prose(text),
        Prose(text, strong=True),
        Facts("amount", text, (Fact("Amount", text, text),)),
        table,
        Signatures((Signature("supervisor", text, "2026-01-01T00:00:00Z"),)),
    )
    return Paper("t", f"T {text}", text, Head(0, bytes(32)), (Section("p", text, blocks, mark=text),), table)


def printed(text: str) -> str:
    found = PdfDocument(as_pdf(paper(text)))
    return re.sub(r"[\s\u00a0]+", " ", " ".join(page.get_textpage().get_text_range() for page in found))


@pytest.mark.parametrize("text", PRINTED.values(), ids=PRINTED)
def test_what_the_fonts_have_is_printed_as_it_is(text: str) -> None:
    found = printed(text)
    assert text in found
    assert MARK not in found


@pytest.mark.parametrize("text", MARKED.values(), ids=MARKED)
def test_what_they_lack_is_marked_and_the_print_says_so(text: str) -> None:
    found = printed(text)
    assert found.count(MARK) > 5, "wherever it stands"
    assert NOTE in found
    assert not set(re.sub(r"[\x20-\x7e]", "", text)) & set(found), "nothing of it is left that could do harm"


@pytest.mark.parametrize("text", EVERY_WAY.values(), ids=EVERY_WAY)
def test_whatever_it_is_there_is_a_print(text: str) -> None:
    assert "supervisor" in printed(text).lower()


def test_only_what_is_missing_is_marked() -> None:
    found = printed(f"{CHINESE} {PRINTED['Russian']} {CARD} {PRINTED['Greek']} {BELL}")
    assert f"{MARK * 2} {PRINTED['Russian']} {MARK} {PRINTED['Greek']} {MARK}" in found


def test_every_letter_there_is_can_be_handed_in() -> None:
    """All planes, a letter of each neighbourhood."""
    letters = [chr(at) for at in range(0, sys.maxunicode + 1, 131) if not 0xD800 <= at < 0xE000]
    lines = tuple(("".join(letters[at : at + 40]), at) for at in range(0, len(letters), 40))
    table = Table("t", "Letters", (Column("c", "Letters"), Column("n", "Number", "number")), lines)
    made = as_pdf(Paper("t", "T", "H", Head(0, bytes(32)), (Section("p", "P", (table,)),), table))
    assert made.startswith(b"%PDF")


def test_where_it_is_not_said_which_letters_are_missing_fewer_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "named_missing", lambda _: frozenset[str]())
    found = printed(f"{CHINESE} na\u00efve \u2013 {PRINTED['Russian']}")
    assert f"{MARK * 2} na\u00efve \u2013 {MARK * 7}" in found


def test_the_page_and_the_document_have_every_letter() -> None:
    assert CHINESE in as_page(paper(CHINESE))
    assert CHINESE in json.dumps(as_document(paper(CHINESE)), ensure_ascii=False)


def test_a_print_without_a_mark_says_nothing_of_marks() -> None:
    assert NOTE not in printed("plain")
