"""What is in the manual: its sections, its pages in their order, and its pictures.

>>> document = draw("# Tray\\n\\nSee [drop](money.md#drop).\\n\\n## The count\\n", "glossary", lambda to: f"/help/{to}")
>>> document.title, document.headings
('Tray', (Heading(level=2, id='the-count', text='The count'),))
>>> '<a href="/help/money#drop">' in document.html
True
"""

from __future__ import annotations

import json
import posixpath
import re
import shutil
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from html import escape
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from pygments import highlight  # type: ignore[import-untyped]
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
from pygments.util import ClassNotFound  # type: ignore[import-untyped]

from upcard.web.page import environment

INDEX = "index"
"""The page that the manual opens with."""


class Section(NamedTuple):
    """Pages that belong together: guides, how-to, explanation or reference."""

    title: str
    pages: tuple[str, ...]


@cache
def docs_folder() -> Path:
    """Where the pages are: inside an installed package, or at the root of a checkout."""
    packaged = Path(str(files("upcard.web").joinpath("docs")))
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "docs"


@cache
def sections() -> tuple[Section, ...]:
    """The table of contents. A page is named by its path without the ending: `guides/dealer`."""
    listed = tomllib.loads((docs_folder() / "contents.toml").read_text(encoding="utf-8"))["section"]
    return tuple(Section(each["title"], tuple(each["pages"])) for each in listed)


@cache
def pages() -> tuple[str, ...]:
    """Every page, in reading order."""
    return tuple(page for section in sections() for page in section.pages)


@cache
def pictures() -> frozenset[str]:
    """Every picture, by its path."""
    return frozenset(each.relative_to(docs_folder()).as_posix() for each in docs_folder().rglob("*.png"))


def markdown(page: str) -> str:
    """A page as it is written."""
    return (docs_folder() / f"{page}.md").read_text(encoding="utf-8")


# ---- One page of the manual --------------------------------------------------------------------------------
# Markdown in; HTML, headings and passages to search out.


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


# ---- The whole manual, drawn once --------------------------------------------------------------------------
# each page with its place in the contents, and the index that a search reads.


def served(name: str) -> str:
    """Where a page or a picture is found in the casino.

    >>> served("index"), served("guides/dealer"), served("screens/sign.png")
    ('/help', '/help/guides/dealer', '/help/screens/sign.png')
    """
    return "/help" if name == INDEX else f"/help/{name}"


@cache
def document(page: str) -> Document:
    """A page as the casino shows it."""
    return draw(markdown(page), page, served)


def context(page: str, drawn: Document, address: Callable[[str], str]) -> dict[str, Any]:
    """What the template of a page is given."""
    everything = pages()
    at = everything.index(page)
    around = {"before": everything[at - 1 : at] if at else (), "after": everything[at + 1 : at + 2]}
    return {
        "manual_page": page,
        "document": drawn,
        "content": Markup(drawn.html),
        "sections": [
            {"title": section.title, "pages": [_link(each, page, address) for each in section.pages]}
            for section in sections()
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
        for page in pages()
        for drawn in (document(page),)
        for passage in drawn.passages
    ]
    return f"globalThis.manualIndex = {json.dumps(found, ensure_ascii=False)};\n"


# ---- Write the manual as a site of plain files, which need no server ---------------------------------------
# `python -m upcard.web.manual [FOLDER]`.


ASSETS = ("css/upcard.css", "css/help.css", "js/paint.js", "js/help.js", "favicon.svg")


def beside(page: str, name: str) -> str:
    """Where a page, a picture or an asset is found from a page.

    >>> beside("guides/dealer", "guides/player"), beside("index", "screens/sign.png")
    ('player.html', 'screens/sign.png')
    """
    whole = name if posixpath.splitext(name)[1] else f"{name}.html"
    return posixpath.relpath(whole, posixpath.dirname(page) or ".")


def write(folder: Path) -> int:
    """Every page, picture and asset; how many pages there are."""
    template = environment().get_template("help/site.html")
    for page in pages():
        address = partial(beside, page)
        drawn = draw(markdown(page), page, address)
        text = template.render(address=address, **context(page, drawn, address))
        _put(folder / f"{page}.html", text.encode())
    _put(folder / "assets" / "search.js", search_index(partial(beside, INDEX)).encode())
    for asset in ASSETS:
        content = files("upcard.web").joinpath("static", *asset.split("/")).read_bytes()
        _put(folder / "assets" / asset, content)
    for picture in sorted(pictures()):
        (folder / picture).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(docs_folder() / picture, folder / picture)
    return len(pages())


def _put(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "site")
    sys.stdout.write(f"{write(target)} pages: open {target / 'index.html'}\n")


# ---- The manual --------------------------------------------------------------------------------------------
# the pages of docs/, drawn once for the casino's own /help and once as a site of plain files.
#
# In: Markdown and `contents.toml`, which puts the pages in order. Out: a `Document` with its HTML, its headings and
# what a search finds in it. `python -m upcard.web.manual FOLDER` (that is `python3 up.py docs`) writes the site.
