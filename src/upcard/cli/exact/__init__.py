"""`upcard exact`: the odds of a game, a wager or a pay table, each figure an exact fraction.

Each command imports what it counts with when it is called; `options` reads what the options say, and gives the
answers their form.
"""
