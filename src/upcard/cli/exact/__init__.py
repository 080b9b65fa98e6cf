"""`upcard exact`: the odds of a game, a wager or a pay table, each figure an exact fraction.

Each command imports what it counts with when it is called; `options` reads what the options say, and gives the
answers their form.
"""

from collections.abc import Callable
from typing import Any

from cyclopts import App, Parameter

from upcard.cli.exact.bonus_six import bonus_six
from upcard.cli.exact.caribbean_stud import caribbean_stud, hand, strategy
from upcard.cli.exact.exposure import exposure
from upcard.cli.exact.progressive import progressive
from upcard.cli.exact.report import report
from upcard.cli.exact.side_wagers import bonus, cover_all, five_card

app = App(
    name="exact",
    help="Exact odds: every figure is a fraction, counted over every deal.",
    help_format="plaintext",
    default_parameter=Parameter(negative=(), show_default=False),
)
COMMANDS: tuple[Callable[..., Any], ...] = (
    caribbean_stud, hand, strategy, progressive, bonus, five_card, cover_all, bonus_six, exposure, report,
)  # fmt: skip
for place, command in enumerate(COMMANDS):
    app.command(command, sort_key=place)
