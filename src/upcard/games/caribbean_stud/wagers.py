"""Whether a wager may lie where it is put: who offers it, how much it may be, and the limit over all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil

from msgspec.structs import replace

from upcard.cards import Category
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.moves import refuse_beyond
from upcard.games.option import STATES, Labels, Offer, bounds_said
from upcard.law.registry import implements
from upcard.number_format import money, multiple
from upcard.rules.caribbean_stud import FIVE_CARD_WAGERS, CaribbeanStudRules
from upcard.rules.election import most_owed
from upcard.units import fixed, show_dollars

OFFERED_BY = {
    "progressive": "progressive_tables",
    "bonus": "bonus_tables",
    "five_card_player": "five_card_table",
    "five_card_dealer": "five_card_table",
    "cover_all": "cover_all_placed",
    "tip": "tip_area",
}
"""The rule that says whether a wager is taken."""


@implements(cover_all_placed="before the round")
def check_offered(rules: CaribbeanStudRules, wager: str) -> None:
    """Refuses a wager that this table does not take."""
    if wager == "ante" or wager in rules.wagers:
        return
    if wager not in OFFERED_BY:
        raise rules.refuse(None, f"{wager!r} is no wager of this game")
    rule = OFFERED_BY[wager]
    if wager == "progressive" and rules.law.classic_wager is not None:
        rule = "progressive_device"
    raise rules.refuse(rule, f"this table takes no {wager} wager")


def needs_ante(rules: CaribbeanStudRules, wager: str) -> str:
    """The rule by which a wager or coupon lies with an ante."""
    if wager == "progressive" and rules.progressive_coupon is not None:
        return "progressive_amount"
    return "match_play" if wager == "match_play" and rules.match_play is not None else "ante_required"


def listed(rules: CaribbeanStudRules, wager: str) -> tuple[int, ...]:
    """The amounts that a wager is taken at, where it is taken at certain amounts only."""
    if wager == "progressive" and rules.progressive is not None:
        return rules.progressive.wagers
    return rules.five_card_wagers if wager in FIVE_CARD_WAGERS else ()


def most(rules: CaribbeanStudRules, seat: Seat, wager: str) -> int | None:
    """The largest amount that the limits leave for a wager, or None where nothing bounds it."""
    limit, combined = rules.limit, rules.limit_takes_progressive
    bounds = [bound for bound in (house_maximum(rules, wager),) if bound is not None]
    if wager == "tip" and rules.law.tip_ceiling == "ante":
        bounds.append(seat.ante)
    if limit is not None and wager == "ante":
        bounds.append((limit - combined * seat.progressive) // rules.limited_antes)
    if limit is not None and wager == "progressive":
        bounds.append(limit - combined * rules.limited_antes * seat.ante)
    return min(bounds) if bounds else None


def house_maximum(rules: CaribbeanStudRules, wager: str) -> int | None:
    """The most that the house itself takes on a wager."""
    return rules.maximum if wager == "ante" else rules.maxima.get(wager)


def check_amount(rules: CaribbeanStudRules, seat: Seat, wager: str, cents: int) -> None:
    """Refuses an amount that a rule or the house does not allow."""
    if cents <= 0:
        raise rules.refuse(None, f"{wager}: a wager is more than nothing")
    amounts = listed(rules, wager)
    if amounts and cents not in amounts:
        shown = " or ".join(show_dollars(w) for w in amounts)
        if wager == "progressive" and rules.progressive is not None:
            schedule = rules.progressive
            as_listed = f", {rules.law.progressive_amount}" if schedule.wager_rule != "classic_wager" else ""
            if "progressive_wager" in rules.elections:
                as_listed = ", as the house has elected"
            raise rules.refuse(schedule.wager_rule, f"the progressive wager of {schedule.name} is {shown}{as_listed}")
        raise rules.refuse("five_card_wager", f"{wager}: the five card hand bonus wager is {shown}")
    if wager == "ante" and cents < rules.minimum:
        raise rules.refuse(None, f"ante: the house takes no less than {show_dollars(rules.minimum)}")
    house_most = house_maximum(rules, wager)
    if house_most is not None and cents > house_most:
        raise rules.refuse(None, f"{wager}: the house takes no more than {show_dollars(house_most)}")
    if wager == "tip" and rules.law.tip_ceiling == "ante" and cents > seat.ante:
        raise rules.refuse("tip_ceiling", "a tip wager is no larger than the ante")
    highest = most(rules, seat, wager)
    if highest is not None and cents > highest:
        limit, bet = show_dollars(rules.limit or 0), rules.law.bet_multiple
        beside = f" beside an ante of {show_dollars(seat.ante)} and its bet" if rules.limit_takes_progressive else ""
        more = f" with its bet of {multiple(bet, 'much', '2 times as')}" if wager == "ante" else beside
        raise rules.refuse("limit", f"{wager}: {show_dollars(cents)}{more} does not fit the limit of {limit}")


def check_coupon(rules: CaribbeanStudRules, seat: Seat, coupon: str, cents: int) -> None:
    """Refuses a coupon that this table does not honour."""
    match coupon:
        case "match_play":
            if rules.match_play is None:
                raise rules.refuse(None, f"{rules.edition.id} knows no match play coupon")
            if seat.match_play:
                raise rules.refuse("match_play", "one match play coupon lies with an ante")
            if cents <= 0:
                raise rules.refuse(None, "match_play: a coupon has a face value")
            if rules.law.match_play_ceiling == "ante" and cents > seat.ante:
                because = f"a match play coupon doubles the ante that it lies with: its face is {show_dollars(cents)}"
                raise rules.refuse("match_play_ceiling", f"{because}, more than {show_dollars(seat.ante)}")
        case "progressive":
            if rules.progressive_coupon is None:
                raise rules.refuse(None, f"{rules.edition.id} knows no progressive coupon")
            check_offered(rules, "progressive")
            if seat.progressive:
                raise rules.refuse("progressive_coupon", "a progressive coupon stands for the wager, not beside it")
            if cents != rules.progressive_coupon:
                face = "one dollar" if rules.progressive_coupon == 100 else show_dollars(rules.progressive_coupon)
                raise rules.refuse("progressive_coupon", f"a progressive coupon is {face}")
            check_amount(rules, seat, "progressive", cents)
        case _:
            raise rules.refuse(None, f"{coupon!r} is no coupon of this game")


# ---- offers ------------------------------------------------------------------------------------------------
# The wagers that a table of Caribbean stud takes, what lies at a seat, and what a decision puts down.


def offers(rules: CaribbeanStudRules, seat: Seat | None) -> tuple[Offer, ...]:
    """Every wager that the table takes, in order."""
    low, high = rules.minimum, most(rules, Seat(), "ante")
    rule, within = ("limit", _within(rules)) if rules.limit is not None else ("ante_required", "")
    return (Offer("ante", rule, low, high, also=within), *(_side(rules, wager) for wager in rules.wagers))


def _within(rules: CaribbeanStudRules) -> str:
    assert rules.limit is not None
    each = rules.limit_applies_to == "each-wager"
    of = "ante and bet, each with the progressive, stay" if each else "ante, bet and progressive together stay"
    return f": {of} within {money(rules.limit)}"


def _side(rules: CaribbeanStudRules, wager: str) -> Offer:
    rule = "five_card_wager" if wager in FIVE_CARD_WAGERS else OFFERED_BY.get(wager)
    if wager == "progressive" and rules.progressive is not None:
        rule = rules.progressive.wager_rule
    if amounts := listed(rules, wager):
        return Offer(wager, rule, amounts=amounts)
    high = house_maximum(rules, wager)
    if wager == "tip" and rules.law.tip_ceiling == "ante":
        return Offer(wager, rule, 1, high, any_amount="For the dealer", also=", no more than the ante", of="ante")
    return Offer(wager, rule, 1, high)


def limits(rules: CaribbeanStudRules) -> str:
    """Such as: Ante $5 to $33; Progressive $1."""
    ante, *sides = offers(rules, None)
    said = [f"Ante {bounds_said(rules.minimum, ante.high)}"]
    if rules.progressive is not None:
        said.append(f"Progressive {' or '.join(money(cents) for cents in rules.progressive.wagers)}")
    others = [
        LABELS.wagers[one.wager] + (f" {bounds_said(1, one.high)}" if one.high is not None else "")
        for one in sides
        if one.wager != "progressive"
    ]
    return "; ".join([*said, *([", ".join(others)] if others else [])])


def placed(seat: Seat) -> dict[str, int]:
    """The wagers that lie at a seat before the deal, a coupon as the wager that it stands for."""
    found = {"ante": seat.ante, **{wager: cents for wager, cents in seat.wagers.items() if cents}}
    return {**found, "progressive": seat.coupon} if seat.coupon else found


def decided(rules: CaribbeanStudRules, round: Round, number: int, act: str) -> tuple[int, str]:
    """What a decision puts down, and the rule that it is made under."""
    if act == "Bet":
        return round.seats[number].ante * rules.law.bet_multiple, "bet_multiple"
    return 0, "fold_forfeits_ante"


# ---- What a seat has put down ------------------------------------------------------------------------------
# every wager with its stake, the bet and coupons included.


def bet_of(rules: CaribbeanStudRules, seat: Seat) -> int:
    return rules.law.bet_multiple * seat.ante if seat.decision == "bet" else 0


def put_down(rules: CaribbeanStudRules, seat: Seat) -> tuple[tuple[str, int], ...]:
    """Every wager of a seat and its stake, the bet included; coupons are no stake of the player's."""
    wagers = [("ante", seat.ante)]
    if seat.match_play:
        wagers.append(("match_play", 0))
    if seat.decision == "bet":
        wagers.append(("bet", bet_of(rules, seat)))
    wagers += [(wager, cents) for wager, cents in seat.wagers.items() if cents]
    if seat.coupon:
        wagers.append(("progressive", 0))
    return tuple(wagers)


# ---- liability ---------------------------------------------------------------------------------------------
# What a round of Caribbean stud could come to cost the tray, and whether a house takes that upon itself.


Seats = Mapping[int, Seat]


def liability(rules: CaribbeanStudRules, seats: Seats) -> int:
    """The most that these seats can be paid from tray and account, in cents."""
    on_dealer = sum(seat.wagers.get("five_card_dealer", 0) for seat in seats.values())
    return (
        most_owed(_costs(rules, seats))
        + max(_five_card(rules, hand, on_dealer) for hand in Category)
        + _cover_all(rules, sorted((seat.wagers.get("cover_all", 0) for seat in seats.values()), reverse=True))
        + _drawn(rules, seats, on_dealer)
    )


def check_liability(rules: CaribbeanStudRules, seats: Seats) -> None:
    """Refuses wagers that could come to cost too much."""
    refuse_beyond(rules, liability(rules, seats))


def liability_with(rules: CaribbeanStudRules, seats: Seats, number: int, wager: str, cents: int) -> int:
    """The liability once one more wager is placed; a limit keeps room for the progressive wager of every ante."""
    after = with_wager(seats, number, wager, cents)
    if rules.liability_limit is None or rules.progressive is None:
        return liability(rules, after)
    largest = max(rules.progressive.wagers)
    kept = {n: seat if seat.progressive else _with(seat, "progressive", largest) for n, seat in after.items()}
    return liability(rules, kept)


def check_placed(rules: CaribbeanStudRules, seats: Seats, number: int, wager: str, cents: int) -> None:
    """Refuses a wager that could come to cost too much, or leaves no room for the progressive ones."""
    refuse_beyond(rules, liability_with(rules, seats, number, wager, cents))


def with_wager(seats: Seats, number: int, wager: str, cents: int) -> dict[int, Seat]:
    """The seats with one wager or coupon more."""
    return {**seats, number: _with(seats.get(number, Seat()), wager, cents)}


def _with(seat: Seat, wager: str, cents: int) -> Seat:
    match wager:
        case "ante":
            return replace(seat, ante=cents)
        case "match_play":
            return replace(seat, match_play=cents)
        case "progressive_coupon":
            return replace(seat, coupon=cents)
        case _:
            return replace(seat, wagers={**seat.wagers, wager: cents})


def _costs(rules: CaribbeanStudRules, seats: Seats) -> Iterator[dict[Category, int]]:
    """What each hand of a seat brings it, and the others by envy."""
    bonus, schedule = rules.bonus.lines if rules.bonus is not None else {}, rules.progressive
    wagered = sum(seat.progressive for seat in seats.values())
    awards = {
        wager: {hand: schedule.most(hand, wager) if schedule else 0 for hand in Category}
        for wager in {seat.progressive for seat in seats.values()}
    }
    for seat in seats.values():
        always = 0
        if rules.match_play is not None:
            always += rules.match_play.pays(seat.match_play)
        if rules.tip is not None:
            always += rules.tip.pays(seat.wagers.get("tip", 0))
        own = awards[seat.progressive]
        on_bonus, on_five = seat.wagers.get("bonus", 0), seat.wagers.get("five_card_player", 0)
        others = wagered - seat.progressive
        yield {
            hand: always + rules.most_won(seat.ante, hand) + own[hand] + _five_card(rules, hand, on_five)
            + (bonus[hand].pays(on_bonus) if hand in bonus else 0)
            + (schedule.envy_cents(hand, others) if schedule else 0)
            for hand in Category
        }  # fmt: skip


def _five_card(rules: CaribbeanStudRules, hand: Category, wager: int) -> int:
    if rules.five_card is None:
        return 0
    return max(fixed(rules.five_card.get(hand), wager), fixed(rules.five_card_instead.get(hand), wager))


def _cover_all(rules: CaribbeanStudRules, stakes: list[int]) -> int:
    """At the best line of a column.

    Players may still get up, and the fewer there are, the more a column pays; or sit down, where there is none for so
    few.
    """
    best = {column: max(odds.ratio for odds in lines.values()) for column, lines in (rules.cover_all or {}).items()}
    most = 0
    for players in range(1, len(stakes) + 1):
        column = min((c for c in best if c >= players + (rules.cover_all_counts == "hands")), default=0)
        most = max(most, ceil(best.get(column, 0) * sum(stakes[:players])))
    return most


def _drawn(rules: CaribbeanStudRules, seats: Seats, on_dealer: int) -> int:
    """A magic card and a lucky position each meet one hand: the dealer's, or one player's."""
    if rules.five_card is None:
        return 0
    wagered = max([on_dealer, *(seat.wagers.get(FIVE_CARD_WAGERS[0], 0) for seat in seats.values())])
    return sum(odds.pays(wagered) for odds in (rules.magic_card, rules.lucky) if odds is not None)


# ---- What the things of Caribbean stud are called ----------------------------------------------------------


LABELS = Labels(
    wagers={
        "ante": "Ante", "bet": "Bet", "progressive": "Progressive", "envy": "Envy", "bonus": "Bonus",
        "five_card_player": "Five card, own hand", "five_card_dealer": "Five card, dealer's hand",
        "magic_card": "Magic card", "lucky": "Lucky", "cover_all": "Cover all", "tip": "Tip",
        "match_play": "Match play", "progressive_coupon": "Progressive coupon",
    },
    states=STATES,
    decisions={"Fold": ("Fold", "f"), "Bet": ("Bet", "b")},
    steps={
        "DealUnseen": "Key what was dealt",
        "CompleteDealer": "Complete the dealer's hand",
        "TurnUpCard": "Turn up the dealer's card",
        "Reveal": "Turn up the dealer's hand",
        "ShowHand": "Key seat {seat}'s cards",
    },
    settlement={
        "misdeal": "Give back antes, bets and tips",
        "no_hand": "Pay all antes; bets go back",
        "no_hand, bet paid": "Pay all antes, then all bets",
        "hand": "Settle seat {seat}",
        "progressive": "Settle seat {seat}'s progressive",
        "envy": "Settle envy on seat {seat}'s hand",
        "envy, all": "Settle envy on all hands",
        "envy, none": "Nobody to envy: go on",
        "five_card": "Settle seat {seat}'s five card bonus",
        "cover_all": "Settle the cover all wagers",
    },
    irregularities={
        "player-wrong-count": ("A player's hand has a wrong number of cards", ""),
        "dealer-wrong-count": ("The dealer's hand has a wrong number of cards", ""),
        "dealer-short": ("The dealer is one card short", ""),
        "hole-card-exposed": ("A hole card was exposed before 'no more bets'", ""),
        "hole-card-exposed-late": ("A hole card was exposed after 'no more bets'", "The house has elected to play on."),
        "face-up-card": ("A card lies face up in the deck", "It is racked unused, and the round goes on."),
        "face-up-cards": ("More than one card lies face up in the deck", ""),
        "card-drawn-in-error": ("A card was drawn in error", "It is used as the next card, and the round goes on."),
        "shoe-jam": ("The dealing shoe jammed or did not deal all cards", ""),
        "wrong-deck": ("A card lies there twice, or stub and hands are not 52", ""),
        "chips-miscounted": ("The progressive chips are not as many as the wagers accepted", ""),
    },
    short={
        "progressive": "Prog", "five_card_player": "5 own", "five_card_dealer": "5 dlr", "cover_all": "Cover",
        "match_play": "Match", "progressive_coupon": "Coupon",
    },
)  # fmt: skip
