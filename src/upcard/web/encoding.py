"""Documents as bytes, and as data inside a page."""

from __future__ import annotations

from typing import Any

import msgspec
from markupsafe import Markup

_encoder = msgspec.json.Encoder()
_IN_HTML = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def encode(document: Any) -> bytes:
    """JSON, the fields in their order."""
    return _encoder.encode(document)


def embed(id: str, document: Any) -> Markup:
    """A document for a page's own script; it is no script itself.

    >>> embed("view", {"a": "</script>"})
    Markup('<script type="application/json" id="view">{"a":"\\\\u003c/script\\\\u003e"}</script>')
    """
    text = encode(document).decode().translate(_IN_HTML)
    return Markup(f'<script type="application/json" id="{id}">{text}</script>')
