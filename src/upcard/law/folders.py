"""The folders with editions of one's own: which are named, and the files in them.

They are named in the environment, so that the processes that a command starts read the same law.
"""

from __future__ import annotations

import os
from pathlib import Path

from upcard.errors import LawError

FOLDERS = "UPCARD_LAW"
"""The environment variable that names them, as a path does."""


def own_folders() -> tuple[Path, ...]:
    """The folders that are named, each once."""
    named = os.environ.get(FOLDERS, "")
    listed = [named] if Path(named).is_dir() else named.split(os.pathsep)
    return tuple(dict.fromkeys(Path(one).resolve() for one in listed if one))


def name_folder(folder: Path) -> None:
    """One more, from now on."""
    folders = own_folders()
    if (resolved := folder.resolve()) not in folders:
        os.environ[FOLDERS] = os.pathsep.join(map(str, (*folders, resolved)))


def files_in(folder: Path) -> tuple[Path, ...]:
    """The files of editions in a folder."""
    if not folder.is_dir():
        raise LawError(f"there is no folder {str(folder)!r} with editions")
    return tuple(sorted(folder.glob("*.toml")))
