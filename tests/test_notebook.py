"""The example notebook runs from its first cell to its last, and shows what it says that it shows."""

from __future__ import annotations

import ast
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[1] / "examples" / "upcard.ipynb"


def shown(cells: list[str]) -> list[Any]:
    """Runs cells as a notebook does, one after the other: the value of the last expression of each."""
    names: dict[str, Any] = {"__name__": "__main__"}
    values = []
    for cell in cells:
        *before, last = ast.parse(cell).body
        assert isinstance(last, ast.Expr), "a cell ends with what it shows"
        exec(compile(ast.Module(before, []), "cell", "exec"), names)
        values.append(eval(compile(ast.Expression(last.value), "cell", "eval"), names))
    return values


def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    document = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    code = [cell for cell in document["cells"] if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] or cell["execution_count"] for cell in code), "it is kept without its output"
    settled, solution, decided, game, z, status, rows, total = shown(["".join(cell["source"]) for cell in code])
    assert repr(settled) == "<Settlement: seat 1 +108.00; payments 4>"
    assert all(value._repr_html_().startswith("<table>") for value in (settled, solution, decided))
    assert game.exact == solution.return_
    assert abs(z) < 5
    assert status == 0
    assert len(rows) == 3
    assert isinstance(total, Decimal)
    assert total > 0
