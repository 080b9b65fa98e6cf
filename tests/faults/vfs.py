"""SQLite on a disk of ours: every call of the library reaches a `Disk` in memory, or fails when a test wants it to."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from types import TracebackType
from typing import Any, cast

import apsw

from tests.faults.disk import Disk

JOURNALS = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL
"""The files whose first sync takes their folder along, as on a real system."""

Before = Callable[[str], None]
"""Told of each call before it is done, by its kind; what it raises is the failure of the call."""

NAME = "upcard-disk-"

_numbers = count(1)


def _nothing(kind: str) -> None:
    del kind


def _alone(connection: apsw.Connection) -> None:
    """There is no shared memory here, so a log that is there already is read by one connection or not at all."""
    if connection.open_vfs.startswith(NAME):
        connection.pragma("locking_mode", "exclusive")


apsw.connection_hooks.append(_alone)


class DiskVfs(apsw.VFS):
    """A VFS of its own name; `disk` may be changed for another while no connection is open."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.before: Before = _nothing
        self.name = f"{NAME}{next(_numbers)}"
        super().__init__(self.name, base="")

    def excepthook(
        self, etype: type[BaseException] | None, evalue: BaseException | None, etraceback: TracebackType | None
    ) -> bool:
        """A failure that SQLite does not pass on is none that anybody must see."""
        return True

    def xAccess(self, pathname: str, flags: int) -> bool:
        return pathname in self.disk.names

    def xFullPathname(self, name: str) -> str:
        return name

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.before("delete")
        if filename not in self.disk.names:
            raise apsw.exception_for(apsw.SQLITE_IOERR_DELETE_NOENT)
        self.disk.delete(filename, sync=syncdir)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        self.before("open")
        named = name.filename() if isinstance(name, apsw.URIFilename) else name
        path = named if named is not None else f"temporary {next(_numbers)}"
        new = path not in self.disk.names
        if new and not flags[0] & apsw.SQLITE_OPEN_CREATE:
            raise apsw.CantOpenError()
        file = self.disk.make(path) if new else self.disk.names[path]
        flags[1] = flags[0]
        kept: Any = DiskFile(self, file, unnamed=new and bool(flags[0] & JOURNALS))
        return cast("apsw.VFSFile", kept)


class DiskFile:
    """An open file; SQLite holds the only lock on it, so locks are nothing."""

    def __init__(self, vfs: DiskVfs, file: int, *, unnamed: bool) -> None:
        self._vfs = vfs
        self._disk = vfs.disk
        self._file = file
        self._unnamed = unnamed
        """Whether the folder may not know of it yet."""

    def excepthook(self, *error: object) -> bool:
        return True

    def xRead(self, amount: int, offset: int) -> bytes:
        self._vfs.before("read")
        return bytes(self._disk.files[self._file][offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self._vfs.before("write")
        self._disk.write(self._file, offset, bytes(data))

    def xTruncate(self, newsize: int) -> None:
        self._vfs.before("truncate")
        self._disk.truncate(self._file, newsize)

    def xSync(self, flags: int) -> None:
        self._vfs.before("sync")
        self._disk.sync(self._file)
        if self._unnamed:
            self._disk.sync_folder()
            self._unnamed = False

    def xFileSize(self) -> int:
        self._vfs.before("size")
        return len(self._disk.files[self._file])

    def xClose(self) -> None:
        pass

    def xLock(self, level: int) -> None:
        pass

    def xUnlock(self, level: int) -> None:
        pass

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, op: int, ptr: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return 4096

    def xDeviceCharacteristics(self) -> int:
        """As SQLite takes it on a Unix system: a torn write harms nothing beside what it writes."""
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE
