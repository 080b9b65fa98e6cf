"""Training: situations at a table, what to do and what to pay, and the clause that says so. Pure.

In: an edition or a table of the house, a topic, a subject, a level and a seed. Out: an exercise that is the same
whenever it is asked for, so that an answer is marked without anything having been kept. Tables are opened in memory and
brought to their situation by real commands; the right answer is what the engine does with the next one, never a list of
our own. Nothing of the live floor is read or touched.

`tables` has the tables, `scripted_round` plays them, `topics/` makes exercises of the situations that each game brings,
`table_view` draws a table and `exercise` finds and marks them.
"""
