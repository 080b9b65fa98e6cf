"""The strategy of Bonus 6 on the screen: one decision, or a list of all sets of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from upcard.rules.bonus_six import BonusSixRules


def one_decision(json: bool, rules: BonusSixRules, text: str, insured: bool) -> None:
    """What each act is worth with three, four or five cards."""
    from upcard.cards import parse_cards, show_cards
    from upcard.cli.exact.number_format import decimal, ratio
    from upcard.cli.exact.option_parsers import compiling
    from upcard.cli.output import say, show_json
    from upcard.errors import Refused
    from upcard.exact.bonus_six import FIRST_SEEN, LAST_SEEN, decision

    try:
        cards = tuple(parse_cards(text))
    except ValueError as error:
        raise Refused(None, f"--cards: {error}") from error
    if not FIRST_SEEN <= len(cards) <= LAST_SEEN or len(set(cards)) != len(cards):
        raise Refused(None, "--cards: three, four or five different cards are needed, the community card among them")
    with compiling("exact.kernels.bonus_six"):
        found = decision(rules, cards, insured=insured)
    value = found.values[found.best]
    if json:
        acts = {act: ratio(worth) for act, worth in found.values.items()}
        figures = {"house_edge": ratio(-value), "return": ratio(1 + value)}
        show_json({"cards": show_cards(cards).split(), "insured": insured, **acts, "best": found.best, **figures})
        return
    say(f"{show_cards(cards)}, {'insured' if insured else 'not insured'}: {found.best}")
    for act, worth in found.values.items():
        say(f"  {act:<8} {decimal(worth, 6)} antes  = {ratio(worth)}")


def every_set(json: bool, rules: BonusSixRules, seen: int, insured: bool) -> None:
    """The best act with every set of so many cards, alike but for a change of suits."""
    from upcard.cards import show_cards
    from upcard.cli.exact.number_format import decimal, ratio
    from upcard.cli.exact.option_parsers import compiling
    from upcard.cli.output import say, show_json
    from upcard.errors import Refused
    from upcard.exact.bonus_six import FIRST_SEEN, LAST_SEEN
    from upcard.exact.bonus_six_strategy import best_acts

    if not FIRST_SEEN <= seen <= LAST_SEEN:
        raise Refused(None, f"--strategy: a player decides on {FIRST_SEEN} to {LAST_SEEN} cards, not on {seen}")
    with compiling("exact.kernels.bonus_six"):
        found = list(best_acts(rules, seen=seen, insured=insured))
    if json:
        acts = [
            {"cards": show_cards(a.cards).split(), "sets": str(a.sets), "value": ratio(a.value), "best": a.best}
            for a in found
        ]
        show_json({"seen": seen, "insured": insured, "acts": acts})
        return
    say("cards\tsets\tvalue\tbest")
    for each in found:
        say(f"{show_cards(each.cards)}\t{each.sets}\t{decimal(each.value, 9)}\t{each.best}")
