"""`upcard exact`: the odds of a game, a wager or a pay table, each figure an exact fraction.

One module for each command, which imports what it counts with when it is called; `figures` writes fractions for
programs and for people, `asking` reads what the options say.
"""

from cyclopts import App, Parameter

from upcard.cli.exact.bonus import bonus
from upcard.cli.exact.bonus_six import bonus_six
from upcard.cli.exact.caribbean_stud import caribbean_stud
from upcard.cli.exact.cover_all import cover_all
from upcard.cli.exact.exposure import exposure
from upcard.cli.exact.five_card import five_card
from upcard.cli.exact.hand import hand
from upcard.cli.exact.progressive import progressive
from upcard.cli.exact.report import report
from upcard.cli.exact.strategy import strategy

app = App(
    name="exact",
    help="Exact odds: every figure is a fraction, counted over every deal.",
    help_format="plaintext",
    default_parameter=Parameter(negative=(), show_default=False),
)
app.command(caribbean_stud, sort_key=1)
app.command(hand, sort_key=2)
app.command(strategy, sort_key=3)
app.command(progressive, sort_key=4)
app.command(bonus, sort_key=5)
app.command(five_card, sort_key=6)
app.command(cover_all, sort_key=7)
app.command(bonus_six, sort_key=8)
app.command(exposure, sort_key=9)
app.command(report, sort_key=10)
