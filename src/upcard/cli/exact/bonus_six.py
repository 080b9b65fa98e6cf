"""`upcard exact bonus-six`: the whole game of Bonus 6 at best play, one decision of it, or its strategy."""

from __future__ import annotations

from typing import Annotated, Any

from upcard.cards import parse_cards, show_cards
from upcard.cli.exact.options import (
    Facts,
    answer,
    antes,
    both,
    compiling,
    counted,
    counted_rows,
    odds,
    plain,
    rank,
    ratios,
)
from upcard.cli.options import AsJson, Whole, naming, says
from upcard.cli.output import say, show_json
from upcard.errors import HouseError, Refused
from upcard.exact.bonus_six import FIRST_SEEN, LAST_SEEN, best_acts, decision, fair_card_fee
from upcard.exact.bonus_six import bonus_six as price
from upcard.number_format import decimal, ratio
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.bonus_six import bonus_six as rules_of


def bonus_six(
    *,
    pay_table: Annotated[str | None, says("A known pay table: black-hawk.")] = None,
    pays: Annotated[
        str | None, says("A table of one's own, odds to 1: royal_flush=1000,straight_flush=100,...,pair=1.")
    ] = None,
    lowest_pair: Annotated[str | None, says("With --pays: the lowest pair that wins; 2 by default.")] = None,
    insured: Annotated[bool, says("The player pays the insurance fee every time.")] = False,
    cards: Annotated[
        str | None, says("One decision: three, four or five cards, the community card among them.")
    ] = None,
    strategy: Annotated[
        Whole | None, says("The best act with every set of 3, 4 or 5 cards, alike but for suits; one line each.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Bonus 6 at best play, over all 2,443,022,400 deals; figures in antes.

    A deal is the first two cards and the community card, in no order, then a
    card for each street to come, the bonus card among them.

    upcard exact bonus-six --pay-table black-hawk
    upcard exact bonus-six --pay-table black-hawk --insured --json
    upcard exact bonus-six --pay-table black-hawk --cards "5c 6d Ah"
    upcard exact bonus-six --pay-table black-hawk --strategy 3 > first-bets.tsv
    """
    if (pay_table is None) == (pays is None):
        raise Refused(None, "--pay-table: name a table, or give --pays for one's own, and not both")
    elected: Any = pay_table
    if pays is not None:
        elected = {hand.key: each for hand, each in odds(pays).items()}
    if lowest_pair is not None:
        if pays is None:
            raise Refused(None, "--lowest-pair: it belongs with --pays")
        rank("--lowest-pair", lowest_pair)
        elected["lowest_pair"] = lowest_pair.upper()
    try:
        rules = rules_of({"pay_table": elected})
    except HouseError as error:
        option = "--pay-table" if pays is None else "--pays"
        raise Refused(None, f"{option}: {error.because}", clause=error.clause) from error
    if cards is not None and strategy is not None:
        raise Refused(None, "--strategy: it is another question than --cards; ask one of them")
    if cards is not None:
        _one_decision(json, rules, cards, insured)
        return
    if strategy is not None:
        _every_set(json, rules, strategy, insured)
        return
    with compiling("exact.kernels.bonus_six"):
        found = price(rules, insured=insured)
        fair = fair_card_fee(rules)
    ends = found.counts
    counts = {
        "fold_first": ends.fold_first,
        "fold_second": ends.fold_second,
        "discard": ends.discard,
        **{f"stand_{hand}": times for hand, times in ends.stand.items()},
        **({f"card_{hand}": times for hand, times in ends.card.items()} if insured else {}),
        **({"card_lost": ends.card_lost} if insured else {}),
    }
    document = {
        "game": "bonus_six",
        "pay_table": found.pay_table,
        "pays": {hand.key: line.odds for hand, line in sorted(rules.schedule.lines.items(), reverse=True)},
        "insured": found.insured,
        **ratios(found, "house_edge", "return_", "element_of_risk", "average_wager", "average_fees", "hit_frequency"),
        "standard_deviation": found.standard_deviation,
        **ratios(found, "insurance_value", "insurance_worth", "insurance_fee", "card_worth"),
        "fair_card_fee": None if fair is None else ratio(fair),
        **{name: str(getattr(found, name)) for name in ("first_bets", "second_bets", "deals")},
        "counts": counted(counts),
    }
    advice = ("it is fair", "buy it", "do not buy it")[(found.insurance_value > 0) - (found.insurance_value < 0)]
    facts: Facts = [
        ("deals", f"{found.deals:,}"),
        ("house edge", f"{both(found.house_edge)}  of the ante"),
        ("element of risk", f"{both(found.element_of_risk)}  of ante and bets"),
        ("average wager", antes(found.average_wager)),
        ("average fees", antes(found.average_fees)),
        ("hit frequency", both(found.hit_frequency)),
        ("standard deviation", f"{found.standard_deviation} antes"),
        ("insurance brings", f"{decimal(found.insurance_worth, 6)} antes and costs {decimal(found.insurance_fee, 6)}"),
        ("insurance value", f"{both(found.insurance_value)}  of the ante: {advice}"),
        ("a bonus card brings", antes(found.card_worth, "none is bought")),
        ("fair card fee", antes(fair, "none: insurance at its fee never pays")),
        ("bet on first", f"{found.first_bets:,} of 22,100 sets of three cards"),
        ("bet on second", f"{found.second_bets:,} of 270,725 sets of four cards"),
    ]  # fmt: skip
    title = f"Bonus 6, {found.pay_table}, {'insured every time' if insured else 'never insured'}"
    answer(json, document, title, ("end", "deals", "one in"), counted_rows(counts, found.deals), facts)


def _one_decision(json: bool, rules: BonusSixRules, text: str, insured: bool) -> None:
    """What each act is worth with three, four or five cards."""
    with naming("--cards"):
        cards = tuple(parse_cards(text))
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
        say(plain(f"  {act:<8} {antes(worth)}"))


def _every_set(json: bool, rules: BonusSixRules, seen: int, insured: bool) -> None:
    """The best act with every set of so many cards, alike but for a change of suits."""
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
        say(f"{show_cards(each.cards)}\t{each.sets}\t{plain(decimal(each.value, 9))}\t{each.best}")
