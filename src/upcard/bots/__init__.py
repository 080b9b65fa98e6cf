"""Players and a dealer that need nobody: they look at a table as it stands and say what happens next.

In: the rules of a table, a seed, how many sit at it, and the table. Out: the next lawful act and who does it. A `Pit`
remembers nothing of the play, so a table can be left at any moment and taken up again from its journal alone, also by
another process. Everything that is left to chance is drawn from the seed, the table's name and the number of the round;
with the same seed the play goes on as it would have, with another one it goes on lawfully.

    pit = Pit(virtual(t), seed, seats=6)
    by, command = pit.next(table)

Settlements come with no meters: whoever keeps the meters puts their readings in.
"""

from upcard.bots.table_bot import Pit, attended, virtual

__all__ = ["Pit", "attended", "virtual"]
