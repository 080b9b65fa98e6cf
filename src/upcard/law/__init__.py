"""The law as data.

Editions stand in `texts/` and in folders of one's own, each a whole file in the order of the law: every clause with its
duty, a summary in our own words, and the rules that it sets, permits or leaves to a person; then our readings where the
text is silent or unclear. In: those files. Out: an `Edition`, whose `law` has one field for each rule and whose
`citations` say where each one stands. Gaps, conflicts and unknown names fail at load, with the file and the clause.

>>> from upcard.law import edition
>>> sd = edition("sd-2015")
>>> sd.law.bet_full_house, sd.clause(sd.citations["bet_full_house"].clause).summary
('7 to 1', 'A bet on a full house wins 7 to 1.')
"""

from upcard.law.clause import Citation, Clause, Reading
from upcard.law.edition import EDITIONS, Edition, edition, editions, on

__all__ = ["EDITIONS", "Citation", "Clause", "Edition", "Reading", "edition", "editions", "on"]
