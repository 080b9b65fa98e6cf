"""Each document as a `Paper`: which of its facts stand where, under which names, on the page and in the list."""

from upcard.reports.money.layouts.jackpot import jackpot_paper
from upcard.reports.money.layouts.meters import meters_paper
from upcard.reports.money.layouts.shifts import shifts_paper
from upcard.reports.money.layouts.slips import slips_paper
from upcard.reports.money.layouts.tax import tax_paper

__all__ = ["jackpot_paper", "meters_paper", "shifts_paper", "slips_paper", "tax_paper"]
