"""The rules that a table is played by: the law of an edition and a licensee's elections within it.

In: an edition and elections (a mapping, or a whole `house.toml`). Out: frozen `GameRules`, of each game's own kind, in
which every pay table is read, every choice made, and every rule knows its clause. What the law does not permit is a
`HouseError` that names the field and the clause.

>>> from upcard.rules import caribbean_stud
>>> caribbean_stud("sd-2015", {"progressive": "PMG-02"}).progressive.wagers
(500,)
"""

from upcard.rules.bonus_six import BonusSixRules, bonus_six
from upcard.rules.caribbean_stud import CaribbeanStudRules, caribbean_stud

__all__ = ["BonusSixRules", "CaribbeanStudRules", "bonus_six", "caribbean_stud"]
