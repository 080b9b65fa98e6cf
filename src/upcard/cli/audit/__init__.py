"""`upcard audit`: the journal as players, dealers and regulators read it.

`verify` has `replay` too, `round` also `shuffle`, and `documents` the documents of money; `export` stands with the
other copies in `cli.backup`. `round_text` tells a whole round with what `table_text` draws, `report_text` a document.
"""
