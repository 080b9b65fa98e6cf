"""Arrow tables say what the values say, to the cent and beyond."""

from __future__ import annotations

import json
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import ipc, parquet

import upcard
from tests.cli.running import Run, here, one_sentence
from tests.money.pit import example
from tests.test_display import ENTRY, ROUND
from upcard.arrow import entries, payments, rounds, to_arrow
from upcard.cards import DECK, byte_stream, shuffle
from upcard.simulate.figures import figures
from upcard.simulate.run import run, work
from upcard.simulate.table import stud_table
from upcard.store.open import open_store


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return here(capsys, monkeypatch)


def no_amount_is_a_float(table: Any) -> None:
    floats = {field.name for field in table.schema if pyarrow.types.is_floating(field.type)}
    assert floats <= {"standard_error", "z"}


def test_a_settlement_is_its_payments() -> None:
    found = upcard.settle(ROUND)
    table = to_arrow(found)
    no_amount_is_a_float(table)
    assert table.schema.field("paid").type == pyarrow.decimal128(20, 2)
    lines = [line | {"seat": int(line["seat"])} for line in found["payments"]]
    assert [
        {name: str(v) if isinstance(v, Decimal) else v for name, v in row.items()} for row in table.to_pylist()
    ] == lines


def test_rounds_and_their_payments() -> None:
    order = shuffle(DECK, byte_stream(b"friday"))
    played = upcard.play_caribbean_stud(
        upcard.caribbean_stud("sd-2015"), order, {1: {"ante": 1000}, 3: {"ante": 500}}, lambda *_: "bet"
    )
    table = to_arrow([played, played])
    assert table.column("round").to_pylist() == [1, 1, 2, 2]
    assert table.column("cards").to_pylist()[:2] == ["2d 2s Ah 7h 5s", "4h 6c Jh Ts 8c"]
    assert (
        sum(table.column("net").to_pylist())
        == 2 * Decimal(sum(p.returned + p.paid - p.staked for p in played.payments)) / 100
    )
    paid = to_arrow(played.payments)
    assert paid.column("rule").to_pylist() == [p.rule for p in played.payments]
    assert paid.column("staked").to_pylist() == [Decimal(p.staked) / 100 for p in played.payments]


def test_an_entry_keeps_a_millionth_of_a_cent() -> None:
    (row,) = to_arrow([ENTRY._replace(postings='{"meter":150001,"house":-150001}')]).to_pylist()
    assert row["moved"] == [
        {"account": "meter", "amount": Decimal("0.00150001")},
        {"account": "house", "amount": Decimal("-0.00150001")},
    ]
    assert row["at"].isoformat() == "2026-01-01T00:00:00+00:00"
    assert (row["kind"], row["event"]) == ("TableClosed", ENTRY.event)


def test_a_simulation_beside_the_exact_figures() -> None:
    table = stud_table(upcard.caribbean_stud("sd-2015"), [{"ante": 1000}], strategies=["optimal"])
    found = figures(table, run(work(table, "1", 2000), cores=1).tally)
    (first, *_) = to_arrow(found).to_pylist()
    assert (first["wager"], first["staked"]) == ("game", Decimal("10.00"))
    assert first["exact"] == f"{found[0].exact.numerator}/{found[0].exact.denominator}"  # type: ignore[union-attr]


def test_a_journal_on_the_command_line(command: Run, tmp_path: Path) -> None:
    house, url = tmp_path / "house.toml", f"sqlite:{tmp_path / 'a.db'}"
    house.write_text(example("deadwood"), encoding="utf-8")
    assert command("floor", "run", str(house), "--bots", "--rounds", "4", "--seed", "1", "--db", url).status == 0
    store = open_store(url, read_only=True)
    expected = {"entries": entries(store), "rounds": rounds(store), "payments": payments(store)}
    assert expected["entries"].num_rows == store.head().seq
    assert expected["rounds"].num_rows >= 4
    store.close()
    listed = [json.loads(command("audit", "round", id, "--db", url, "--json").out)["settlement"]["payments"]
              for id in expected["rounds"].column("id").to_pylist()]  # fmt: skip
    paid = expected["payments"].column("paid").to_pylist()
    assert [str(amount) for amount in paid] == [line["paid"] for lines in listed for line in lines]
    for of, table in expected.items():
        path = tmp_path / f"{of}.parquet"
        said = command("audit", "export", "--output", str(path), "--of", of, "--db", url)
        assert said.out == f"{table.num_rows:,} {of} are in {path}.\n"
        assert parquet.read_table(path) == table
        assert path.stat().st_mode & 0o077 == 0 or sys.platform == "win32"
    arrow = tmp_path / "entries.arrow"
    assert command("audit", "export", "--output", str(arrow), "--db", url, "--json").json["rows"] == len(
        expected["entries"]
    )
    assert ipc.open_file(arrow).read_all() == expected["entries"]
    again = one_sentence(command("audit", "export", "--output", str(arrow), "--db", url))
    assert "is not written over" in again
    assert "--of" in one_sentence(command("audit", "export", "--output", "a.zip", "--of", "rounds", "--db", url))


def test_without_arrow_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(upcard.Refused, match=r"^pyarrow is not installed: install upcard\[arrow\]"):
        to_arrow([ENTRY])


@pytest.mark.parametrize("nothing", [[], [3]])
def test_what_has_no_columns_is_refused(nothing: list[int]) -> None:
    with pytest.raises(upcard.Refused, match="to_arrow"):
        to_arrow(nothing)
