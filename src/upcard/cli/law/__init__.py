"""`upcard law`: the editions as people and programs read them.

`editions` has readings of the texts: `list`, `on`, `show`, `diff`, and `sentences` with how each is kept and what
proves it. `trace` holds clause, rule, code and test together: `evidence` gathers what code and tests of a checkout say,
`by_value` what comes of every value.
"""
