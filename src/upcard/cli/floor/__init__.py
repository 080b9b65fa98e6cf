"""`upcard floor`: a casino without a screen, and what is done to its store."""

from __future__ import annotations

from cyclopts import App, Parameter

from upcard.cli.floor.backup import backup, restore
from upcard.cli.floor.regulator import regulator_code
from upcard.cli.floor.run import run

app = App(
    name="floor",
    help="A casino without a screen; copies of a house; the regulator's code.",
    help_format="plaintext",
    default_parameter=Parameter(negative=()),
)
app.command(run, sort_key=1)
app.command(backup, sort_key=2)
app.command(restore, sort_key=3)
app.command(regulator_code, name="regulator-code", sort_key=4)
