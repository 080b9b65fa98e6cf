"""`upcard floor`: a casino without a screen."""

from __future__ import annotations

from cyclopts import App, Parameter

app = App(
    name="floor",
    help="A casino without a screen: the tables of a house, played by bots against the store.",
    help_format="plaintext",
    default_parameter=Parameter(negative=()),
)
app.command("upcard.cli.floor.run:run", name="run")
app.command("upcard.cli.floor.copies:backup", name="backup")
app.command("upcard.cli.floor.copies:restore", name="restore")
app.command("upcard.cli.floor.regulator:regulator_code", name="regulator-code")
