"""Documents: what each viewer may know of the casino, with amounts, cards and clauses as the outside writes them."""
