"""`upcard exact bonus-six`, the whole game at best play, and the side wagers: `bonus`, `five-card`, `cover-all`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

from upcard.cards import RANKS, Category, parse_cards, rank_plural, show_cards
from upcard.cli.exact.options import (
    Facts,
    answer,
    antes,
    both,
    cents,  # fmt: skip
    chance,  # fmt: skip
    compiling,
    counted,
    counted_rows,
    odds,
    plain,
    priced,  # fmt: skip
    priced_facts,  # fmt: skip
    rank,
    ratios,
)
from upcard.cli.exact.options import meter as meter_of
from upcard.cli.options import AsJson, Whole, naming, says
from upcard.cli.output import complain, say, show_json, steps
from upcard.errors import HouseError, Refused
from upcard.exact.bonus_six import FIRST_SEEN, LAST_SEEN, best_acts, decision, fair_card_fee
from upcard.exact.bonus_six import bonus_six as price
from upcard.exact.cover_all import CATEGORIES, FEWEST, MOST, cover_all_wager, recount
from upcard.exact.cover_all import cover_all as best_of
from upcard.exact.cover_all_folded import given_up
from upcard.exact.priced_wager import PricedWager
from upcard.exact.progressive import POSITIONS, Draw
from upcard.exact.progressive import five_card as price_five_card
from upcard.exact.side_wagers import side_wager
from upcard.law.edition import giving
from upcard.number_format import decimal, dollars, one_in, percent, ratio, words
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.bonus_six import bonus_six as rules_of
from upcard.rules.caribbean_stud import caribbean_stud
from upcard.units import For, To, show_cents

if TYPE_CHECKING:
    from collections.abc import Mapping


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


# ---- `upcard exact bonus`, `cover-all` and `five-card` -----------------------------------------------------
# wagers beside the game.


def bonus(
    *,
    table: Annotated[str | None, says("A bonus pay table of Massachusetts: A, B or C.")] = None,
    pays: Annotated[str | None, says("A table of one's own: royal_flush=1000,straight_flush=200,...,pair=1.")] = None,
    lowest_pair: Annotated[str | None, says("With --pays: the lowest pair that is paid; 2 by default.")] = None,
    for_one: Annotated[bool, says("With --pays: odds 'for 1', which keep the stake, not 'to 1'.")] = False,
    json: AsJson = False,
) -> None:
    """A wager on the player's five cards alone, for each unit of it.

    upcard exact bonus --table A
    upcard exact bonus --pays royal_flush=1000,straight_flush=200,flush=10 --json
    upcard exact bonus --pays full_house=20,two_pair=2,pair=1 --lowest-pair T --for-one
    """
    if (table is None) == (pays is None):
        raise Refused(None, "--table: give a table of the law, or --pays for one's own, and not both")
    if pays is None:
        if lowest_pair is not None or for_one:
            raise Refused(None, "--lowest-pair and --for-one belong with --pays: a table of the law has its own")
        try:
            listed = caribbean_stud(giving("bonus_tables"), {"bonus": table}).bonus
        except HouseError as error:
            raise Refused(None, f"--table: {error.because}", clause=error.clause) from error
        assert listed is not None
        found = side_wager(listed.lines, listed.lowest_pair)
        lowest = RANKS[listed.lowest_pair]
        head = {"wager": "bonus", "table": listed.name, "lowest_pair": lowest}
        title = f"Bonus wager, table {listed.name}; pairs from {rank_plural(listed.lowest_pair)} upwards are paid"
        _show(json, head, title, listed.lines, found)
        return
    from_rank = 0 if lowest_pair is None else rank("--lowest-pair", lowest_pair)
    own: dict[Category, To | For] = {hand: For(each) if for_one else To(each) for hand, each in odds(pays).items()}
    if lowest_pair is not None and all(hand.key != "pair" for hand in own):
        raise Refused(None, "--lowest-pair: no pair is paid")
    head = {"wager": "bonus", "table": "own", "lowest_pair": RANKS[from_rank]}
    _show(json, head, "A wager on five cards", own, side_wager(own, from_rank))


def _show(json: bool, head: dict[str, Any], title: str, lines: Mapping[Category, To | For], found: PricedWager) -> None:
    """A wager with a table of odds, in the form that they all have."""
    document = {**head, "pays": {hand.key: str(lines[hand]) for hand in sorted(lines, reverse=True)}, **priced(found)}
    rows = [
        (words(key), f"{line.deals:,}", one_in(line.chance), line.pays if line.brings else "", percent(line.adds))
        for key, line in zip(found.counts, found.lines, strict=True)
    ]
    facts = [("deals", f"{found.deals:,}"), *priced_facts(found)]
    answer(json, document, title, ("hand", "deals", "one in", "pays", "return"), rows, facts)


RECOUNT_DIFFERS = 1


def cover_all(
    *,
    hands: Annotated[Whole | None, says("How many hands are dealt, the dealer's among them: 2 to 9.")] = None,
    recount: Annotated[bool, says("Count the deals of 2 to 9 hands anew: about half a minute.")] = False,
    json: AsJson = False,
) -> int:
    """The cover all wager: the best hand at the table, of two to nine hands.

    The law has columns for two to eight. The counts are kept with Upcard;
    --recount makes them anew and compares them with those that are kept.

    upcard exact cover-all --hands 8
    upcard exact cover-all --recount
    """

    if recount:
        if hands is not None:
            raise Refused(None, "--recount: it counts for every number of hands, so --hands has no place beside it")
        return _recounted(json)
    if hands is None:
        raise Refused(None, "--hands: how many hands are dealt?")
    _best_of(json, hands)
    return 0


def _best_of(json: bool, hands: int) -> None:
    if not FEWEST <= hands <= MOST:
        raise Refused(None, f"--hands: the best of {FEWEST} to {MOST} hands is counted, not of {hands}")
    found = best_of(hands)
    rules = caribbean_stud(giving("cover_all_columns"), {"cover_all": True})
    assert rules.cover_all is not None
    distribution = {name: ratio(chance) for name, chance in found.distribution.items()}
    head: dict[str, Any] = {"wager": "cover_all", "hands": hands, "distribution": distribution}
    title = f"Cover all, the best of {hands} hands"
    if hands in rules.cover_all:
        cost = given_up(rules, hands)
        head["after_a_fold"] = {"stands": ratio(cost.stands), "forfeited": ratio(cost.forfeited)}
        _show(json, head, title, rules.cover_all[hands], cover_all_wager(rules, hands))
        return
    hits = 1 - found.distribution["none"]
    unpriced = {"house_edge": None, "return": None, "hit_frequency": ratio(hits), "standard_deviation": None}
    document = {**head, **unpriced, "deals": str(found.deals), "counts": counted(found.counts)}
    facts = [("deals", f"{found.deals:,}"), ("return", f"the law has no column for {hands} hands")]
    answer(json, document, title, ("best hand", "deals", "one in"), counted_rows(found.counts, found.deals), facts)


def _recounted(json: bool) -> int:
    with compiling("exact.kernels.cover_all"), steps("Counting", len(CATEGORIES)) as advance:
        found = recount(progress=advance)
    differing = [hands for hands, counts in found.items() if counts != best_of(hands).counts]
    if json:
        counts = {str(hands): counted(each) for hands, each in found.items()}
        show_json({"recounted": counts, "differing": differing})
    elif not differing:
        say(f"Counted anew for {min(found)} to {max(found)} hands: every count is the one that is kept.")
    if differing:
        complain(f"cover all: the counts kept for {', '.join(map(str, differing))} hands are not those counted anew.")
    return RECOUNT_DIFFERS if differing else 0


def five_card(
    *,
    hand: Annotated[Literal["player", "dealer"], says("The hand wagered on: player (default) or dealer.")] = "player",
    meter: Annotated[str | None, says("What the meter shows, in dollars; the least seed by default.")] = None,
    backers: Annotated[Whole, says("How many wagered on the dealer's hand and share its percentage award.")] = 1,
    wager: Annotated[str, says("In dollars; 1 by default.")] = "1.00",
    magic_card: Annotated[str | None, says("How often a magic card is drawn, such as 1/26; never by default.")] = None,
    lucky: Annotated[str | None, says("How often a lucky position is drawn, such as 1/20.")] = None,
    positions: Annotated[
        Whole | None, says("With --lucky: from how many positions, the dealer's among them; 8 by default.")
    ] = None,
    json: AsJson = False,
) -> None:
    """The five card hand bonus of Massachusetts, for each dollar wagered.

    upcard exact five-card
    upcard exact five-card --meter 50000 --magic-card 1/26 --lucky 1/20
    upcard exact five-card --hand dealer --backers 3 --json
    """

    if positions is not None and lucky is None:
        raise Refused(None, "--positions: it belongs with --lucky")
    rules = caribbean_stud(giving("five_card_table"), {"five_card": True})
    assert rules.five_card is not None
    drawn: dict[Draw, Fraction] = {}
    if magic_card is not None:
        drawn["magic_card"] = chance("--magic-card", magic_card)
    if lucky is not None:
        drawn["lucky"] = chance("--lucky", lucky)
    shown = None if meter is None else meter_of("--meter", meter)
    stake = cents("--wager", wager)
    try:
        found = price_five_card(
            rules, hand=hand, wager=stake, backers=backers, meter=shown, draws=drawn,
            positions=POSITIONS if positions is None else positions,
        )  # fmt: skip
    except ValueError as error:
        raise Refused(None, f"--{'positions' if 'lucky position' in str(error) else 'backers'}: {error}") from error
    document = {
        "wager": f"five_card_{found.name}",
        "staked": show_cents(stake),
        "backers": found.backers,
        **priced(found, beside={"draws": {draw: ratio(part) for draw, part in found.draws.items()}}),
    }
    awards = {category.key: str(award) for category, award in rules.five_card.items()}
    rows = counted_rows(found.counts, found.deals, lambda name: awards.get(name, ""))
    even = "none: more comes back at any" if found.break_even is None else dollars(found.break_even)
    between: Facts = [
        ("  fixed awards", both(found.fixed)),
        ("  each dollar on the meter", ratio(found.per_meter_dollar["five_card"])),
        *((f"  {words(draw)}", both(part)) for draw, part in found.draws.items()),
        ("break-even meter", even),
    ]
    facts = priced_facts(found, f"  with {dollars(found.meters['five_card'])} on the meter", between)
    title = f"Five card hand bonus on the {found.name}'s hand"
    answer(json, document, title, ("hand", "deals", "one in", "pays"), rows, facts)
