"""A disk in memory that remembers in which order things were done to it, and what of it a power cut may leave.

What was synced stays. Of everything else any part may be there: any of the writes, in any order, some of them torn; and
of files that were made or deleted without a sync of their folder, any.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

SECTOR = 512

Image: TypeAlias = dict[str, bytes]
"""What lies on a disk when the power is back."""


class Write(NamedTuple):
    """Bytes put into a file."""

    file: int
    offset: int
    content: bytes


class Truncate(NamedTuple):
    file: int
    size: int


class Sync(NamedTuple):
    """Everything done to a file before is on disk."""

    file: int


class Make(NamedTuple):
    """A new file under a name."""

    file: int
    name: str


class Delete(NamedTuple):
    name: str


class SyncFolder(NamedTuple):
    """Every name made or deleted before is on disk."""


class Note(NamedTuple):
    """Not of the disk: what somebody outside knew at that moment."""

    what: int


Deed: TypeAlias = Write | Truncate | Sync | Make | Delete | SyncFolder | Note


class Disk:
    """The files as a running program sees them, and everything that was done to them."""

    def __init__(self, image: Mapping[str, bytes] = {}) -> None:
        self.names: dict[str, int] = {name: number for number, name in enumerate(image)}
        self.files: dict[int, bytearray] = {self.names[name]: bytearray(image[name]) for name in image}
        self.begun = dict(image)
        self.deeds: list[Deed] = []

    def make(self, name: str) -> int:
        file = len(self.files)
        self.files[file] = bytearray()
        self.names[name] = file
        self.deeds.append(Make(file, name))
        return file

    def delete(self, name: str, *, sync: bool) -> None:
        del self.names[name]
        self.deeds.append(Delete(name))
        if sync:
            self.deeds.append(SyncFolder())

    def write(self, file: int, offset: int, content: bytes) -> None:
        put(self.files[file], offset, content)
        self.deeds.append(Write(file, offset, content))

    def truncate(self, file: int, size: int) -> None:
        shorten(self.files[file], size)
        self.deeds.append(Truncate(file, size))

    def sync(self, file: int) -> None:
        self.deeds.append(Sync(file))

    def sync_folder(self) -> None:
        self.deeds.append(SyncFolder())

    def note(self, what: int) -> None:
        self.deeds.append(Note(what))

    def do(self, deed: Deed) -> None:
        """The same deed again, as on another disk."""
        match deed:
            case Write(file, offset, content):
                self.write(file, offset, content)
            case Truncate(file, size):
                self.truncate(file, size)
            case Make(file, name):
                assert self.make(name) == file
            case Delete(name):
                self.delete(name, sync=False)
            case Sync() | SyncFolder() | Note():
                self.deeds.append(deed)

    def image(self) -> Image:
        """Everything as it stands, as after an orderly end."""
        return {name: bytes(self.files[file]) for name, file in self.names.items()}


def put(file: bytearray, offset: int, content: bytes) -> None:
    """Write into a file; between its end and the offset lies nothing but zeros."""
    if len(file) < offset:
        file.extend(bytes(offset - len(file)))
    file[offset : offset + len(content)] = content


def shorten(file: bytearray, size: int) -> None:
    """Also the other way: a file that is made longer is zeros at its end."""
    if size <= len(file):
        del file[size:]
    else:
        file.extend(bytes(size - len(file)))


class Platter:
    """What is certainly on disk after so many deeds, and what is still on its way."""

    def __init__(self, begun: Mapping[str, bytes]) -> None:
        self._names: dict[str, int] = {name: number for number, name in enumerate(begun)}
        self._files: dict[int, bytearray] = {self._names[name]: bytearray(begun[name]) for name in begun}
        self._on_way: dict[int, list[Write | Truncate]] = {}
        self._renamed: list[Make | Delete] = []

    def do(self, deed: Deed) -> None:
        match deed:
            case Write() | Truncate():
                self._on_way.setdefault(deed.file, []).append(deed)
            case Sync():
                for waiting in self._on_way.pop(deed.file, []):
                    _apply(self._files[deed.file], waiting)
            case Make():
                self._files[deed.file] = bytearray()
                self._renamed.append(deed)
            case Delete():
                self._renamed.append(deed)
            case SyncFolder():
                for renamed in self._renamed:
                    _rename(self._names, renamed)
                self._renamed.clear()
            case Note():
                pass

    def cut(self, chance: Random) -> Image:
        """One of the many things that may be there when the power is back."""
        names = dict(self._names)
        for renamed in _some(self._renamed, chance, shuffled=False):
            _rename(names, renamed)
        image: Image = {}
        for name, number in names.items():
            waiting = self._on_way.get(number)
            if not waiting:
                image[name] = bytes(self._files[number])
                continue
            file = bytearray(self._files[number])
            for deed in _some(waiting, chance, shuffled=True):
                _apply(file, deed)
            image[name] = bytes(file)
        return image


def _rename(names: dict[str, int], deed: Make | Delete) -> None:
    match deed:
        case Make(file, name):
            names[name] = file
        case Delete(name):
            names.pop(name, None)


def _apply(file: bytearray, deed: Write | Truncate) -> None:
    match deed:
        case Write(_, offset, content):
            put(file, offset, content)
        case Truncate(_, size):
            shorten(file, size)


T = TypeVar("T", Write | Truncate, Make | Delete)


def _some(waiting: Sequence[T], chance: Random, *, shuffled: bool) -> Iterator[T]:
    """Some of what was on its way: nothing, all, what came first, all but one, or whatever chance says."""
    match chance.randrange(6):
        case 0:
            return
        case 1:
            yield from waiting
        case 2:
            last = chance.randrange(len(waiting) + 1) if waiting else 0
            yield from waiting[:last]
            if last < len(waiting):
                yield torn(waiting[last], chance)
        case 3:
            missing = chance.randrange(len(waiting) + 1) if waiting else 0
            yield from waiting[:missing]
            yield from waiting[missing + 1 :]
        case _:
            likely = chance.choice((0.1, 0.5, 0.9))
            found = [deed for deed in waiting if chance.random() < likely]
            if shuffled and chance.random() < 0.5:
                chance.shuffle(found)
            yield from (torn(deed, chance) if chance.random() < 0.2 else deed for deed in found)


def torn(deed: T, chance: Random) -> T:
    """A write of which a part is there: its beginning, its end or its middle, by sectors or by bytes."""
    if not isinstance(deed, Write):
        return deed
    size = len(deed.content)
    step = SECTOR if size > SECTOR and chance.random() < 0.7 else 1
    edges = sorted(chance.choice((0, size, min(size, chance.randrange(size + 1) // step * step))) for _ in range(2))
    return Write(deed.file, deed.offset + edges[0], deed.content[edges[0] : edges[1]])
