"""What holds between the rules of Caribbean stud: each check yields the rule that is wrong, and why.

The checks are asked when an edition is read, with the rules that are in order by themselves: one that needs another is
left out. What can be placed is settled or given up in every end of a round; hands, schedules and meters that are named
exist; what goes together is there together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, cast

from upcard.law.clause import EnvyByWager, ScheduleText, nearest
from upcard.law.value import HANDS
from upcard.units import FULL_PERCENT, Cents, Share, parse_award, parse_dollars

Wrong = tuple[str, str]

LEVELS = ("main", "mega", "major", "minor")
"""The meters that a progressive schedule may draw on."""
ROYAL, STRAIGHT = "royal_flush", "straight_flush"

TOGETHER: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("bonus_tables", ("bonus_settled",)),
    ("five_card_table", ("five_card_wager", "five_card_hands")),
    ("magic_card", ("five_card_table", "draws_paid_on", "draw_probability")),
    ("lucky", ("five_card_table", "draws_paid_on", "draw_probability")),
    (
        "cover_all_columns",
        ("cover_all_lowest", "cover_all_last", "cover_all_counts", "cover_all_excludes", "cover_all_after_fold"),
    ),
    ("classic_straight_flush", ("classic_wager", "classic_royal_flush")),
    ("progression_rate_minimum", ("progression_rate_over", "progression_beyond_limit")),
    ("manual_shoe", ("manual_shoe_order",)),
    ("from_hand", ("from_hand_order", "from_hand_needs")),
    ("automated_shoe", ("automated_shoe_order",)),
    ("tip_ceiling", ("tip_follows_ante",)),
    ("match_play_ceiling", ("match_play",)),
    ("second_deck_alternates", ("second_deck_needs",)),
)
"""A rule, and those that an edition which gives it gives too."""


def ranks_hands_as_usual(law: Any) -> Iterator[Wrong]:
    if law.hand_ranks != HANDS:
        yield "hand_ranks", f"the games rank hands in one order: {', '.join(HANDS)}"


def goes_with(rule: str, other: str, law: Any) -> Iterator[Wrong]:
    if _there(law, rule) and not _there(law, other):
        yield rule, f"it goes with {other}, on which the text is silent"


def _there(law: Any, rule: str) -> bool:
    return getattr(law, rule) is not None


def bets_something(law: Any) -> Iterator[Wrong]:
    if law.bet_multiple < 1:
        yield "bet_multiple", "a bet is at least once the ante"


def offers_both_decisions(law: Any) -> Iterator[Wrong]:
    if missing := sorted({"bet", "fold"} - set(law.decision_choices)):
        yield "decision_choices", f"a player may also {' and '.join(missing)}"


CHOICES = ("shuffle_methods", "awards_from", "same_round_jackpots")


def leaves_a_choice(rule: str, law: Any) -> Iterator[Wrong]:
    if not getattr(law, rule):
        yield rule, "it names nothing"


def shuffles_after_a_round(law: Any) -> Iterator[Wrong]:
    if law.shuffle_methods and not {"hand", "shuffler"} & set(law.shuffle_methods):
        yield "shuffle_methods", "after a round the cards are shuffled by hand or by a shuffler"


def deals_somehow(law: Any) -> Iterator[Wrong]:
    ways = ("dealt_singly", "dealt_in_groups", "manual_shoe", "from_hand", "automated_shoe")
    if not any(_there(law, way) for way in ways):
        yield "dealt_singly", f"there is no way to deal: give one of {', '.join(ways)}"


def pays_tips_where_they_lie(law: Any) -> Iterator[Wrong]:
    if law.tip_area == "ante" and law.tip_follows_ante is None:
        yield "tip_follows_ante", "a tip may lie with the ante, and the text does not say what it wins"
    if law.tip_area == "none" and law.tip_follows_ante is not None:
        yield "tip_area", "there is no place for a tip, and tip_follows_ante says what one wins"


# ---- the ends of a round -------------------------------------------------------------------------------------------


def gives_up_the_bonus(law: Any) -> Iterator[Wrong]:
    if _there(law, "bonus_tables") and "bonus" not in law.fold_forfeits:
        yield "fold_forfeits", "a bonus wager may be placed, and a fold neither gives it up nor has it settled"


def gives_up_the_progressive(law: Any) -> Iterator[Wrong]:
    if _schedules(law) and "progressive" not in law.fold_forfeits:
        yield "fold_forfeits", "a progressive wager may be placed, and a fold neither gives it up nor has it settled"


def keeps_five_card_wagers(law: Any) -> Iterator[Wrong]:
    for hand in law.five_card_hands or () if _there(law, "five_card_table") else ():
        if f"five_card_{hand}" not in law.fold_keeps:
            wager = f"a five card wager on the {hand}'s hand"
            yield "fold_keeps", f"{wager} may be placed, and a fold neither gives it up nor has it settled"


ALONE = "progressive-only"
"""What a dealer's wrong number of cards may do: everything but the progressive goes back."""


def judges_the_progressive_of_a_misdeal(law: Any) -> Iterator[Wrong]:
    if law.dealer_wrong_count == ALONE and _schedules(law) and law.misdeal_progressive is None:
        yield "dealer_wrong_count", "a progressive wager plays on, and misdeal_progressive does not say how"


BESIDE_THE_PROGRESSIVE = ("five_card_table", "cover_all_columns", "match_play")


def settles_after_a_misdeal(rule: str, law: Any) -> Iterator[Wrong]:
    if law.dealer_wrong_count == ALONE and _there(law, rule):
        yield "dealer_wrong_count", f"where the progressive alone plays on, nothing is said of {rule}"


def settles_five_cards_in_turn(law: Any) -> Iterator[Wrong]:
    if law.progressive_settled != "in turn" and _there(law, "five_card_table"):
        yield "progressive_settled", "five card wagers are settled with their seat: the progressive is settled in turn"


def pays_envy_in_turn(law: Any) -> Iterator[Wrong]:
    if law.progressive_settled != "in turn" and law.envy_paid == "in turn":
        yield "envy_paid", "envy is paid in turn only where progressive_settled is 'in turn'"


# ---- schedules, hands and meters -----------------------------------------------------------------------------------


def _schedules(law: Any) -> dict[str, tuple[str, ScheduleText]]:
    """Every schedule by its name, with the rule that gives it."""
    listed = {name: ("progressive_tables", text) for name, text in law.progressive_tables.items()}
    return listed | {name: ("link_tables", text) for name, text in (law.link_tables or {}).items()}


def names_schedules_once(law: Any) -> Iterator[Wrong]:
    for name in law.link_tables or ():
        if name in law.progressive_tables:
            yield "link_tables", f"{name} is one of progressive_tables already"
    for name in law.classic_straight_flush or ():
        if name in _schedules(law):
            yield "classic_straight_flush", f"{name} is another schedule already"


def names_schedules_that_exist(rule: str, law: Any) -> Iterator[Wrong]:
    known = [*_schedules(law)]
    for name in getattr(law, rule) or ():
        if name not in known:
            yield rule, f"there is no schedule {name!r}{nearest(name, known)}"


def pays_every_schedule(law: Any) -> Iterator[Wrong]:
    includes = law.straight_flush_includes_royal
    for name, (rule, text) in _schedules(law).items():
        for because in _schedule(text, royal_is_straight=bool(includes)):
            yield rule, f"{name}: {because}"


def _schedule(text: ScheduleText, *, royal_is_straight: bool) -> Iterator[str]:
    awards = {hand: parse_award(line) for hand, line in text.lines.items()}
    shares = [award for award in awards.values() if isinstance(award, Share)]
    drawn = list(dict.fromkeys(share.level for share in shares))
    if not text.wagers:
        yield "it takes no wager"
    elif len(set(text.wagers)) < len(text.wagers):
        yield "each wager is named once"
    for level in drawn:
        if level not in LEVELS:
            yield f"there is no meter {level!r}; there are {', '.join(LEVELS)}{nearest(level, LEVELS)}"
    if not any(share.percent == FULL_PERCENT for share in shares):
        yield "no hand wins the whole of a meter"
    for level in text.seeds:
        if level not in drawn:
            yield f"a seed is listed for {level!r}, which no line draws on{nearest(level, drawn)}"
    if ROYAL not in text.lines and not (royal_is_straight and STRAIGHT in text.lines):
        yield "a royal flush wins nothing"


def pays_the_classic_schedule(law: Any) -> Iterator[Wrong]:
    if law.classic_royal_flush is not None and law.classic_royal_flush != f"{FULL_PERCENT}% of {LEVELS[0]}":
        yield "classic_royal_flush", f"the classic schedule has one meter, and a royal flush wins all of {LEVELS[0]!r}"
    for name, line in (law.classic_straight_flush or {}).items():
        award = parse_award(line)
        if isinstance(award, Share) and award.level != LEVELS[0]:
            yield "classic_straight_flush", f"{name}: there is no meter {award.level!r}; it is {LEVELS[0]!r}"


def has_amounts_for_envy(law: Any) -> Iterator[Wrong]:
    by_wager: EnvyByWager | None = law.envy_by_wager
    for name, (giver, text) in _schedules(law).items():
        rule, listed = giver, cast("Mapping[str, Mapping[str, str]]", {"": text.envy} if text.envy else {})
        if by_wager is not None and by_wager.table == name:
            rule, listed = "envy_by_wager", by_wager.wagers
            for wager in sorted({*text.wagers} ^ {*by_wager.wagers}):
                yield rule, f"{name}: {wager} is a wager of the schedule or of its envy, and not of both"
        for wager, amounts in listed.items():
            where = f"{name}, {wager}" if wager else name
            for hand in law.envy_hands:
                whole = hand == ROYAL and law.straight_flush_includes_royal and ROYAL not in text.lines
                if hand not in amounts and not whole:
                    yield rule, f"{where}: a {hand} brings envy, and there is no amount for it"
            for hand in amounts:
                if hand not in law.envy_hands:
                    yield rule, f"{where}: there is an amount for a {hand}, which is not one of envy_hands"
    if by_wager is not None and by_wager.table not in _schedules(law):
        known = [*_schedules(law)]
        yield "envy_by_wager", f"there is no schedule {by_wager.table!r}{nearest(by_wager.table, known)}"


def keeps_envy_in_proportion(law: Any) -> Iterator[Wrong]:
    if law.envy_by_wager is None:
        return
    tables = {parse_dollars(w): t for w, t in law.envy_by_wager.wagers.items()}
    first = min(tables, default=Cents(0))
    for wager, amounts in tables.items():
        for hand, amount in amounts.items():
            of_first = tables[first].get(hand)
            if of_first is not None and parse_dollars(amount) * first != parse_dollars(of_first) * wager:
                yield "envy_by_wager", f"{hand}: {amount} is not in proportion to {of_first} for the least wager"


def pays_five_card_hands(law: Any) -> Iterator[Wrong]:
    if law.five_card_table is None:
        return
    shares = [award for line in law.five_card_table.values() if isinstance(award := parse_award(line), Share)]
    if not any(share.percent == FULL_PERCENT for share in shares):
        yield "five_card_table", "no hand wins the whole of the meter"


def covers_every_count(law: Any) -> Iterator[Wrong]:
    columns = law.cover_all_columns
    if columns is None:
        return
    if strange := [name for name in columns if not (name.isascii() and name.isdigit() and 1 <= int(name) <= 10)]:
        yield "cover_all_columns", f"a column is named for how many it is for, from 1 to 10, not {', '.join(strange)}"
        return
    counts = sorted(map(int, columns))
    if missing := [str(n) for n in range(min(counts, default=0), max(counts, default=0)) if n not in counts]:
        yield "cover_all_columns", f"there is no column for {', '.join(missing)}"
    if law.cover_all_eight is not None and columns.get("8") != law.cover_all_eight:
        yield "cover_all_eight", "the column for eight says something else"


CHECKS = (
    ranks_hands_as_usual, bets_something, offers_both_decisions, shuffles_after_a_round, deals_somehow,
    pays_tips_where_they_lie, gives_up_the_bonus, gives_up_the_progressive, keeps_five_card_wagers,
    judges_the_progressive_of_a_misdeal, settles_five_cards_in_turn, pays_envy_in_turn,
    names_schedules_once, pays_every_schedule, pays_the_classic_schedule, has_amounts_for_envy,
    keeps_envy_in_proportion, pays_five_card_hands, covers_every_count,
    *(partial(goes_with, rule, other) for rule, others in TOGETHER for other in others),
    *(partial(leaves_a_choice, rule) for rule in CHOICES),
    *(partial(settles_after_a_misdeal, rule) for rule in BESIDE_THE_PROGRESSIVE),
    *(partial(names_schedules_that_exist, rule) for rule in ("elected_wager_tables", "unlinked_tables")),
)  # fmt: skip
"""Each asks for few rules, so that a fault in one does not hide what another would tell."""
