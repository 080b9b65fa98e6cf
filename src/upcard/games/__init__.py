"""The games: pure state machines with one shape, and the settlement of finished rounds.

`game` says what a game is; each offers `decide`, `evolve`, `options` and `view`. `settle` takes a finished round in
the form of `upcard settle` and gives its settlement. In: rules and commands. Out: events, payments, views.
"""
