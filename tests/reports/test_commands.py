"""The documents on the command line, over a real store."""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cyclopts import App, CycloptsError, Parameter

from tests.house_texts import house_text
from tests.reports.evening import HARBOR, whole
from upcard.cli.audit.documents import Document, day, jackpot, meters, slips, tax
from upcard.errors import HouseError, Refused
from upcard.store import StoreError, open_store
from upcard.store.sqlite import SqliteStore

Run = Callable[[str], tuple[Any, str]]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The evening in an SQLite journal."""
    e = whole()
    address = f"sqlite:{tmp_path_factory.mktemp('documents') / 'evening.db'}"
    store = open_store(address)
    assert isinstance(store, SqliteStore)
    with store.turn(0) as turn:
        turn.append(e.entries, e.store.held, list(e.store.answered.values()))
    store.close()
    return address


@pytest.fixture
def run(db: str, capsys: pytest.CaptureFixture[str]) -> Run:
    app = App(name="audit", help_format="plaintext", default_parameter=Parameter(negative=(), show_default=False))
    for command in (slips, tax, day, jackpot, meters):
        app.command(command)

    def go(line: str) -> tuple[Any, str]:
        arguments = [*shlex.split(line), "--db", db]
        status = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        return status, capsys.readouterr().out

    return go


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("slips", "Jackpot slip No. 1 VOID"),
        ("tax", "To be judged by a person"),
        ("day", "Gaming day 2026-03-01, swing shift"),
        ("jackpot Harbor", "which is what the books hold to the micro"),
        ("meters", "Participating tables"),
    ],
)
def test_each_document_is_shown_in_the_terminal(run: Run, line: str, says: str) -> None:
    status, out = run(line)
    assert status in (0, None)
    assert says in " ".join(out.split())
    assert out.rstrip().endswith(f"{whole().store.head().hash.hex()}.")
    assert all(len(row) <= 120 for row in out.splitlines()[:-1])


@pytest.mark.parametrize("line", ["slips", "tax", "day", "jackpot Harbor", "meters"])
def test_json_is_one_document_and_nothing_else(run: Run, line: str) -> None:
    _, out = run(f"{line} --json")
    assert json.loads(out)["entries"] == len(whole().entries)


def test_amounts_are_decimal_strings(run: Run) -> None:
    _, out = run("meters --jackpot Harbor --json")
    (part,) = json.loads(out)["parts"]
    (terms,), (main,), (sums,) = part["parameters"], part["meters"], part["sums"]
    assert (terms["seed"], terms["limit"], main["hits"]) == ("10000.00", "10015.00", 3)
    assert sums["amount"].startswith(main["displayed"])


@pytest.mark.parametrize(("ending", "begins"), [("html", b"<!doctype html>"), ("pdf", b"%PDF-"), ("csv", b"number,")])
def test_the_name_of_the_file_says_how_it_is_written(run: Run, tmp_path: Path, ending: str, begins: bytes) -> None:
    file = tmp_path / f"slips.{ending}"
    _, out = run(f"slips --output {file}")
    assert out == f"Jackpot slips: {file}\n"
    assert file.read_bytes().lstrip().startswith(begins)


def test_a_text_can_be_kept_in_a_file_too(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "day.txt"
    run(f"day --shift swing --output {file}")
    text = file.read_text(encoding="utf-8")
    assert "swing shift" in text
    assert "grave shift" not in text


def test_a_list_goes_to_the_terminal_as_it_is(run: Run) -> None:
    _, out = run("jackpot Harbor --format csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {row["level"] for row in rows} == {"main"}
    assert rows[0]["reason"] == "seed"


def test_a_format_that_is_said_may_have_any_name(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "slips.of-march"
    run(f"slips --format csv --output {file}")
    assert file.read_bytes().startswith(b"number,")


@pytest.mark.parametrize("line", ["slips", "tax", "day", "jackpot Harbor", "meters"])
def test_the_name_of_the_house_is_the_one_in_the_journal(run: Run, line: str) -> None:
    _, out = run(line)
    assert out.splitlines()[0].endswith(f", {HARBOR}")
    assert json.loads(run(f"{line} --json")[1])["house"] == HARBOR


def test_the_house_gives_its_name(run: Run, tmp_path: Path) -> None:

    file = tmp_path / "house.toml"
    text = house_text("massachusetts")
    file.write_text(text.replace(HARBOR, "Harbor House, renamed"), encoding="utf-8")
    _, out = run(f"slips --number 1 --house {file}")
    assert out.startswith("Jackpot slips, Harbor House, renamed")
    assert "Jackpot slip No. 2" not in out
    file.write_text("name = 1")
    with pytest.raises(HouseError):
        run(f"slips --house {file}")


@pytest.mark.parametrize(
    ("line", "because"),
    [
        ("slips --number 99", "--number: there is no slip 99; the numbers are 1 to "),
        ("slips --output slips.xlsx", "--output: 'slips.xlsx' ends with none of .html, .htm, .pdf, .csv, .txt"),
        ("slips --format pdf", "--output: a PDF is written to a file"),
        ("tax --jurisdiction XX", "--jurisdiction: there are no thresholds of 'XX', only of 'US'"),
        (
            "day --day 2026-01-01",
            "--day: the journal closes no day '2026-01-01', only '2026-03-01 swing', '2026-03-01 g",
        ),
        ("day --by day --day 2026-01-01", "--day: the journal closes no day '2026-01-01', only '2026-03-01'$"),
        ("day --shift noon", "--shift: the journal closes no shift 'noon', only '2026-03-01 swing'"),
        ("day --day 2026-03-01 --shift noon", "--shift: the journal closes no shift 'noon of 2026-03-01', only "),
        ("jackpot Harbour", "knows no jackpot 'Harbour', only 'Harbor', 'Five Card', 'Tri-Game Link'"),
        ("meters --jackpot Harbour", "--jackpot: the journal knows no jackpot 'Harbour', only 'Harbor', 'Five Card', "),
    ],
)
def test_what_cannot_be_given_is_said_in_a_sentence(run: Run, line: str, because: str) -> None:
    with pytest.raises(Refused, match=because):
        run(line)


def test_a_folder_that_is_not_there_is_said_in_a_sentence(run: Run, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"--output: .* cannot be written"):
        run(f"slips --output {tmp_path / 'nowhere' / 'slips.pdf'}")


@pytest.mark.parametrize("line", ["slips --number 1.5", "slips --format doc", "day --by week"])
def test_an_option_that_is_none_is_refused(run: Run, line: str) -> None:
    with pytest.raises(CycloptsError):
        run(line)


def test_a_journal_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        slips(to=Document(db=f"sqlite:{tmp_path / 'none.db'}"))
    assert not list(tmp_path.iterdir())
