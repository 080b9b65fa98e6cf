"""PAR sheets: for every table of a house what its wagers pay, how often, and what the house keeps, all of it exact.

In: a `House`. Out: a page and a print for each table, and an index, the same bytes on every run. The wagers come from
`reports.wagers`, as the odds page has them; here they get their rules, strategies, long runs and drawings. Each figure
that stands on a rule cites its clause by the name of the rule. Drawing and printing take their own packages, which are
imported with this room and not before.

    from upcard.reports.par import write
    write(house, folder)
"""

from upcard.reports.par.sheet import Step, plain_name, sheet, write

__all__ = ["Step", "plain_name", "sheet", "write"]
