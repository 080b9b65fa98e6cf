"""Makes the fixtures anew:

    .venv/bin/python -m tests.frozen.make

Journals of this version are made where they are missing, and otherwise kept; all else is worked out from them again.
A file whose content has not changed keeps its bytes.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.frozen import evenings, journals
from tests.frozen.commands import answered, of_journal, of_product, unpacked
from tests.frozen.interface import interface
from tests.frozen.kept import COMMANDS, EVENINGS, HERE, archives, name_of, write
from tests.frozen.site import played

EXAMPLES = HERE.parents[1] / "examples"


def main() -> None:
    journals.make()
    lines: list[str] = []
    for archive in archives():
        with TemporaryDirectory() as folder:
            cases, rounds = of_journal(unpacked(archive, Path(folder)))
        lines += rounds
        write(COMMANDS / f"{name_of(archive)}.json.xz", cases)
        print(f"{name_of(archive)}: {len(cases)} commands, {len(rounds)} rounds")
    cases = [answered(argv, stdin) for argv, stdin in of_product(lines, EXAMPLES)]
    write(COMMANDS / "product.json.xz", cases)
    print(f"product: {len(cases)} commands")
    for name, (house, happens) in evenings.evenings().items():
        steps = evenings.written(house, name, happens)
        seen = played(house, steps)
        kept = {
            "house": house, "steps": steps, "seen": [[each.step, each.view, each.digest] for each in seen],
            "full": {str(place): each.text for place, each in enumerate(seen) if each.first},
        }  # fmt: skip
        write(EVENINGS / f"{name}.json.xz", kept)
        print(f"{name}: {len(steps)} acts, {len(seen)} documents")
    write(HERE / "interface.json.xz", interface(evenings.south_dakota("virtual")))
    size = sum(path.stat().st_size for path in HERE.rglob("*.xz"))
    print(f"{size:,} bytes of fixtures")


if __name__ == "__main__":
    main()
