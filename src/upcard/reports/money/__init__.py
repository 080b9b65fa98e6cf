"""The documents of money, from the journal alone: slips, tax thresholds, reconciliations, derivations, meters.

In: the entries of a journal, from the first. Out: a typed document (`slips`, `tax`, `shifts`, `derivations`, `meters`),
then a `Paper` of it (`slips_paper` and the like), then bytes: a page, a PDF, a list for spreadsheets, a JSON document.
All of them say the same, and the same journal gives the same bytes: there is no clock here.

    from upcard.reports.html import as_page
    from upcard.reports.money.slips import slips, slips_paper
    page = as_page(slips_paper(slips(store.entries()), "Harbor House"))

Every document is made from a journal read again entry by entry (`ledger_replay`); one whose chain is broken, or whose
postings do not follow from what happened, yields none. Pages and prints take packages of their own, imported with
`html` and `pdf` and not before.
"""
