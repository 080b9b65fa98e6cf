"""`upcard law`: the editions as people and programs read them.

`list`, `show`, `diff` and `on` are readings of the texts. `trace` holds clause, rule, code and test together: `scan.py`
finds rules in a test's source, `evidence.py` gathers what was found in a checkout, `trace.py` says what is missing.
`sentences` lists the texts sentence by sentence, with how each is kept and what proves it.
"""

from cyclopts import App, Parameter

from upcard.cli.law.diff import diff
from upcard.cli.law.in_force import on
from upcard.cli.law.list_editions import listing
from upcard.cli.law.sentence_list import sentences
from upcard.cli.law.show import show
from upcard.cli.law.trace import trace

app = App(
    name="law",
    help="The editions of the law: what they say, what changed,\nand where each rule is read and tested.",
    help_format="plaintext",
    default_parameter=Parameter(negative=(), show_default=False),
)
app.command(listing, name="list")
app.command(show)
app.command(diff)
app.command(on)
app.command(trace)
app.command(sentences)
