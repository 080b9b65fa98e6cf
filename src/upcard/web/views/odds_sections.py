"""What each wager of a table gives back, exactly: the game by counting every deal, the meters as they stand now."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from upcard.cards import RANKS, Category, rank_plural
from upcard.exact import caribbean_stud as stud
from upcard.exact.bonus_six import BonusSix, Stakes, bonus_six, fair_card_fee
from upcard.exact.cover_all import cover_all_wager, hands_in
from upcard.exact.cover_all_folded import given_up
from upcard.exact.five_card import Draw, FiveCard, five_card
from upcard.exact.progressive import Progressive, fixed_cents, meter_part, progressive, shown_cents
from upcard.exact.side_wagers import all_hands, bonus_wager, given_back
from upcard.exact.sqrt import root
from upcard.exact.warnings import show_return
from upcard.games.caribbean_stud.cover_all import AFTER_FOLD
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import DRAWS, FIVE_CARD_METER, BonusTable, CaribbeanStudRules
from upcard.rules.caribbean_stud.progressive import Schedule
from upcard.rules.table import TableRules
from upcard.units import Micros
from upcard.web.schemas.odds import Chart, Fact, Figures, OddsSection
from upcard.web.views.citation import money, why
from upcard.web.views.number_format import (
    decimal,
    dollars,
    fact,
    hand,
    one_in,
    part_fact,
    percent,
    ratio,
    section,
    table,
)

Meters = Mapping[str, Micros]

ENDS = {"no_hand": "no_hand_ante", "push": "tie", "fold": "fold_forfeits_ante", "dealer_wins": "higher_hand_wins"}
NAMES = {"no_hand": "The dealer has no hand", "push": "Push", "fold": "Fold", "dealer_wins": "The dealer wins"}
MICROS_PER_DOLLAR = 100_000_000


def pays(rules: CaribbeanStudRules) -> tuple[int, ...]:
    """The odds of the bet by line, once it is sure that the game is the one that was counted."""
    law = rules.law
    assert (law.bet_multiple, rules.ante.odds, rules.no_hand_ante.odds, law.hand_size) == (2, 1, 1, 5)
    assert (law.dealer_qualifies_with, law.no_hand_bet, law.tie) == ("ace-king", "returned", "push")
    by_rule = {rule: odds.odds for odds, rule in rules.bet.values()}
    return tuple(by_rule[f"bet_{line}"] for line in stud.LINES)


# ---- the games -------------------------------------------------------------------------------------------------


@cache
def _solved(odds: tuple[int, ...]) -> stud.Solution:
    return stud.solve(odds)


def stud_game(rules: CaribbeanStudRules) -> OddsSection:
    """Ante and bet at best play."""
    best = _solved(pays(rules))
    ahead = sum(times for end, times in best.outcomes.items() if best.worth[end] > 0)
    facts = [
        part_fact("house_edge", "House edge, of the ante", best.house_edge),
        part_fact("element_of_risk", "Element of risk: the loss for all that is wagered", best.element_of_risk),
        part_fact("hit_frequency", "Hit frequency: the player ends ahead", Fraction(ahead, best.deals)),
        fact("average_wager", "Ante and bet in the mean, in antes", decimal(best.average_wager), best.average_wager,
             why(rules, "bet_multiple")),
        fact("standard_deviation", "Standard deviation of a round, in antes", root(best.variance, 6)),
    ]  # fmt: skip
    rows = []
    for end, times in best.outcomes.items():
        chance, won = Fraction(times, best.deals), best.worth[end]
        name = NAMES.get(end) or hand(end)
        cited = why(rules, ENDS.get(end) or f"bet_{end}")
        rows.append((name, cited, _signed(won), f"{times:,}", one_in(chance), percent(chance * won)))
    columns = ("End of the round", "Clause", "Net, antes", "Deals", "One in", "Adds to the net")
    said = f"All {best.deals:,} deals are counted, each played as well as the player's cards and the up-card allow."
    return section("game", "Ante and bet", said, facts, table("Every end of a round at best play", columns, rows))


@cache
def _chart(odds: tuple[int, ...]) -> Chart:
    cells = stud.chart(odds)
    marks = {"bet": "b", "fold": "f", "suits": "s"}
    ups = RANKS[::-1]
    hands = dict.fromkeys(ranks for ranks, _ in cells)
    rows = [[ranks, "".join(marks[cells[ranks, up]] for up in ups)] for ranks in hands]
    rows.sort(key=lambda row: [-RANKS.index(rank) for rank in row[0]])
    return {
        "ups": ups,
        "rows": rows,
        "words": "Bet a pair or better, and fold less than ace-king. With ace and king it depends on the three other "
        "cards (a row) and on the dealer's up-card (a column). T is a ten.",
    }


def chart(rules: CaribbeanStudRules) -> Chart:
    """The best play of every ace-king hand against every up-card: b bet, f fold, s where suits decide."""
    return _chart(pays(rules))


def six_games(rules: BonusSixRules) -> list[OddsSection]:
    """Bonus 6 at best play, never insured and always insured, and what insurance is worth."""
    plain, insured = (bonus_six(rules, insured=each) for each in (False, True))
    return [_six(rules, plain), _six(rules, insured), _insurance(rules, insured)]


def _six(rules: BonusSixRules, found: BonusSix) -> OddsSection:
    facts = [
        part_fact("house_edge", "House edge, of the ante", found.house_edge),
        part_fact("element_of_risk", "Element of risk: the loss for all ante and bets", found.element_of_risk),
        part_fact("hit_frequency", "Hit frequency: a hand is paid", found.hit_frequency),
        fact("average_wager", "Ante and bets in the mean, in antes", decimal(found.average_wager), found.average_wager),
        fact("standard_deviation", "Standard deviation of a round, in antes", root(found.variance, 6)),
        fact("first_bets", "Sets of three cards that are bet on, of 22,100", f"{found.first_bets:,}"),
        fact("second_bets", "Sets of four cards that are bet on, of 270,725", f"{found.second_bets:,}"),
    ]
    rows = [
        (name, why(rules, rule), _signed(net), f"{deals:,}", one_in(Fraction(deals, found.deals)),
         percent(Fraction(deals, found.deals) * net))
        for name, rule, deals, net in _six_ends(rules, found)
    ]  # fmt: skip
    columns = ("End of the round", "Clause", "Net, antes", "Deals", "One in", "Adds to the net")
    said = f"{found.deals:,} deals, worked out backward from the last card over all that one player can see."
    title = "The game, insured in every round" if found.insured else "The game, without insurance"
    key = "insured" if found.insured else "uninsured"
    return section(key, title, said, facts, table("Every end of a round at best play", columns, rows))


def _six_ends(rules: BonusSixRules, found: BonusSix) -> list[tuple[str, str, int, Fraction]]:
    """Every end of a round: its name, its rule, the deals and what it brings in antes."""
    stakes = Stakes.of(rules.law, insured=found.insured)
    paid = found.insurance_fee if found.insured else Fraction(0)
    card = stakes.card_fee or Fraction(0)
    odds = {each.key: line.odds for each, line in rules.schedule.lines.items()}
    counts = found.counts
    names = {key: hand(key) for key in odds}
    if rules.schedule.lowest_pair and "pair" in names:
        names["pair"] += _or_better(rules.schedule.lowest_pair)
    ends = [(names[key], "pay_tables", deals, stakes.last * odds[key] - paid) for key, deals in counts.stand.items()]
    if found.insured:
        ends += [
            (f"{names[key]}, with the bonus card", "best_five_of", deals, stakes.last * odds[key] - card - paid)
            for key, deals in counts.card.items()
        ]
        ends.append(("Lost with the bonus card", "bonus_card_multiple", counts.card_lost, -stakes.last - card - paid))
    discard = "insured_may_discard" if found.insured else "uninsured_discards"
    ends += [
        ("Discarded", discard, counts.discard, -stakes.last - paid),
        ("Folded at the second bet", "second_bet_multiple", counts.fold_second, -stakes.second - paid),
        ("Folded at the first bet", "first_bet_multiple", counts.fold_first, -stakes.first - paid),
    ]
    return ends


def _insurance(rules: BonusSixRules, found: BonusSix) -> OddsSection:
    fair = _fair(rules)
    said = "less than it costs: best play never buys it" if found.insurance_value < 0 else "what it costs, or more"
    facts = [
        fact("insurance_fee", "Its fee, in antes", decimal(found.insurance_fee), found.insurance_fee,
             why(rules, "insurance_divisor")),
        fact("insurance_worth", "What it brings before its fee", decimal(found.insurance_worth), found.insurance_worth),
        fact("insurance_value", "What it is worth after its fee", decimal(found.insurance_value),
             found.insurance_value),
        fact("fair_card_fee", "Fee of the bonus card at which insurance would be fair",
             "none: not even with a free card" if fair is None else decimal(fair), fair),
    ]  # fmt: skip
    return section("insurance", "Insurance", f"Insurance buys the choice of a sixth card. It is worth {said}.", facts)


_FAIR: dict[str, Fraction | None] = {}


def _fair(rules: BonusSixRules) -> Fraction | None:
    """Worked out once for each pay table."""
    key = str(rules.schedule)
    if key not in _FAIR:
        _FAIR[key] = fair_card_fee(rules)
    return _FAIR[key]


# ---- wagers with a meter ---------------------------------------------------------------------------------------


def progressive_wager(t: TableRules, rules: CaribbeanStudRules, schedule: Schedule, meters: Meters) -> OddsSection:
    """The progressive at its meters as they stand, alone and at a full table where envy makes a difference."""
    company = (0, t.seats - 1) if schedule.envy and t.seats > 1 else (0,)
    stake = schedule.wagers[0]
    own = progressive(schedule, wager=stake, meters=meters)
    facts = [
        part_fact("return", f"Return of a {money(stake)} wager now{_alone(company)}", own.return_),
        part_fact("house_edge", "House edge now", own.house_edge),
        *_meter_facts(own, meters),
        part_fact("hit_frequency", "Hit frequency, envy apart", own.hit_frequency,
                  why(rules, "progressive_payout_hand")),
        fact("standard_deviation", "Standard deviation, for each dollar", root(own.variance, 6)),
    ]  # fmt: skip
    return section(
        "progressive",
        f"Progressive {schedule.name}",
        f"On the jackpot {t.jackpot}, with the meters as they stand now. Every hand that is paid is taken as played "
        "to the end.",
        facts,
        _progressive_lines(rules, schedule, stake, meters),
        _progressive_returns(schedule, company, meters),
    )


def _alone(company: tuple[int, ...]) -> str:
    return ", alone at the table" if len(company) > 1 else ""


def _evens(found: Progressive | FiveCard) -> dict[str, Fraction | None]:
    """The meter of each level at which all would come back, the others standing as they do; none where any does."""
    if len(found.per_meter_dollar) == 1:
        return dict.fromkeys(found.per_meter_dollar, found.break_even)
    evens = {level: found.meters[level] + (1 - found.return_) / part for level, part in found.per_meter_dollar.items()}
    return {level: even if even > 0 else None for level, even in evens.items()}


def _meter_facts(found: Progressive | FiveCard, meters: Meters) -> list[Fact]:
    """Each meter as it stands, and the one at which all would come back."""
    facts = []
    for level, even in _evens(found).items():
        now = Fraction(meters[level], MICROS_PER_DOLLAR)
        name = level.replace("_", " ")
        shown, exact = (dollars(even), even) if even is not None else ("at any meter", None)
        facts += [
            fact(f"meter.{level}", f"Meter {name} now", dollars(now)),
            fact(f"break_even.{level}", f"Break-even meter {name}", shown, exact),
        ]
    return facts


def _progressive_lines(rules: CaribbeanStudRules, schedule: Schedule, stake: int, meters: Meters) -> Figures:
    hands, rows = all_hands(), []
    for category, line in schedule.lines.items():
        chance = Fraction(hands.of(category), hands.deals)
        now = line.at(stake, shown_cents(line, meters))
        paid = Fraction(fixed_cents(now.award, stake), 100)
        for level, micros in meters.items():
            paid += meter_part(now.award, level) * Fraction(micros, MICROS_PER_DOLLAR)
        rows.append(
            (hand(category.key), why(rules, now.rule), str(now.award), dollars(paid), one_in(chance),
             percent(chance * paid * 100 / stake))
        )  # fmt: skip
    columns = ("Hand", "Clause", "Pays", "Paid now", "One in", "Adds to the return")
    return table(f"What a {money(stake)} wager pays", columns, rows)


def _progressive_returns(schedule: Schedule, company: tuple[int, ...], meters: Meters) -> Figures:
    rows = []
    for wager in schedule.wagers:
        for opponents in company:
            found: Progressive = progressive(schedule, wager=wager, opponents=opponents, meters=meters)
            among = "" if len(company) == 1 else ", alone" if not opponents else f", {opponents} opponents"
            evens = ("any" if even is None else dollars(even) for even in _evens(found).values())
            rows.append((money(wager) + among, percent(found.return_), ratio(found.return_), *evens))
    evens_named = ("Break-even",) if len(meters) == 1 else tuple(f"Break-even, {level}" for level in meters)
    return table("By wager and company", ("Wager", "Return now", "Exactly", *evens_named), rows)


def five_card_wager(t: TableRules, rules: CaribbeanStudRules, meters: Meters) -> OddsSection:
    """The five card hand bonus on either hand, at its meter as it stands."""
    draws: dict[Draw, Fraction] = {draw: t.draws[draw] for draw in DRAWS if draw in t.draws}
    meter, positions = meters[FIVE_CARD_METER], t.seats + 1
    own = five_card(rules, meter=meter, draws=draws, positions=positions)
    amounts = rules.five_card_wagers or (own.wager_cents,)
    listed = " or ".join(money(wager) for wager in amounts)
    facts = [
        fact("wager", "The wager", listed, None, why(rules, "five_card_wager")),
        part_fact("return", "Return on the own hand now", own.return_),
        part_fact("house_edge", "House edge now", own.house_edge),
        *_meter_facts(own, {FIVE_CARD_METER: meter}),
        part_fact("hit_frequency", "Hit frequency", own.hit_frequency, why(rules, "five_card_table")),
        fact("standard_deviation", "Standard deviation, for each dollar", root(own.variance, 6)),
    ]
    rows: list[tuple[str, ...]] = []
    if "dealer" in (rules.law.five_card_hands or ()):
        for backers in sorted({1, min(2, t.seats), t.seats}):
            found = five_card(rules, hand="dealer", backers=backers, meter=meter, draws=draws, positions=positions)
            rows.append((str(backers), percent(found.return_), ratio(found.return_), _even(found)))
    columns = ("Wagers on the dealer's hand", "Return now", "Exactly", "Break-even")
    shared = [table("On the dealer's hand, a percentage award being divided", columns, rows)] if rows else []
    if len(amounts) > 1:
        shared.insert(0, table("On the own hand, by wager", ("Wager", "Return now", "Exactly", "Break-even"), [
            (money(wager), percent(found.return_), ratio(found.return_), _even(found))
            for wager in amounts
            for found in [five_card(rules, wager=wager, meter=meter, draws=draws, positions=positions)]
        ]))  # fmt: skip
    said = (
        f"On the jackpot {t.five_card_jackpot}, with its meter as it stands now. Figures are for each dollar of a "
        f"{money(own.wager_cents)} wager: odds follow the wager, a percentage of the meter does not."
    )
    return section("five_card", "Five card hand bonus", said, facts, *shared)


def _even(found: FiveCard) -> str:
    return "any" if found.break_even is None else dollars(found.break_even)


# ---- wagers at fixed odds --------------------------------------------------------------------------------------


def bonus(rules: CaribbeanStudRules, pays_by: BonusTable) -> OddsSection:
    """The bonus wager, on the player's own hand."""
    found = bonus_wager(pays_by)
    rows = []
    for category, odds in pays_by.lines.items():
        chance = Fraction(found.counts[category.key], found.deals)
        name = hand(category.key)
        if category is Category.PAIR and pays_by.lowest_pair:
            name += _or_better(pays_by.lowest_pair)
        rows.append((name, str(odds), one_in(chance), percent(chance * given_back(odds))))
    columns = ("Hand", "Pays", "One in", "Adds to the return")
    facts = [
        part_fact("return", "Return", found.return_, why(rules, "bonus_tables")),
        part_fact("house_edge", "House edge", found.house_edge),
        part_fact("hit_frequency", "Hit frequency", found.hit_frequency),
        fact("standard_deviation", "Standard deviation, for each dollar", root(found.variance, 6)),
    ]
    said = "Paid on the player's own five cards, whoever has the higher hand."
    return section("bonus", "Bonus wager", said, facts, table(f"Pay table {pays_by.name}", columns, rows))


def cover_all(t: TableRules, rules: CaribbeanStudRules) -> OddsSection:
    """Cover all in each column that can be dealt at the table."""
    assert rules.cover_all is not None
    possible = [column for column in sorted(rules.cover_all) if hands_in(rules, column) <= t.seats + 1]
    found = {column: cover_all_wager(rules, column) for column in possible}
    costs = {column: given_up(rules, column) for column in found}
    forfeited = rules.cover_all_after_fold == "forfeited"
    rows = [
        (str(column), show_return(costs[column], forfeited=True), percent(each.return_), ratio(each.return_),
         percent(each.house_edge), percent(each.hit_frequency))
        for column, each in found.items()
    ]  # fmt: skip
    fullest = max(found)
    cited = why(rules, "cover_all_after_fold")
    given, kept = costs[fullest], found[fullest]
    if_given = fact("return_forfeited", f"Return in column {fullest} with best play, where a fold gives the wager up",
                    show_return(given, forfeited=True), given.forfeited,
                    cited if forfeited else None)  # fmt: skip
    if_kept = part_fact("return", f"Return in column {fullest}, where no fold takes the wager away", kept.return_,
                        why(rules, "cover_all_columns") if forfeited else cited)  # fmt: skip
    facts = [
        *((if_given, if_kept) if forfeited else (if_kept, if_given)),
        part_fact("house_edge", "House edge, where no fold takes the wager away", kept.house_edge),
    ]
    columns = ("Column", "A fold gives it up", "A fold leaves it", "Exactly", "House edge", "Hit frequency")
    said = (
        f"Pays on the best of all hands in the round, the dealer's among them. {AFTER_FOLD[rules.cover_all_after_fold]}"
    )
    return section("cover_all", "Cover all", said, facts, table("By column", columns, rows))


def _or_better(rank: int) -> str:
    return f", {rank_plural(rank)} or better"


def _signed(number: Fraction | int) -> str:
    shown = decimal(number, 0 if Fraction(number).denominator == 1 else 1)
    return f"+{shown}" if number > 0 else shown
