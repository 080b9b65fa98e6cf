"""The options of commands that write a journal: where its heads are signed, and where else they are sent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

from cyclopts import Parameter

HeadsFile: TypeAlias = Annotated[
    Path | None,
    Parameter(
        help="The file of signed heads; unless said, beside an SQLite store, and for PostgreSQL"
        " DATABASE.SCHEMA.heads in the working directory. Its key lies beside it."
    ),
]
NoHeads: TypeAlias = Annotated[
    bool, Parameter(name="--no-heads", help="Sign nothing: for a journal that never was signed.", negative=())
]
NewKey: TypeAlias = Annotated[
    bool,
    Parameter(help="Go on with a new key where the old one is lost; what it sealed is taken over.", negative=()),
]
PushHeads: TypeAlias = Annotated[
    str, Parameter(help="Send every new head elsewhere, too: to a file, or by POST to an http or https address.")
]
