"""PAR sheets: for every table of a house what its wagers pay, how often, and what the house keeps, all of it exact.

In: a `House`. Out: a page and a print for each table, and an index, the same bytes on every run. `par` makes the
contents as plain blocks, from `upcard.exact` alone; `page` and `print` show them. Each figure that stands on a rule
cites its clause by the name of the rule. Drawing and printing take their own packages, which are imported with this
room and not before.

    from upcard.reports.par import write
    write(house, folder)
"""

from upcard.reports.par.sheet_builder import sheet
from upcard.reports.par.write_files import Step, write

__all__ = ["Step", "sheet", "write"]
