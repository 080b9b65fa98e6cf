"""`upcard exact bonus`, `cover-all` and `five-card`: wagers beside the game."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

from upcard.cards import RANKS, Category, rank_plural
from upcard.cli.exact.options import (
    Facts,
    answer,
    both,
    cents,
    chance,
    compiling,
    counted,
    counted_rows,
    odds,
    priced,
    priced_facts,
    rank,
)  # fmt: skip
from upcard.cli.exact.options import meter as meter_of
from upcard.cli.options import AsJson, Whole, says
from upcard.cli.output import complain, say, show_json, steps
from upcard.errors import HouseError, Refused
from upcard.exact.cover_all import CATEGORIES, FEWEST, MOST, cover_all_wager, recount
from upcard.exact.cover_all import cover_all as best_of
from upcard.exact.cover_all_folded import given_up
from upcard.exact.five_card import POSITIONS, Draw
from upcard.exact.five_card import five_card as price
from upcard.exact.priced_wager import PricedWager
from upcard.exact.side_wagers import side_wager
from upcard.number_format import dollars, one_in, percent, ratio, words
from upcard.rules.caribbean_stud import caribbean_stud
from upcard.units import For, To, show_cents

if TYPE_CHECKING:
    from collections.abc import Mapping


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
            listed = caribbean_stud("ma", {"bonus": table}).bonus
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
    rules = caribbean_stud("ma", {"cover_all": True})
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
    rules = caribbean_stud("ma", {"five_card": True})
    assert rules.five_card is not None
    drawn: dict[Draw, Fraction] = {}
    if magic_card is not None:
        drawn["magic_card"] = chance("--magic-card", magic_card)
    if lucky is not None:
        drawn["lucky"] = chance("--lucky", lucky)
    shown = None if meter is None else meter_of("--meter", meter)
    stake = cents("--wager", wager)
    try:
        found = price(
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
