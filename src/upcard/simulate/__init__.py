"""Simulation: rounds by the million at any table, on one core, all cores or a cluster, with one result.

In: a table (`table.stud_table`, `table.six_table`), a seed and a number of rounds, put together by `run.work`. Out: a
tally of whole numbers (`run.run`, `run.run_on_cluster`), what it says about each wager beside the exact mathematics
(`figures.figures`), and a sample settled again by the real engine (`engine_check.check`).

`price_arrays` turns the rules of a table into arrays, so that the kernels know no law; `rng` is the chance: round i of
a seed has its cards whoever deals it, and when.
"""
