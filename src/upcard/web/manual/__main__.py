"""Write the manual as a site of plain files, which need no server: `python -m upcard.web.manual [FOLDER]`."""

from __future__ import annotations

import posixpath
import shutil
import sys
from functools import partial
from importlib.resources import files
from pathlib import Path

from upcard.web.manual import contents
from upcard.web.manual.document import draw
from upcard.web.manual.manual import context, search_index
from upcard.web.page import environment

ASSETS = ("css/upcard.css", "css/help.css", "js/paint.js", "js/help.js", "favicon.svg")


def beside(page: str, name: str) -> str:
    """Where a page, a picture or an asset is found from a page.

    >>> beside("guides/dealer", "guides/player"), beside("index", "screens/sign.png")
    ('player.html', 'screens/sign.png')
    """
    whole = name if posixpath.splitext(name)[1] else f"{name}.html"
    return posixpath.relpath(whole, posixpath.dirname(page) or ".")


def write(folder: Path) -> int:
    """Every page, picture and asset; how many pages there are."""
    template = environment().get_template("help/site.html")
    for page in contents.pages():
        address = partial(beside, page)
        drawn = draw(contents.markdown(page), page, address)
        text = template.render(address=address, **context(page, drawn, address))
        _put(folder / f"{page}.html", text.encode())
    _put(folder / "assets" / "search.js", search_index(partial(beside, contents.INDEX)).encode())
    for asset in ASSETS:
        content = files("upcard.web").joinpath("static", *asset.split("/")).read_bytes()
        _put(folder / "assets" / asset, content)
    for picture in sorted(contents.pictures()):
        (folder / picture).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(contents.folder() / picture, folder / picture)
    return len(contents.pages())


def _put(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "site")
    sys.stdout.write(f"{write(target)} pages: open {target / 'index.html'}\n")
