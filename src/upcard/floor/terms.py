"""Whether a house and the journal that it is opened on agree about the jackpots in play."""

from __future__ import annotations

from upcard.errors import HouseError
from upcard.money.books import Books
from upcard.rules.house import House


def check_terms(house: House, books: Books) -> None:
    """Refuses a house that drops a jackpot in play, or gives it other terms than it is in play with."""
    for name, link in books.links.items():
        if link.ended:
            if name in house.jackpots:
                raise HouseError(f"jackpot {name!r}", f"it has ended: {link.ended}")
            continue
        jackpot = house.jackpots.get(name)
        if jackpot is None:
            raise HouseError(f"jackpot {name!r}", "it is in play and is offered until it has ended by the law's ways")
        if jackpot.schedule != link.schedule:
            raise HouseError(f"jackpot {name!r}.schedule", f"{link.schedule} was put into play, and stays")
        if jackpot.titles != link.titles:
            raise HouseError(f"jackpot {name!r}.titles", "other titles are on the link than the house elects")
        for level, tier in link.tiers.items():
            if jackpot.levels.get(level) != tier.level:
                because = "its parameters are not those in play, which change only while the link stands still"
                raise HouseError(f"jackpot {name!r}.levels.{level}", because)
