"""What the law wants shown at a table of Caribbean stud."""

from __future__ import annotations

from collections.abc import Mapping

from upcard.cards import Category, rank_plural
from upcard.games.caribbean_stud.five_card import AFTER_FOLD, column
from upcard.games.caribbean_stud.round import Round
from upcard.law.registry import plays
from upcard.rules.caribbean_stud import DRAWS, BonusTable, CaribbeanStudRules
from upcard.rules.caribbean_stud.progressive import MAIN, Schedule
from upcard.rules.table import TableRules
from upcard.tables.devices import cover_all_device
from upcard.tables.signs import Sign, in_force, limits, lines_of, notices
from upcard.tables.state import Table
from upcard.units import Award, show_dollars

DRAWN = {"magic_card": "magic card", "lucky": "lucky bonus"}


def _pays(schedule: Schedule) -> tuple[tuple[str, str], ...]:
    """What each hand is paid; under easier terms, also what its own line pays where that is more.

    A jackpot of one level has one meter, and needs no name for it.
    """
    alone = len(schedule.levels) == 1
    return tuple(
        (
            hand.key.replace("_", " "),
            f"{award}, or {line.instead.award} if that is more" if line.instead else award,
        )
        for hand, line in schedule.lines.items()
        for award in [str(line.award).replace(f" of {MAIN}", " of meter") if alone else str(line.award)]
    )


def _envy(schedule: Schedule) -> tuple[tuple[str, str], ...]:
    """What each hand brings to those who wagered; with more than one wager, for each of them."""
    if len(schedule.wagers) == 1:
        return tuple((hand.key.replace("_", " "), show_dollars(cents)) for hand, cents in schedule.envy.items())
    return tuple(
        (f"{hand.key.replace('_', ' ')}, {show_dollars(wager)} wager", show_dollars(schedule.envy_cents(hand, wager)))
        for wager in schedule.wagers
        for hand in schedule.envy
    )


def _bonus(bonus: BonusTable) -> tuple[tuple[str, str], ...]:
    """What the bonus wager pays, down to its lowest pair."""
    lowest = f"pair of {rank_plural(bonus.lowest_pair)} or better"
    awards: dict[Category, Award] = dict(bonus.lines.items())
    return tuple((lowest if hand == "pair" else hand, odds) for hand, odds in lines_of(awards))


def _five_card(rules: CaribbeanStudRules, awards: Mapping[Category, Award]) -> tuple[tuple[str, str], ...]:
    """The wager that is taken and what it pays; under easier terms, also what the hand's own line pays."""
    taken = " or ".join(show_dollars(wager) for wager in rules.five_card_wagers)
    own = {hand: f", or {odds} if that is more" for hand, odds in rules.five_card_instead.items()}
    pays = tuple(
        (hand.key.replace("_", " "), str(award).replace("five_card", "meter") + own.get(hand, ""))
        for hand, award in awards.items()
    )
    return ((("wager", taken),) if taken else ()) + pays


def _side_wagers(t: TableRules, rules: CaribbeanStudRules) -> tuple[Sign, ...]:
    """The bonus, the five card hand bonus and what the system draws for it, where they are offered."""
    found = []
    if rules.bonus is not None:
        found.append(Sign(f"Bonus {rules.bonus.name}", "bonus_tables", _bonus(rules.bonus)))
    if rules.five_card is not None:
        found.append(Sign("Five card hand bonus", "five_card_table", _five_card(rules, rules.five_card)))
        odds = {"magic_card": rules.magic_card, "lucky": rules.lucky}
        drawn = tuple((DRAWN[draw], str(odds[draw])) for draw in DRAWS if draw in t.draws)
        if drawn:
            found.append(Sign("Drawn for the five card hand bonus", "draws_paid_on", drawn))
    return tuple(found)


def signs(t: TableRules, table: Table) -> tuple[Sign, ...]:
    """Every sign that belongs at the table now."""
    rules: CaribbeanStudRules = t.rules
    round: Round | None = table.round
    law = rules.law
    found = []
    odds: dict[Category, Award] = {hand: rules.bet[hand][0] for hand in rules.bet if hand != Category.HIGH_CARD}
    *better, (_, even) = lines_of(odds)
    bets = (*better, ("pair or less", even))
    found.append(Sign("Bet wagers pay", "bet_schedule_posted" if law.bet_schedule_posted else "bet_flush", bets))
    schedule = rules.progressive
    if schedule is not None:
        elected = "progressive_wager" in rules.elections
        taken = (("wager", show_dollars(schedule.wagers[0])),) if elected else ()
        rule = next(iter(schedule.lines.values())).rule
        found.append(Sign(f"Progressive {schedule.name}", rule, (*taken, *_pays(schedule))))
        if schedule.envy:
            found.append(Sign("Envy bonus", schedule.envy_rule, _envy(schedule)))
    found += _side_wagers(t, rules)
    if posted := limits(in_force(t, table)):
        found.append(Sign("Table limits", "limit" if rules.limit is not None else None, posted))
    if rules.cover_all is not None:
        found.append(
            Sign("Cover all after a fold", "cover_all_after_fold", (("", AFTER_FOLD[rules.cover_all_after_fold]),))
        )
    if rules.cover_all is not None and not cover_all_device(t, table) and round is not None and round.dealer_count:
        number = column(rules, round)
        if number in rules.cover_all:
            plays(law, "cover_all_display", "after the dealer's hand is removed")
            title = f"Cover all, {number} {rules.cover_all_counts}"
            found.append(Sign(title, "cover_all_display", lines_of(rules.cover_all[number])))
    if law.glossary is not None:
        found.append(Sign("Words of the game", "glossary", tuple(law.glossary.items())))
    touched = f"Cards are touched by {' and '.join(law.cards_touched_by)} alone." if law.cards_touched_by else None
    scope = f"Jackpot terms hold for {law.jackpot_terms_scope} alone." if law.jackpot_terms_scope else None
    in_view = f"Cards stay in view {law.cards_in_view}." if law.cards_in_view else None
    stakes = f"The section on table stakes {law.table_stakes}." if law.table_stakes else None
    spoken = "Wagers are chips on the layout; a spoken wager with cash is not taken."
    said = {
        "verbal_cash_wagers": ("Wagers", spoken if law.verbal_cash_wagers is False else None),
        "cards_touched_by": ("Cards", touched),
        "cards_in_view": ("Cards", in_view),
        "jackpot_terms_scope": ("Jackpots", scope),
        "table_stakes": ("Table stakes", stakes),
    }
    return (*found, *notices(said))
