"""The documents say what is so: tables and diagrams are drawn from the code, and every example runs."""

from __future__ import annotations

import doctest
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.examples import BLOCK, DOCS, ROOT, documents, run
from tests.money.pit import example
from tests.web.served import Process, until
from upcard.cli import main
from upcard.cli.commands import COMMANDS, app
from upcard.client import Client
from upcard.games.bonus_six import phases as six
from upcard.games.caribbean_stud import phases as stud
from upcard.web import manual
from upcard.web.app import routes
from upcard.web.manual import document, served, write
from upcard.web.router import ALL

# ---- what is drawn from the code ----------------------------------------------------------------------------------


def rewritten(file: Path, text: str) -> None:
    """A file is what the code makes of it; with UPCARD_REWRITE it is made so."""
    if os.environ.get("UPCARD_REWRITE"):
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    cells = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(each)} |\n" for each in cells).replace("| --- ", "|---").replace("--- |", "---|")


def transitions(title: str, module: Any) -> str:
    rows = [(f"`{start}`", act, f"`{end}`") for start, act, end in module.TRANSITIONS]
    return f"## {title}\n\n{table(('phase', 'act', 'next phase'), rows)}"


def test_the_phases_are_listed_as_the_games_have_them() -> None:
    head = (
        "# Phases of a round\n\n"
        "Each round goes through these phases. An act that is not listed for a phase is refused there.\n"
        "The tables are made from `games/*/phases.py`, and a test keeps them equal.\n\n"
    )
    both = f"{transitions('Caribbean stud', stud)}\n{transitions('Bonus 6', six)}"
    rewritten(DOCS / "phases.md", head + both)


@pytest.mark.parametrize("module", [stud, six], ids=["caribbean-stud", "bonus-six"])
def test_every_phase_is_in_the_table(module: Any) -> None:
    drawn = {start for start, _, _ in module.TRANSITIONS} | {end for _, _, end in module.TRANSITIONS}
    assert drawn == set(module.PHASES)
    for start, act, _ in module.TRANSITIONS:
        command = re.sub(r"^last | \(.*\)$", "", act).split(" or ")[0]
        assert command in {"decision", *(kind.__name__ for kind in module.PHASES[start])}


# ---- commands -----------------------------------------------------------------------------------------------------


def leaves() -> Iterator[tuple[str, ...]]:
    """Every command that does something."""
    for command in COMMANDS:
        yield from ((command.name, name) for name, _ in command.below) if command.below else [(command.name,)]


def options(words: tuple[str, ...]) -> str:
    """The options of a command, as its own help has them."""
    found = app()
    for word in words:
        found = found[word]
    rows = []
    for one in found.assemble_argument_collection(parse_docstring=True):
        shown = [name for name in one.names if name not in one.negatives or name == "--no-bots"]
        env = f" Environment: `{next(iter(one.parameter.env_var))}`." if one.parameter.env_var else ""
        said = " ".join((one.parameter.help or "").split()).replace("|", "\\|")
        rows.append((", ".join(f"`{name}`" for name in shown), f"{said}{env}"))
    return table(("option", "what it does"), rows)


OPTIONS = re.compile(r"\| option \| what it does \|\n(?:\|.*\n)*")


@pytest.mark.parametrize("group", [command.name for command in COMMANDS])
def test_every_command_has_an_entry_with_an_example_and_its_options(group: str) -> None:
    file = DOCS / "commands" / f"{group}.md"
    text = file.read_text(encoding="utf-8")
    head, *entries = re.split(r"^(?=## upcard )", text, flags=re.MULTILINE)
    made = head
    named = []
    for entry in entries:
        words = tuple(entry.splitlines()[0].removeprefix("## upcard ").split())
        named.append(words)
        assert any(f"$ upcard {' '.join(words)}" in block for block in BLOCK.findall(entry)), words
        assert len(OPTIONS.findall(entry)) == 1, words
        made += OPTIONS.sub(lambda _, words=words: options(words), entry)
    assert named == [words for words in leaves() if words[0] == group]
    assert f"commands/{group}" in manual.pages()
    rewritten(file, made)


# ---- examples -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", documents(), ids=lambda file: file.relative_to(ROOT).as_posix())
def test_examples_print_what_the_document_says(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(file, tmp_path, monkeypatch) == []


PYTHON = [file for file in (ROOT / "README.md", *sorted(DOCS.rglob("*.md"))) if ">>> " in file.read_text("utf-8")]


@pytest.mark.parametrize("file", PYTHON, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_python_examples_run(file: Path) -> None:
    failed, tried = doctest.testfile(str(file), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried
    assert not failed


def test_the_client_in_the_guide_plays_at_a_served_casino(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (DOCS / "guides" / "programmer.md").read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if ">>>" not in block]
    assert blocks
    with Process(tmp_path, "--demo", "--speed", "8") as process:
        here: dict[str, Any] = {}
        next(table for table in Client(process.url).follow("table:deadwood-1:sign") if table["table"]["open"])
        for block in blocks:
            exec(block.replace("http://127.0.0.1:8000", process.url), here)
    out = capsys.readouterr().out
    assert "'player': 'pat'" in out, "the seat is taken and seen"
    assert "sd-2015(" in out, "a refusal has its clause"


def test_the_drill_for_a_backup_runs_as_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (DOCS / "operate.md").read_text(encoding="utf-8")
    drill = re.search(r"<!-- tried by the tests, in this order -->\n```sh\n(.*?)```", text, re.DOTALL)
    assert drill is not None
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text(example("deadwood"), encoding="utf-8")
    assert main(["floor", "run", "house.toml", "--bots", "--rounds", "2"]) == 0
    for line in drill[1].splitlines():
        words = shlex.split(line)
        assert words[0] == "upcard"
        assert main(words[1:]) == 0, (line, capsys.readouterr().err)


# ---- the casino's pages and addresses -----------------------------------------------------------------------------

FILES = {"/favicon.ico", "/static/{name}", "/static/{folder}/{name}", "/documents/style.css", "/help/search.js"}
"""What browsers fetch and nobody opens."""


def test_every_page_of_the_casino_has_an_entry() -> None:
    entries = set(re.findall(r"^### `([^`]+)`", (DOCS / "pages.md").read_text(encoding="utf-8"), re.MULTILINE))
    pages = {route.path for route in routes() if route.method == "GET" and route.described is None}
    assert entries == pages - FILES


EXAMPLE = re.compile(r"Example:\s`([^`]+)`\sas\s(\w+)(, which is not found)?")


def test_every_example_of_a_page_can_be_opened(tmp_path: Path) -> None:
    text = (DOCS / "pages.md").read_text(encoding="utf-8")
    examples = [EXAMPLE.findall(entry) for entry in text.split("\n### ")[1:]]
    assert all(len(each) == 1 for each in examples)
    with Process(tmp_path, "--demo", "--speed", "20") as process:
        begun = f"{process.url}/api/tables/deadwood-1"
        until(lambda: httpx.get(begun).json()["table"]["round"], 60)
        for ((path, role, missing),) in examples:
            with httpx.Client(base_url=process.url, headers={"Origin": process.url}, follow_redirects=True) as site:
                token = site.get("/api/me").json()["token"]
                if role != "none":
                    assert site.post(f"/demo/{role}", data={"token": token}).status_code == 200
                answer = site.get(path)
                assert answer.status_code == (404 if missing else 200), (path, role)
                assert missing or answer.url.path != "/sign-in" or path == "/sign-in", (path, role)


def test_the_addresses_for_programs_are_listed() -> None:
    rows = [
        (
            f"`{route.method} {route.path}`",
            str(route.described.get("summary", "")).replace("|", "\\|"),
            "everybody" if set(route.roles) == set(ALL) else ", ".join(role for role in ALL if role in route.roles),
        )
        for route in routes()
        if route.described is not None
    ]
    file = DOCS / "http.md"
    text = file.read_text(encoding="utf-8")
    made = table(("address", "what it is", "for"), rows)
    rewritten(file, re.sub(r"\| address \| what it is \| for \|\n(?:\|.*\n)*", lambda _: made, text, count=1))


# ---- the manual ---------------------------------------------------------------------------------------------------


def test_every_document_is_in_the_contents_once() -> None:
    files = {file.relative_to(DOCS).with_suffix("").as_posix() for file in DOCS.rglob("*.md")}
    assert sorted(manual.pages()) == sorted(files)


def test_every_link_of_the_manual_leads_somewhere() -> None:
    places = set(manual.pages()) | manual.pictures()
    for page in manual.pages():
        places |= {f"{page}#{heading.id}" for heading in document(page).headings}
    broken = [(page, link) for page in manual.pages() for link in document(page).links if link not in places]
    assert not broken


def test_every_link_of_the_readme_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_site_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    assert write(tmp_path) == len(manual.pages())
    for file in tmp_path.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        for name in re.findall(r'<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"', text):
            assert (file.parent / name).is_file(), (file.name, name)
        for name in re.findall(r'<a [^>]*href="([^"#:]+\.html)', text):
            assert (file.parent / name).is_file(), (file.name, name)
    index = (tmp_path / "assets" / "search.js").read_text(encoding="utf-8")
    assert '"heading": "Envy"' in index
    assert f'"href": "{served("glossary")}' not in index, "the addresses of files, not of the casino"
