"""`upcard law`: the editions as people and programs read them.

`editions` has readings of the texts: `list`, `show`, `diff` and `on`. `trace` holds clause, rule, code and test
together: `evidence` gathers what code and tests of a checkout say, `by_value` what comes of every value.
`sentences` lists the texts sentence by sentence, with how each is kept and what proves it.
"""
