"""Situations of Caribbean stud: what a case of payment needs on the table, and the round that brings it there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from upcard.cards import Card, Category, below, pretty, rank_five
from upcard.cards.lowest_hand import lowest_value
from upcard.cards.random_hand import from_pair, hand_of, pick, plain, same_ranks, some, whole, whole_deck
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.five_card import column
from upcard.games.caribbean_stud.main_wagers import qualifies
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.caribbean_stud.wagers import most
from upcard.games.payment import Meter, Payment
from upcard.games.play_round import DOLLAR, Place, Plan, Situation
from upcard.number_format import multiple
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.units import Award, micros

ANTES = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100)
SIDES = (1, 2, 5)
TIES = (Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR, Category.STRAIGHT)
LOW = (Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR)
ACE_KING, SELDOM_BELOW = lowest_value("ace-king"), lowest_value("queen")


class Case(NamedTuple):
    """A wager of one seat, the hand behind it, the dealer's beside it, and what else the case needs."""

    wager: str
    hand: Category | None = None
    dealer: str = "under"
    """`under` and `over` the seat's hand, `equal` to it, `none` at all, or `any`; or a category of its own."""
    folds: bool = False
    other: Category | None = None
    """The hand of another seat."""
    extra: str = ""
    """A coupon, a magic card or a lucky position."""


def cases(rules: CaribbeanStudRules) -> dict[str, Case]:
    """Every case of payment at a table, by its subject."""
    found = {f"bet:{hand.key}": Case("bet", hand) for hand in reversed(Category)}
    found |= {
        "ante:win": Case("ante"), "ante:no_hand": Case("ante", dealer="none"), "ante:lose": Case("ante", dealer="over"),
        "ante:push": Case("ante", dealer="equal"), "ante:fold": Case("ante", dealer="any", folds=True),
        "bet:no_hand": Case("bet", dealer="none"), "bet:lose": Case("bet", dealer="over"),
        "bet:push": Case("bet", dealer="equal"),
    }  # fmt: skip
    found = {subject: case for subject, case in found.items() if _dealt(rules, case)}
    schedule = rules.progressive
    if schedule is not None:
        found |= {f"progressive:{hand.key}": Case("progressive", hand, "any") for hand in schedule.lines}
        found["progressive:none"] = Case("progressive", Category.PAIR, "any")
        found["progressive:fold"] = Case("progressive", Category.PAIR, "any", folds=True)
        found |= {f"envy:{hand.key}": Case("envy", None, "any", other=hand) for hand in schedule.envy}
        if rules.progressive_coupon is not None:
            best = next(iter(schedule.lines))
            found["progressive:coupon"] = Case("progressive", best, "any", extra="coupon")
    if rules.bonus is not None:
        found |= {f"bonus:{hand.key}": Case("bonus", hand, "any") for hand in rules.bonus.lines}
        found["bonus:none"] = Case("bonus", Category.HIGH_CARD, "any")
    if rules.five_card is not None:
        for whose in ("player", "dealer"):
            wager = f"five_card_{whose}"
            found |= {f"{wager}:{hand.key}": _five_card(wager, hand) for hand in rules.five_card}
            found[f"{wager}:none"] = _five_card(wager, Category.PAIR)
    if rules.magic_card is not None and rules.five_card is not None:
        found["magic_card"] = Case("magic_card", None, "any", extra="magic")
        found["lucky"] = Case("lucky", None, "any", extra="lucky")
    if rules.cover_all is not None and rules.lowest_cover_all is not None:
        hands = [hand for hand in reversed(Category) if hand >= rules.lowest_cover_all]
        found |= {f"cover_all:{hand.key}": Case("cover_all", hand, "any") for hand in hands}
        found["cover_all:none"] = Case("cover_all", Category.PAIR, "none")
    if "tip" in rules.wagers:
        found |= {
            "tip:win": Case("tip"),
            "tip:lose": Case("tip", dealer="over"),
            "tip:push": Case("tip", dealer="equal"),
        }
    if rules.match_play is not None:
        found["match_play:win"] = Case("match_play", extra="match_play")
    return found


def _five_card(wager: str, hand: Category) -> Case:
    return Case(wager, hand, "any") if wager.endswith("player") else Case(wager, None, hand.key)


def readings(place: Place, stream: Iterator[int]) -> dict[str, Meter]:
    """Meters that have grown for a while, on odd amounts."""
    return {
        level: Meter(micros(seed + seed * below(400, stream) // 100 + below(99, stream) + 1), micros(seed))
        for level, seed in place.seeds.items()
    }


def situation(place: Place, case: Case, stream: Iterator[int]) -> Situation:
    """A round in which the case comes up."""
    rules = place.t.rules
    assert isinstance(rules, CaribbeanStudRules)
    seats = 2 + below(min(place.t.seats, 6) - 1, stream)
    seat = 1 + below(seats, stream)
    other = pick([n for n in range(1, seats + 1) if n != seat], stream)
    hands, dealer = _cards(rules, case, seats, seat, other, stream)
    wagers = [w for n in range(1, seats + 1) for w in _wagers(rules, n, case if n == seat else None, stream)]
    if case.other is not None:
        wagers.append(stud.PlaceWager(other, "progressive", rules.progressive.wagers[0] if rules.progressive else 0))
    decisions: dict[int, tuple[str, ...]] = {seat: ("Fold",) if case.folds else ("Bet",)}
    if case.other is not None:
        decisions[other] = ("Bet",)
    plan = Plan(seats, tuple(wagers), _order(place.t, hands, dealer), decisions, _reveal(case, seat, hands))
    return Situation(plan, seat, other, readings(place, stream))


def _reveal(case: Case, seat: int, hands: dict[int, tuple[Card, ...]]) -> stud.Reveal:
    """What is drawn beside the cards: only what the case is about."""
    match case.extra:
        case "magic":
            return stud.Reveal(magic_card=hands[seat][0])
        case "lucky":
            return stud.Reveal(lucky=str(seat))
        case _:
            return stud.Reveal()


def _cards(
    rules: CaribbeanStudRules, case: Case, seats: int, seat: int, other: int, stream: Iterator[int]
) -> tuple[dict[int, tuple[Card, ...]], tuple[Card, ...]]:
    """Hands for all, the seat's and the dealer's as the case wants them; chance is tried until they fit together."""
    for _ in range(200):
        left = whole_deck()
        hand = hand_of(_kind(rules, case, stream), left, stream, _wanted(rules, case))
        if hand is None:
            continue
        left -= set(hand)
        dealer = _dealer(rules, case, hand, left, stream)
        if dealer is None:
            continue
        left -= set(dealer)
        hands = {seat: hand}
        if case.other is not None:
            brings = hand_of(case.other, left, stream)
            if brings is None:
                continue
            hands[other] = brings
            left -= set(brings)
        for number in range(1, seats + 1):
            if number not in hands:
                hands[number] = plain(left, stream, Category.PAIR)
                left -= set(hands[number])
        return hands, dealer
    raise AssertionError(f"no cards for {case}")


def _qualify(rules: CaribbeanStudRules, kind: Category) -> bool:
    """Whether many hands of a kind would qualify as the dealer's."""
    if kind <= Category.PAIR:
        return rules.qualifies_from <= max(kind << 20, ACE_KING)
    return rules.qualifies_from < kind << 20


def _dealt(rules: CaribbeanStudRules, case: Case) -> bool:
    """Whether the case is dealt without many tries: the dealer may have no hand, and a hand may beat the dealer's."""
    if case.dealer == "none":
        return rules.qualifies_from >= SELDOM_BELOW
    return case.hand is None or _qualify(rules, case.hand)


def _kind(rules: CaribbeanStudRules, case: Case, stream: Iterator[int]) -> Category:
    if case.hand is not None:
        return case.hand
    every = TIES if case.dealer == "equal" else LOW
    rare = Category.STRAIGHT if case.dealer == "equal" else Category.FULL_HOUSE
    kinds = [kind for kind in every if _qualify(rules, kind)] or [rare]
    return kinds[below(len(kinds), stream)]


def _wanted(rules: CaribbeanStudRules, case: Case) -> Any:
    if case.wager == "bonus" and rules.bonus is not None:
        return from_pair(rules.bonus.lowest_pair)
    if case.hand is None and case.dealer in ("under", "equal"):
        return lambda value: qualifies(rules, value)
    return lambda value: True


def _dealer(
    rules: CaribbeanStudRules, case: Case, hand: tuple[Card, ...], left: set[Card], stream: Iterator[int]
) -> tuple[Card, ...] | None:
    """The dealer's hand beside the seat's."""
    mine = rank_five(hand)
    if case.dealer in {kind.key for kind in Category}:
        return hand_of(Category[case.dealer.upper()], left, stream)
    kind = case.dealer if case.dealer != "any" else ("under", "over", "none")[below(3, stream)]
    match kind:
        case "equal":
            return same_ranks(hand, left, stream)
        case "none":
            seldom = rules.qualifies_from < SELDOM_BELOW  # then any high card does, for a case of another wager
            return hand_of(Category.HIGH_CARD, left, stream, lambda value: seldom or not qualifies(rules, value))
        case "over":
            return _found(rules, left, stream, lambda value: value > mine and qualifies(rules, value))
        case _:
            return _found(rules, left, stream, lambda value: value < mine and qualifies(rules, value))


def _found(rules: CaribbeanStudRules, left: set[Card], stream: Iterator[int], wanted: Any) -> tuple[Card, ...] | None:
    kinds: tuple[Category, ...] = (*LOW, Category.THREE_OF_A_KIND, Category.FLUSH)
    if rules.qualifies_from > Category.TWO_PAIR << 20:
        kinds = (*kinds[3:], Category.STRAIGHT, Category.FULL_HOUSE)
    for _ in range(60):
        found = _quickly(kinds[below(len(kinds), stream)], left, stream, wanted)
        if found is not None:
            return found
    return None


def _quickly(kind: Category, left: set[Card], stream: Iterator[int], wanted: Any) -> tuple[Card, ...] | None:
    """A few tries at one kind: high cards are dealt with ace and king among them, or they would seldom play."""
    for _ in range(30):
        if kind is Category.HIGH_CARD:
            aces, kings = [c for c in left if c >> 2 == 12], [c for c in left if c >> 2 == 11]
            if not aces or not kings:
                return None
            two = {pick(sorted(aces), stream), pick(sorted(kings), stream)}
            cards = (*sorted(two), *some(3, left - two, stream))
            value = rank_five(cards)
            if value >> 20 == Category.HIGH_CARD and wanted(value):
                return cards
        else:
            return hand_of(kind, left, stream, wanted) if _possible(kind, wanted) else None
    return None


def _possible(kind: Category, wanted: Any) -> bool:
    """Whether the weakest or the strongest of a kind would do at all."""
    return bool(wanted(kind << 20) or wanted((kind << 20) + 0xFFFFF))


def _wagers(rules: CaribbeanStudRules, seat: int, case: Case | None, stream: Iterator[int]) -> list[Any]:
    """An ante, the wager that is asked about, and sometimes others."""
    highest = most(rules, Seat(), "ante")
    room = rules.progressive.wagers[-1] if rules.progressive is not None else 0
    every = 1 + rules.law.bet_multiple
    antes = [
        dollars * DOLLAR
        for dollars in ANTES
        if dollars * DOLLAR >= rules.minimum and (highest is None or dollars * DOLLAR * every + room <= highest * every)
    ] or [rules.minimum]
    ante = pick(antes, stream)
    found: list[Any] = [stud.PlaceWager(seat, "ante", ante)]
    needed = _needed(case)
    for wager in rules.wagers:
        wanted = below(4, stream) == 0
        size = SIDES[below(len(SIDES), stream)] * DOLLAR
        if wager == "progressive" and rules.progressive is not None:
            if case is not None and case.extra == "coupon":
                found.append(stud.PlaceCoupon(seat, "progressive", rules.progressive_coupon or 0))
            elif wager in needed or below(2, stream):
                found.append(stud.PlaceWager(seat, wager, pick(rules.progressive.wagers, stream)))
        elif wager in needed or wanted:
            found.append(stud.PlaceWager(seat, wager, min(size, ante) if wager == "tip" else size))
    if case is not None and case.extra == "match_play":
        found.append(stud.PlaceCoupon(seat, "match_play", ante))
    return found


def _needed(case: Case | None) -> tuple[str, ...]:
    if case is None:
        return ()
    return {"envy": ("progressive",), "magic_card": ("five_card_player",), "lucky": ("five_card_player",)}.get(
        case.wager, (case.wager,)
    )


def _order(t: TableRules, hands: dict[int, tuple[Card, ...]], dealer: tuple[Card, ...]) -> tuple[Card, ...]:
    """The deck from which exactly these hands are dealt, clockwise and the dealer's last."""
    assert t.dealing is not None
    dealt = [*(hands[seat] for seat in sorted(hands)), dealer]
    if t.dealing.order.deal == "singly":
        return whole([hand[place] for place in range(len(dealer)) for hand in dealt])
    return whole([card for hand in dealt for card in hand])


# ---- what is mixed up ------------------------------------------------------------------------------------------------


def schedule(rules: CaribbeanStudRules, round: stud.Round, wager: str) -> dict[Category, Award]:
    """The lines that a wager is paid by."""
    match wager:
        case "bet":
            return {hand: odds for hand, (odds, _) in rules.bet.items()}
        case "progressive" if rules.progressive is not None:
            return {hand: line.award for hand, line in rules.progressive.lines.items()}
        case "bonus" if rules.bonus is not None:
            return dict(rules.bonus.lines)
        case "five_card_player" | "five_card_dealer":
            return rules.five_card or {}
        case "cover_all" if rules.cover_all is not None:
            return dict(rules.cover_all.get(column(rules, round), {}))
        case _:
            return {}


def mistakes(rules: CaribbeanStudRules, round: stud.Round, payment: Payment) -> Iterator[tuple[int, str]]:
    """Amounts that somebody might hand over in this game alone."""
    stake, ante = payment.staked, round.seats[payment.seat].ante
    if payment.wager == "envy" and rules.progressive is not None:
        for hand, cents in rules.progressive.envy.items():
            yield cents, f"That is the envy for a {hand.words} and the smallest wager."
            for wager in rules.progressive.wagers:
                yield rules.progressive.envy_cents(hand, wager), f"That is the envy for a {hand.words}."
    if payment.wager == "bet" and payment.paid:
        larger = multiple(rules.law.bet_multiple, "large", "twice as").replace("times large", "times as large")
        words = f"The odds were taken on the ante; they are on the bet, which is {larger}."
        yield payment.paid * ante // stake + stake, words
    if payment.wager in ("ante", "tip"):
        odds = "even money" if payment.odds == "1 to 1" else payment.odds or "even money"
        yield 3 * stake, f"The {payment.wager} is paid {odds}, whatever the hand."


def happened(final: Round, seat: int, wager: str) -> tuple[str, ...]:
    """What has happened in a round, without the hands: those are on the table."""
    found = [f"Seat {seat} folds." if final.seats[seat].folded else "The hole cards are turned over."]
    if final.magic_card is not None:
        found.append(f"The magic card is {pretty(final.magic_card)}.")
    if final.lucky is not None:
        found.append(f"The lucky position is seat {final.lucky}.")
    if wager == "cover_all":
        found.append(f"{len(final.seats)} players were dealt in.")
    return tuple(found)
