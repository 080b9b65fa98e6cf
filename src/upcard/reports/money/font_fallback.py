"""Letters that a print has no picture for: a visible mark stands in their place, so that every document can be printed.

Free text may be written in any script, and what a control character does to the letters around it is nothing that a
document may depend on. The page, the list and the document for programs have every letter as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from unicodedata import category

MARK = "\u25a1"
NOTE = f"{MARK} stands for a letter that this print has no picture for. The page and the list have it."

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Letters that nobody sees: controls, such as those of direction, and what is no letter of any script."""

_NAMED = re.compile('the text `"(.*?)"` could not be displayed')
_ESCAPED = re.compile(r"\\u\{([0-9a-f]{1,6})\}")


def seen(text: str) -> str:
    """A text with a mark for each letter that nobody sees; a line break is a space.

    >>> seen("two\\nlines"), seen("\\u202etxet \\u0007") == f"{MARK}txet {MARK}"
    ('two lines', True)
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if each in "\n\r\t" else MARK if category(each) in UNSEEN else each for each in text)


def without(missing: frozenset[str]) -> Callable[[str], str]:
    """Texts with a mark for each of these letters."""
    table = dict.fromkeys(map(ord, missing), MARK)
    return lambda text: text.translate(table)


def european(text: str) -> str:
    """A text in the letters that every font has; a mark for any other.

    >>> european("na\\u00efve \\u2013 \\u7406") == f"na\\u00efve \\u2013 {MARK}"
    True
    """
    return "".join(each if each < "\u0180" or "\u2010" <= each <= "\u2027" else MARK for each in text)


def named_missing(complaint: str) -> frozenset[str]:
    """The letters that typst says it cannot display.

    >>> sorted(named_missing('error: the text `"\\u7406"` could not be displayed with font `"x"`')) == ["\\u7406"]
    True
    """
    texts = (_ESCAPED.sub(_letter, found) for found in _NAMED.findall(complaint))
    return frozenset(each for text in texts for each in text if not each.isascii())


def _letter(escaped: re.Match[str]) -> str:
    number = int(escaped[1], 16)
    return chr(number) if number < 0x110000 else ""


def spelled(value: Any, spell: Callable[[str], str]) -> Any:
    """A document with every text in it written another way."""
    match value:
        case str():
            return spell(value)
        case list():
            return [spelled(each, spell) for each in value]
        case dict():
            return {name: spelled(each, spell) for name, each in value.items()}
        case _:
            return value
