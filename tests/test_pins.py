"""Nothing is installed that requirements.txt does not name by its hash."""

from __future__ import annotations

import hashlib
import re
import sys
import zipfile
from pathlib import Path

import pytest

import pin as tool
import up

TEXT = up.PINS.read_text(encoding="utf-8")
PINS = up.read_pins(TEXT)


def test_every_package_has_the_hashes_of_its_files_and_no_address() -> None:
    assert len(PINS) > 50
    for pin in PINS:
        assert re.fullmatch(r"[0-9][0-9a-z.]*", pin.version), pin
        assert pin.hashes, pin.name
        assert all(re.fullmatch("[0-9a-f]{64}", each) for each in pin.hashes), pin.name
    assert "/" not in TEXT
    assert tool.written(PINS) == TEXT, "as the tool writes it"


@pytest.mark.parametrize("extras", [[], ["test"]])
def test_whatever_is_needed_is_among_what_pip_is_given(extras: list[str]) -> None:
    """With `--no-deps` pip would not miss it."""
    used = tool.uses(tool.wanted_by_project(), tool.installed(pin.name for pin in PINS))
    given = {tool.canonical(pin.name): pin for pin in up.read_pins(up.chosen(TEXT, extras))}
    needed = {name: set[str]().union(*use.values()) for name, use in used.items() if use.keys() & {"", *extras}}
    assert needed.keys() <= given.keys()
    for name, systems in needed.items():
        marker = given[name].marker
        assert not marker or all(f'"{system}"' in marker for system in systems), name
    assert "ruff" not in given or extras, "somebody who only plays needs no tools"


def test_a_dependency_of_a_dependency_is_found_for_its_extra_and_system() -> None:
    project = {"": ["a[b]>=1"], "test": ["c"]}
    needs = {
        "a": ["d; extra == 'b'", "e; extra == 'x'"],
        "c": ["f; sys_platform == 'win32'", "g; python_version < '3.11'"],
    }
    every = {"linux", "darwin", "win32"}
    assert tool.uses(project, needs) == {
        "a": {"": every}, "d": {"": every}, "c": {"test": every}, "f": {"test": {"win32"}},
    }  # fmt: skip


def test_pip_takes_nothing_without_a_hash() -> None:
    dependencies, project = up.install_commands(Path("wanted.txt"))
    assert {"--require-hashes", "--no-deps", "wanted.txt"} <= set(dependencies)
    assert project[-1] == "."
    assert {"--no-deps", "--no-build-isolation"} <= set(project), "neither what it needs nor what builds it is fetched"


@pytest.mark.parametrize("right", [True, False])
def test_a_file_with_another_hash_is_not_installed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], right: bool
) -> None:
    file = tmp_path / "tampered-1.0-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as wheel:
        about = "tampered-1.0.dist-info"
        wheel.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: tampered\nVersion: 1.0\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")
    digest = hashlib.sha256(file.read_bytes()).hexdigest() if right else "0" * 64
    (tmp_path / "wanted.txt").write_text(up.chosen(f"tampered==1.0 \\\n    --hash=sha256:{digest}\n", []))
    command = [sys.executable, *up.install_commands(tmp_path / "wanted.txt")[0][1:]]
    command += ["--no-index", "--find-links", str(tmp_path), "--target", str(tmp_path / "there")]
    if right:
        up.quietly("broken.", *command)
        assert (tmp_path / "there" / "tampered-1.0.dist-info").is_dir()
        return
    with pytest.raises(SystemExit):
        up.quietly("broken.", *command)
    assert up.TAMPERED in capsys.readouterr().err
    assert not (tmp_path / "there").exists()


def test_files_for_older_pythons_are_left_out() -> None:
    out = ("x-1-cp310-cp310-win32.whl", "x-1-cp39-cp39-win32.whl", "x-1-pp311-pypy311_pp73-win32.whl")
    kept = ("x-1-cp36-abi3-win32.whl", "x-1-py2.py3-none-any.whl", "x-1-cp311-cp311-win32.whl", "x-1.tar.gz")
    assert all(tool.TOO_OLD.search(name) for name in out)
    assert not any(tool.TOO_OLD.search(name) for name in kept)
