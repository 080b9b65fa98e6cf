"""The files of a PAR sheet: the same bytes on every run, safe with any name, readable by everyone, on paper too."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from pypdfium2 import PdfDocument  # type: ignore[import-untyped]

from tests.exact.sheets import EVERY, HOUSES, Page, example, markup, read, sheet_of
from upcard.reports.par import Step, write
from upcard.reports.par.sheet import Entry, file_name, index
from upcard.reports.pdf import as_pdf
from upcard.rules.house import House, read_house

NASTY = '<b>&"\'</b> #panic("x") $ *_@<a> \\ {{ house }} {% raw %}'

SMALL = """
name = {name}
[[jackpot]]
name = {name}
schedule = "classic-5000"
[jackpot.levels.main]
seed = "5000.00"
rate = "40%"
[[table]]
name = {name}
edition = "sd-2015"
designated = true
devices = ["progressive system", "signage", "coin sensor"]
signs = ["bet schedule", "progressive schedule"]
dealing = "singly"
jackpot = {name}
"""

WRITER = """
import sys
from pathlib import Path
import msgspec
from tests.house_texts import house_text
from upcard.reports.par import write
from upcard.rules.house import read_house
text = house_text("massachusetts")
house = read_house(text)
first = house.tables[0]
jackpots = {name: house.jackpots[name] for name in (first.jackpot, first.five_card_jackpot)}
write(msgspec.structs.replace(house, tables=(first,), jackpots=jackpots), Path(sys.argv[1]))
"""


def small(name: str) -> House:
    """A house whose every name is this one."""
    return read_house(SMALL.format(name='"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'))


def words_of(document: bytes) -> str:
    """The text of a PDF, with the places where long numbers may break taken out."""
    opened = PdfDocument(document)
    try:
        return "\n".join(each.get_textpage().get_text_range() for each in opened).replace("\u200b", "")
    finally:
        opened.close()


def apart(text: str) -> str:
    return re.sub(r"\s+", "", text)


# ---- the same bytes ------------------------------------------------------------------------------------------


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def test_two_runs_of_two_processes_give_the_same_bytes(tmp_path: Path) -> None:
    running = []
    for seed in ("1", "2"):
        (tmp_path / f"in-{seed}").mkdir()
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": f"UTC{seed}", "TMPDIR": str(tmp_path / f"in-{seed}")}
        command = [sys.executable, "-c", WRITER, str(tmp_path / f"out-{seed}")]
        running.append(subprocess.Popen(command, env=environment))
    assert [each.wait() for each in running] == [0, 0]
    one, two = contents(tmp_path / "out-1"), contents(tmp_path / "out-2")
    assert list(one) == ["01-stud-1.html", "01-stud-1.pdf", "index.html"]
    assert one == two
    for content in one.values():
        assert str(tmp_path).encode() not in content
        assert b"CreationDate" not in content
        assert b"CreateDate" not in content


def test_bonus_six_prints_the_same_bytes_twice() -> None:
    assert as_pdf(sheet_of("bonus-6", 0)) == as_pdf(sheet_of("bonus-6", 0))


# ---- the files -----------------------------------------------------------------------------------------------


def test_files_and_steps(tmp_path: Path) -> None:
    steps: list[Step] = []
    house = small("Stud")
    written = write(house, tmp_path / "deep" / "er", steps.append)
    assert [path.name for path in written] == ["index.html", "01-stud.html", "01-stud.pdf"]
    assert all(path.is_file() for path in written)
    assert [(step.done, step.steps) for step in steps] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    again = [path.read_bytes() for path in written]
    assert [path.read_bytes() for path in write(house, tmp_path / "deep" / "er")] == again
    page = Page(written[0].read_text(encoding="utf-8"))
    links = {found["href"] for tag, found in page.tags if tag == "a"}
    assert links == {"01-stud.html", "01-stud.pdf"}


def test_names_of_files_are_safe_and_different() -> None:
    names = [file_name(at, name) for at, name in enumerate(("a/../b", "A / b", "Größe", "桌", "", "x" * 300), 1)]
    assert names == ["01-a-b", "02-a-b", "03-gro-e", "04-table", "05-table", "06-" + "x" * 40]


@pytest.mark.parametrize("name", HOUSES)
def test_the_index_leads_to_every_table(name: str) -> None:
    house = example(name)
    sheets = [sheet_of(name, at) for at in range(len(house.tables))]
    entries = [Entry(each, f"{at}.html", f"{at}.pdf") for at, each in enumerate(sheets)]
    page = Page(index(house, entries))
    assert page.text["h1"] == [f"PAR sheets: {house.name}"]
    assert page.text["h2"] == [table.name for table in house.tables]
    links = [found["href"] for tag, found in page.tags if tag == "a"]
    assert links == [link for entry in entries for link in (entry.page, entry.print)]
    for at in range(len(sheets)):
        assert page.grids[f"table-{at + 1}/glance"].rows == read(name, at).grids["glance/glance"].rows


# ---- names are never markup ----------------------------------------------------------------------------------


def test_a_name_is_never_taken_for_markup(tmp_path: Path) -> None:
    index_file, page_file, print_file = write(small(NASTY), tmp_path)
    for file in (index_file, page_file):
        text = file.read_text(encoding="utf-8")
        assert "<b>&" not in text
        page = Page(text)
        assert not {found["id"] for _, found in page.tags if "id" in found and "<" in found["id"]}
        assert NASTY in "".join(page.text["h1"])
        assert NASTY in "".join(page.text["title"])
    page = Page(page_file.read_text(encoding="utf-8"))
    assert page.grids["identity/identity"].figures["house"][1] == NASTY
    assert NASTY in page.grids["progressive/meters"].caption
    printed = words_of(print_file.read_bytes())
    assert apart(f"PAR sheet: {NASTY}") in apart(printed)
    assert apart(f"Meters of the jackpot {NASTY}") in apart(printed)
    assert PdfReader(print_file).metadata["/Title"] == f"PAR sheet: {NASTY}, {NASTY}"  # type: ignore[index]


def test_a_name_in_any_script_can_be_printed(tmp_path: Path) -> None:
    """A letter that the print has no picture for is marked there, and stands on the page."""
    _, page_file, print_file = write(small("桌 1"), tmp_path)
    assert "PAR sheet: 桌 1" in page_file.read_text(encoding="utf-8")
    assert "□ stands for a letter" in words_of(print_file.read_bytes())


# ---- readable by everyone ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "at"), EVERY)
def test_a_page_can_be_read_without_eyes_and_without_a_network(name: str, at: int) -> None:
    page, text = read(name, at), markup(name, at)
    tags = [tag for tag, _ in page.tags]
    assert ("html", {"lang": "en"}) in page.tags
    assert not {"script", "link", "img", "iframe", "image"} & set(tags)
    assert set(re.findall(r"https?://[^\"' )<]+", text)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert len(page.names) == len(set(page.names))
    assert set(page.targets) <= set(page.names)
    assert all(found.get("scope") in ("col", "row") for tag, found in page.tags if tag == "th")
    assert tags.count("caption") == tags.count("table")
    assert all(grid.caption and all(grid.columns) for grid in page.grids.values())
    described = [found for _, found in page.tags if found.get("role") == "img"]
    assert len(described) == tags.count("svg") == tags.count("figcaption") >= 2
    assert all(len(found["aria-label"]) > 40 for found in described)
    levels = [int(tag[1]) for tag in tags if re.fullmatch("h[1-6]", tag)]
    assert levels == [1] + [2] * (len(levels) - 1)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_in_light_and_dark(scheme: str) -> None:
    style = files("upcard.reports").joinpath("templates", "style.css").read_text(encoding="utf-8")
    light, dark = (dict(re.findall(r"--(\w+): (#\w{6})", part)) for part in style.split("prefers-color-scheme: dark"))
    colours = light if scheme == "light" else dark
    assert set(colours) == set(light)
    for ground in ("paper", "band"):
        assert all(contrast(colours[word], colours[ground]) >= 4.5 for word in ("ink", "soft", "first", "second"))
    assert contrast(colours["first"], colours["wash"]) >= 3
    assert contrast(colours["ink"], colours["wash"]) >= 4.5


def test_drawings_take_the_colours_of_the_page() -> None:
    text = markup("deadwood", 0)
    drawings = "".join(re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL))
    assert "var(--first)" in drawings
    assert not re.findall(r"#[0-9a-f]{6}", drawings), "a colour that a dark page could not change"


# ---- in print ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "at", "pages", "said"),
    [
        ("massachusetts", 0, range(8, 13), ("19,933,230,517,200", "$160,530.53", "Column 8: 8 hands", "ma-11(e)(3)")),
        ("deadwood-2011", 2, range(5, 8), ("sd-2011(17)(a)", "142,031,221/2,718,662,100", "2011-01-10 to 2015-05-12")),
        ("bonus-6", 0, range(4, 7), ("2,443,022,400", "225,731/2,165,800", "102,605,077/107,989,127")),
    ],
)
def test_the_print_has_its_pages_and_its_text(name: str, at: int, pages: range, said: tuple[str, ...]) -> None:
    document = as_pdf(sheet_of(name, at))
    reader = PdfReader(BytesIO(document))
    assert len(reader.pages) in pages
    printed = apart(words_of(document))
    assert [words for words in ("At a glance", *said) if apart(words) not in printed] == []
    for row in read(name, at).grids["glance/glance"].rows:
        assert apart("".join(row[:4])) in printed
    assert [section.title for section in sheet_of(name, at).sections if apart(section.title) not in printed] == []
    assert f"{len(reader.pages)}of{len(reader.pages)}" in printed


def test_the_print_is_tagged_and_dated_by_nobody() -> None:
    reader = PdfReader(BytesIO(as_pdf(sheet_of("deadwood", 2))))
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en"
    assert "/StructTreeRoot" in root
    assert "part>1</pdfuaid" in root["/Metadata"].get_object().get_data().decode()
    assert reader.metadata is not None
    assert set(reader.metadata) == {"/Title", "/Creator"}
    fonts = {str(font["/BaseFont"]) for each in reader.pages for font in _fonts(each)}
    assert fonts
    assert all("Libertinus" in font for font in fonts), "only the fonts that come with the printer"


def _fonts(page: Any) -> list[Any]:
    return [font.get_object() for font in page["/Resources"].get("/Font", {}).values()]
