"""`upcard audit`: the journal as players, dealers and regulators read it.

`verify`, `replay`, `round`, `shuffle` and `export` are modules of their own, the documents of money stand in
`documents`; each imports what it reads with when it is called. `opened` is what they share, `telling` tells a whole
round: `picture` draws its felt, `settlement` its table, and `layout` says how wide everything is.
"""

from cyclopts import App, Parameter

from upcard.cli.audit.documents import day, jackpot, meters, slips, tax
from upcard.cli.audit.export import export
from upcard.cli.audit.replay import replay
from upcard.cli.audit.round import round_
from upcard.cli.audit.shuffle import shuffle
from upcard.cli.audit.verify import verify

app = App(
    name="audit",
    help="The journal: that it is whole, what it says of a round,\nand a copy for those who want to see.",
    help_format="plaintext",
    default_parameter=Parameter(negative=(), show_default=False),
)
app.command(verify, sort_key=1)
app.command(replay, sort_key=2)
app.command(round_, name="round", sort_key=3)
app.command(shuffle, sort_key=4)
app.command(export, sort_key=5)
app.command(slips, sort_key=6)
app.command(tax, sort_key=7)
app.command(day, sort_key=8)
app.command(jackpot, sort_key=9)
app.command(meters, sort_key=10)
