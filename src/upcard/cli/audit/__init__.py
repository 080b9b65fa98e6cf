"""`upcard audit`: the journal as players, dealers and regulators read it.

`verify` has `replay` too, `round` also `shuffle`, and `documents` the documents of money; `export` stands with the
other copies in `cli.backup`. `table_text` draws the felt of a round, and `report_text` a document.
"""
