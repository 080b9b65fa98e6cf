"""A house for each edition, for those who bring none: what a table of its kind commonly offers."""

from __future__ import annotations

_STUD = """
name = "The Terminal"

[[jackpot]]
name = "Main"
schedule = "{schedule}"
[jackpot.levels.main]
seed = "10000.00"
rate = "{rate}"
reserve_rate = "5%"

[[table]]
name = "1"
edition = "{edition}"
designated = true
devices = ["progressive system", "signage", "{device}"]
signs = ["bet schedule", "progressive schedule"]
dealing = "singly"
minimum = "5.00"
jackpot = "Main"
"""

_MASSACHUSETTS = """
name = "The Terminal"

[[jackpot]]
name = "Main"
schedule = "D"
[jackpot.levels.main]
seed = "10000.00"
rate = "70%"

[[jackpot]]
name = "Five card"
schedule = "five-card"
[jackpot.levels.five_card]
seed = "10000.00"
rate = "25%"

[[table]]
name = "1"
edition = "ma"
designated = true
devices = ["acceptor"]
shuffler = { counts = true, cover_all_mode = true }
backs = ["red", "blue"]
dealing = "automated-shoe"
shoe_approved = true
minimum = "5.00"
maximum = "200.00"
jackpot = "Main"
five_card_jackpot = "Five card"
awards_from = "meter"
bonus = "B"
cover_all = true
magic_card = "1/10"
lucky = "1/20"
"""

_BONUS_SIX = """
name = "The Terminal"

[[table]]
name = "1"
edition = "sd-bonus6"
designated = true
signs = ["pay schedule", "limits"]
pay_table = "black-hawk"
minimum = "5.00"
maximum = "100.00"
further_tips = true
"""

HOUSES = {
    "sd-2011": _STUD.format(edition="sd-2011", schedule="classic-5000", rate="49%", device="coin-in slot"),
    "sd-2015": _STUD.format(edition="sd-2015", schedule="PMG-01", rate="20%", device="coin sensor"),
    "ma": _MASSACHUSETTS,
    "sd-bonus6": _BONUS_SIX,
}
"""The text of the house by its edition."""
