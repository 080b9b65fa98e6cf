"""Each document as a `Paper`: which of its facts stand where, under which names, on the page and in the list."""

from upcard.floor.documents.papers.jackpot import jackpot_paper
from upcard.floor.documents.papers.meters import meters_paper
from upcard.floor.documents.papers.shifts import shifts_paper
from upcard.floor.documents.papers.slips import slips_paper
from upcard.floor.documents.papers.tax import tax_paper

__all__ = ["jackpot_paper", "meters_paper", "shifts_paper", "slips_paper", "tax_paper"]
