"""One page of the manual: Markdown in; HTML, headings and passages to search out.

>>> document = draw("# Tray\\n\\nSee [drop](money.md#drop).\\n\\n## The count\\n", "glossary", lambda to: f"/help/{to}")
>>> document.title, document.headings
('Tray', (Heading(level=2, id='the-count', text='The count'),))
>>> '<a href="/help/money#drop">' in document.html
True
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight  # type: ignore[import-untyped]
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
from pygments.util import ClassNotFound  # type: ignore[import-untyped]

Address = Callable[[str], str]
"""From the name of a page or picture to where it is found."""


class Heading(NamedTuple):
    """A heading below the title."""

    level: int
    id: str
    text: str


class Passage(NamedTuple):
    """What a search finds: the text below one heading."""

    id: str
    heading: str
    text: str


class Document(NamedTuple):
    """A page as it is drawn."""

    title: str
    html: str
    headings: tuple[Heading, ...]
    passages: tuple[Passage, ...]
    links: tuple[str, ...]
    """Where it leads to inside the manual, as `page#heading` or the path of a picture."""


def draw(text: str, page: str, address: Address) -> Document:
    """A page of this name; its links lead to where `address` says that other pages are."""
    parser = MarkdownIt("commonmark", {"highlight": _highlighted}).enable("table")
    tokens = parser.parse(text)
    headings = tuple(_headings(tokens))
    links = tuple(_redirected(tokens, page, address))
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    html = str(parser.renderer.render(tokens, parser.options, {}))
    return Document(headings[0].text, html, headings[1:], tuple(_passages(tokens)), links)


def _headings(tokens: Sequence[Token]) -> Iterator[Heading]:
    """Every heading, which gets its id here: that of GitHub, so that a link holds in both places."""
    used: Counter[str] = Counter()
    for opened, inline in pairwise(tokens):
        if opened.type == "heading_open":
            text = _plain(inline)
            plain = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            id = f"{plain}-{used[plain]}" if used[plain] else plain
            used[plain] += 1
            opened.attrSet("id", id)
            yield Heading(int(opened.tag[1]), id, text)


def _plain(inline: Token) -> str:
    return "".join(each.content if each.content else " " * (each.type == "softbreak") for each in inline.children or ())


def _redirected(tokens: Sequence[Token], page: str, address: Address) -> Iterator[str]:
    """Links and pictures between files become those between pages; each is told."""
    for child in (child for token in tokens for child in token.children or ()):
        name = {"link_open": "href", "image": "src"}.get(child.type)
        if name is None:
            continue
        target = str(child.attrGet(name))
        if re.match(r"[a-z]+:|//", target):
            child.attrSet("rel", "noreferrer")
            continue
        path, _, heading = target.partition("#")
        whole = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
        anchor = f"#{heading}" if heading else ""
        child.attrSet(name, address(whole.removesuffix(".md")) + anchor if path else anchor)
        if name == "src":
            child.attrSet("loading", "lazy")
        yield whole.removesuffix(".md") + anchor


def _highlighted(code: str, language: str, _: str) -> str:
    """Code in colors; what somebody types at a prompt can be told from what is answered."""
    doctest = language == "python" and code.startswith(">>>")
    try:
        lexer = get_lexer_by_name("pycon" if doctest else language, stripnl=False)
    except ClassNotFound:
        return f'<pre tabindex="0"><code>{escape(code)}</code></pre>\n'
    colored = highlight(code, lexer, HtmlFormatter(nowrap=True))
    kind = "pycon" if doctest else escape(language)
    return f'<pre tabindex="0" data-language="{kind}"><code>{colored}</code></pre>\n'


def _table_open(*_: object) -> str:
    return '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>\n'


def _table_close(*_: object) -> str:
    return "</table></div>\n"


def _passages(tokens: Sequence[Token]) -> Iterator[Passage]:
    """The text by heading; of a session at a prompt only what was typed."""
    id, heading, words = "", "", list[str]()
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            if heading:
                yield Passage(id, heading, " ".join(words))
            id, heading, words = str(token.attrGet("id")), _plain(tokens[at + 1]), []
        elif token.type == "inline" and tokens[at - 1].type != "heading_open":
            words.append(_plain(token))
        elif token.type == "fence":
            typed = re.findall(r"^\$ (.*)", token.content, re.MULTILINE) if token.info == "console" else [token.content]
            words += [" ".join(each.split()) for each in typed]
    yield Passage(id, heading, " ".join(words))
