"""Write requirements.txt anew from its names and versions: `python3 up.py pin`.

Change a version, add a line or take one away, then run this. It asks the package index that pip is set up with for the
SHA-256 of every file of each version, whatever the system, and writes them below. No address is written. Which extras a
package is for is told from what is installed in .venv; a package that is not there keeps what is said of it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import up

EXTRAS = ("arrow", "bench", "cluster", "test")
SYSTEMS = {"linux": "posix", "darwin": "posix", "win32": "nt"}
PYTHONS = ("3.11", "3.12", "3.13")
TOO_OLD = re.compile(r"-(?:(?:cp2\d|cp3\d|cp310)-cp\d+[mut]*|py2-none|(?:pp|graalpy)\d+-[^-]+)-[^-]+\.whl$")
"""Files for Pythons that Upcard does not run on; one for an old Python's stable interface runs on all later ones."""

HEAD = """\
# Every package that an installation may bring in, at the exact version the checks run with, and the SHA-256 of each of
# its files: set-up installs nothing else. Written by `python3 up.py pin` from the names, the versions and the index.
"""


class Links(HTMLParser):
    """The files that a page of the index leads to, each with its hash."""

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        address, fragment = urldefrag(dict(attrs).get("href") or "")
        if tag == "a" and fragment.startswith("sha256="):
            self.files[unquote(address.rsplit("/", 1)[-1])] = fragment.removeprefix("sha256=")


def index() -> str:
    """The package index that pip asks."""
    said = "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"
    asked = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    for command in (asked, [sys.executable, "-c", said]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if found := os.environ.get("PIP_INDEX_URL") or done.stdout.strip():
            return found.rstrip("/") + "/"
    raise SystemExit("pip does not say which package index it asks.")


def hashes_of(at: str, pin: up.Pin) -> tuple[str, ...]:
    """The hashes of every file of a version."""
    asked = urllib.request.Request(urljoin(at, f"{canonical(pin.name)}/"), headers={"Accept": "text/html"})
    page = Links()
    with urllib.request.urlopen(asked, timeout=60) as answer:
        page.feed(answer.read().decode())
    found = {digest for name, digest in page.files.items() if is_of(name, pin) and not TOO_OLD.search(name)}
    if not found:
        raise SystemExit(f"The package index has no file of {pin.name} {pin.version}.")
    return tuple(sorted(found))


def is_of(file: str, pin: up.Pin) -> bool:
    """Whether a file is of this version.

    >>> pin = up.Pin("typing_extensions", "4.16.0", "", (), ())
    >>> [is_of(f"typing_extensions-4.16.0{end}", pin) for end in ("-py3-none-any.whl", ".tar.gz", ".1.tar.gz")]
    [True, True, False]
    """
    if file.endswith(".whl"):
        name, version = file.split("-")[:2]
    else:
        name, _, version = re.sub(r"\.(tar\.gz|zip)$", "", file).rpartition("-")
    return canonical(name) == canonical(pin.name) and version == pin.version


def canonical(name: str) -> str:
    return re.sub("[-_.]+", "-", name).lower()


def uses(
    project: Mapping[str, Iterable[str]], installed: Mapping[str, Iterable[str]]
) -> dict[str, dict[str, set[str]]]:
    """By package, the extras that it is for ('' for everybody) and the systems that it is needed on."""
    from packaging.requirements import Requirement  # noqa: PLC0415 - of .venv

    found: dict[str, dict[str, set[str]]] = {}
    for system, name in SYSTEMS.items():
        for python in PYTHONS:
            here = {
                "sys_platform": system,
                "os_name": name,
                "python_version": python,
                "python_full_version": f"{python}.0",
            }
            here["platform_system"] = {"win32": "Windows", "darwin": "Darwin"}.get(system, "Linux")
            for extra, wanted in project.items():
                seen: set[tuple[str, str]] = set()
                left = [(Requirement(each), "") for each in wanted]
                while left:
                    one, of = left.pop()
                    if one.marker and not one.marker.evaluate({**here, "extra": of}):
                        continue
                    for more in ("", *one.extras):
                        if (key := (canonical(one.name), more)) not in seen:
                            seen.add(key)
                            left += [(Requirement(each), more) for each in installed.get(key[0], ())]
                    found.setdefault(canonical(one.name), {}).setdefault(extra, set()).add(system)
    return found


def wanted_by_project() -> dict[str, list[str]]:
    """By extra, what pyproject.toml asks for; what everybody needs and what builds it under no name."""
    import tomllib  # noqa: PLC0415 - as in up.py

    written = tomllib.loads((up.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = written["project"]
    return {"": written["build-system"]["requires"] + project["dependencies"], **project["optional-dependencies"]}


def installed(names: Iterable[str]) -> dict[str, list[str]]:
    """What each package asks for, as far as it is installed here."""
    found = {}
    for name in names:
        try:
            found[canonical(name)] = requires(name) or []
        except PackageNotFoundError:
            continue
    return found


def written(pins: Iterable[up.Pin]) -> str:
    """The file."""
    blocks = []
    for pin in pins:
        extras = f"# for {', '.join(pin.extras)}\n" if pin.extras else ""
        marker = f" ; {pin.marker}" if pin.marker else ""
        lines = [f"{pin.name}=={pin.version}{marker}", *(f"    --hash=sha256:{each}" for each in pin.hashes)]
        blocks.append(extras + " \\\n".join(lines) + "\n")
    return HEAD + "".join(blocks)


def main(path: Path = up.PINS) -> int:
    pins = up.read_pins(path.read_text(encoding="utf-8"))
    used = uses(wanted_by_project(), installed(pin.name for pin in pins))
    if missing := sorted(used.keys() - {canonical(pin.name) for pin in pins}):
        raise SystemExit(f"{path.name} pins no version of {', '.join(missing)}: add a line `name==version` for each.")
    at = index()
    with ThreadPoolExecutor(8) as threads:
        hashes = list(threads.map(lambda pin: hashes_of(at, pin), pins))
    made = []
    for pin, found in zip(pins, hashes, strict=True):
        use = used.get(canonical(pin.name))
        if use is not None:
            systems = set().union(*use.values())
            marker = " or ".join(f'sys_platform == "{each}"' for each in sorted(systems)) if len(systems) < 3 else ""
            pin = pin._replace(extras=() if "" in use else tuple(sorted(use)), marker=marker)  # noqa: PLW2901
        made.append(pin._replace(hashes=found))
    path.write_text(written(made), encoding="utf-8")
    print(f"{path.name}: {len(made)} packages, {sum(len(pin.hashes) for pin in made)} files")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
