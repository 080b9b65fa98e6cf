"""The fixtures on the disk, and where two answers part."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
JOURNALS = HERE / "journals"
COMMANDS = HERE / "commands"
EVENINGS = HERE / "evenings"


def archives() -> list[Path]:
    return sorted(JOURNALS.glob("*/*.tar.xz"))


def name_of(archive: Path) -> str:
    return f"{archive.parent.name}-{archive.name.removesuffix('.tar.xz')}"


def read(path: Path) -> Any:
    """A compressed fixture."""
    return json.loads(lzma.decompress(path.read_bytes()))


def write(path: Path, found: Any) -> None:
    """The same data gives the same bytes; a file whose data has not changed is left as it is."""
    text = json.dumps(found, ensure_ascii=False, indent=0).encode()
    if path.exists() and lzma.decompress(path.read_bytes()) == text:
        return
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))


def parted(before: str, now: str) -> str:
    """Where a text parts from the one that is kept: the first path of JSON that differs, with both values."""
    if before == now:
        return ""
    try:
        return _path(json.loads(before), json.loads(now), "$") or "the same JSON, written in other bytes"
    except json.JSONDecodeError:
        pass
    ours, theirs = before.splitlines(), now.splitlines()
    for number, (one, other) in enumerate(zip(ours, theirs, strict=False), 1):
        if one != other:
            return f"line {number}, {parted(one, other) if one[:1] == '{' == other[:1] else _both(one, other)}"
    return _both(f"{len(ours)} lines", f"{len(theirs)} lines")


def _path(one: Any, other: Any, at: str) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        for name in one:
            if name not in other:
                return f"{at}.{name}: {_both(one[name], 'nothing')}"
            if found := _path(one[name], other[name], f"{at}.{name}"):
                return found
        if more := [name for name in other if name not in one]:
            return f"{at}.{more[0]}: {_both('nothing', other[more[0]])}"
        return "" if list(one) == list(other) else f"{at}: {_both(list(one), list(other))}"
    if isinstance(one, list) and isinstance(other, list):
        for place, (ours, theirs) in enumerate(zip(one, other, strict=False)):
            if found := _path(ours, theirs, f"{at}[{place}]"):
                return found
        return "" if len(one) == len(other) else f"{at}: {_both(f'{len(one)} items', f'{len(other)} items')}"
    return "" if one == other and type(one) is type(other) else f"{at}: {_both(one, other)}"


def _both(one: Any, other: Any) -> str:
    return f"it was {_short(one)} and is {_short(other)}"


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return repr(text[:300] + "…" if len(text) > 300 else text)
