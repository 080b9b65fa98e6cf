"""The whole manual, drawn once: each page with its place in the contents, and the index that a search reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from markupsafe import Markup

from upcard.web.manual import contents
from upcard.web.manual.document import Document, draw


def served(name: str) -> str:
    """Where a page or a picture is found in the casino.

    >>> served("index"), served("guides/dealer"), served("screens/sign.png")
    ('/help', '/help/guides/dealer', '/help/screens/sign.png')
    """
    return "/help" if name == contents.INDEX else f"/help/{name}"


@cache
def document(page: str) -> Document:
    """A page as the casino shows it."""
    return draw(contents.markdown(page), page, served)


def context(page: str, drawn: Document, address: Callable[[str], str]) -> dict[str, Any]:
    """What the template of a page is given."""
    everything = contents.pages()
    at = everything.index(page)
    around = {"before": everything[at - 1 : at] if at else (), "after": everything[at + 1 : at + 2]}
    return {
        "manual_page": page,
        "document": drawn,
        "content": Markup(drawn.html),
        "sections": [
            {"title": section.title, "pages": [_link(each, page, address) for each in section.pages]}
            for section in contents.sections()
        ],
        **{side: [_link(each, page, address) for each in found] for side, found in around.items()},
    }


def _link(page: str, current: str, address: Callable[[str], str]) -> dict[str, Any]:
    return {"href": address(page), "title": document(page).title, "current": page == current}


def search_index(address: Callable[[str], str]) -> str:
    """A script that says what there is to find: every passage with its page, its heading and its address."""
    found = [
        {
            "page": drawn.title,
            "heading": passage.heading,
            "href": f"{address(page)}#{passage.id}",
            "text": passage.text,
        }
        for page in contents.pages()
        for drawn in (document(page),)
        for passage in drawn.passages
    ]
    return f"globalThis.manualIndex = {json.dumps(found, ensure_ascii=False)};\n"
