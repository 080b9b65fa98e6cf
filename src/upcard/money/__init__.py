"""Where every cent is: accounts, balanced transfers, meters, links and the cage; pure as well.

In: what was recorded at tables (`tables.events`) and at jackpots and the cage (`money.events`). Out: transfers between
accounts (`post`), which cannot but balance, the books after them (`Books`), what a person may do to a jackpot
(`decide`) and what follows at a jackpot from what happened at a table (`follows`). The unit is a millionth of a cent,
so that the fractions of a meter are exact; one rounding, down to the cent, the rest staying in the meter.
"""
