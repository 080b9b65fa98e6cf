"""`upcard exact five-card`: the five card hand bonus, with magic card and lucky bonus."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from cyclopts import Parameter

from upcard.cli.integer_option import Whole


def five_card(
    *,
    hand: Annotated[
        Literal["player", "dealer"], Parameter(help="The hand wagered on: player (unless said) or dealer.")
    ] = "player",
    meter: Annotated[
        str | None, Parameter(help="What the meter shows, in dollars; the least seed unless said.")
    ] = None,
    backers: Annotated[
        Whole, Parameter(help="How many wagered on the dealer's hand and share its percentage award.")
    ] = 1,
    wager: Annotated[str, Parameter(help="In dollars; 1 unless said.")] = "1.00",
    magic_card: Annotated[
        str | None, Parameter(help="How often a magic card is drawn, such as 1/26; never unless said.")
    ] = None,
    lucky: Annotated[str | None, Parameter(help="How often a lucky position is drawn, such as 1/20.")] = None,
    positions: Annotated[
        Whole | None, Parameter(help="With --lucky: from how many positions, the dealer's among them; 8 unless said.")
    ] = None,
    json: Annotated[bool, Parameter(help="Print one JSON document.")] = False,
) -> None:
    """The five card hand bonus of Massachusetts, for each dollar wagered.

    upcard exact five-card
    upcard exact five-card --meter 50000 --magic-card 1/26 --lucky 1/20
    upcard exact five-card --hand dealer --backers 3 --json
    """
    from upcard.cli.exact.number_format import Facts, answer, both, counted, dollars, one_in, ratio, words
    from upcard.cli.exact.option_parsers import cents, chance
    from upcard.cli.exact.option_parsers import meter as sum_on
    from upcard.errors import Refused
    from upcard.exact.five_card import POSITIONS, Draw
    from upcard.exact.five_card import five_card as price
    from upcard.rules.caribbean_stud import caribbean_stud
    from upcard.units import show_meter

    if positions is not None and lucky is None:
        raise Refused(None, "--positions: it belongs with --lucky")
    rules = caribbean_stud("ma", {"five_card": True})
    assert rules.five_card is not None
    drawn: dict[Draw, Fraction] = {}
    if magic_card is not None:
        drawn["magic_card"] = chance("--magic-card", magic_card)
    if lucky is not None:
        drawn["lucky"] = chance("--lucky", lucky)
    shown = None if meter is None else sum_on("--meter", meter)
    stake = cents("--wager", wager)
    try:
        found = price(
            rules,
            hand=hand,
            wager=stake,
            backers=backers,
            meter=shown,
            draws=drawn,
            positions=POSITIONS if positions is None else positions,
        )
    except ValueError as error:
        raise Refused(None, f"--{'positions' if 'lucky position' in str(error) else 'backers'}: {error}") from error
    document = {
        "wager": f"five_card_{found.hand}",
        "staked": f"{stake // 100}.{stake % 100:02d}",
        "backers": found.backers,
        "house_edge": ratio(found.house_edge),
        "return": ratio(found.return_),
        "fixed": ratio(found.fixed),
        "per_meter_dollar": {level: ratio(part) for level, part in found.per_meter_dollar.items()},
        "draws": {draw: ratio(part) for draw, part in found.draws.items()},
        "break_even": None if found.break_even is None else ratio(found.break_even),
        "meters": {level: show_meter(found.micros[level]) for level in found.meters},
        "hit_frequency": ratio(found.hit_frequency),
        "standard_deviation": found.standard_deviation,
        "deals": str(found.deals),
        "counts": counted(found.counts),
    }
    awards = {category.key: str(award) for category, award in rules.five_card.items()}
    rows = (
        (words(name), f"{times:,}", one_in(Fraction(times, found.deals)), awards.get(name, ""))
        for name, times in found.counts.items()
    )
    facts: Facts = [
        ("return", f"{both(found.return_)}  with {dollars(found.meters['five_card'])} on the meter"),
        ("house edge", both(found.house_edge)),
        ("  fixed awards", both(found.fixed)),
        ("  each dollar on the meter", ratio(found.per_meter_dollar["five_card"])),
        *((f"  {words(draw)}", both(part)) for draw, part in found.draws.items()),
        ("break-even meter", "none: more comes back at any" if found.break_even is None else dollars(found.break_even)),
        ("hit frequency", both(found.hit_frequency)),
        ("standard deviation", f"{found.standard_deviation} wagers"),
    ]
    title = f"Five card hand bonus on the {found.hand}'s hand"
    answer(json, document, title, ("hand", "deals", "one in", "pays"), rows, facts)
