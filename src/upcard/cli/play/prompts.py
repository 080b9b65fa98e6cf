"""You: single-letter choices, amounts within their limits, and the last wagers repeated with Enter."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from upcard.cli.play.local_table import Session, covered, offer, place, refused, staked, tried, wager_names
from upcard.cli.play.narration import WAGERS, money
from upcard.cli.play.options import whole_hand
from upcard.cli.play.screen import Left, Stage
from upcard.games.option import Option
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.table import TableRules
from upcard.tables import Table, signs
from upcard.units import parse_cents

NONE = ("n", "no", "none", "0", "-")
YES = ("y", "yes")
QUIT = ("q", "quit", "exit")
FIRST_ANTE = 1_000
DOLLAR = 100

ABOUT_WAGERS = (
    "ante_required", "ante_range", "limit", "progressive_device", "progressive_amount", "classic_wager",
    "bonus_tables", "five_card_hands", "cover_all_placed", "cover_all_lowest", "tip_ceiling", "tip_with_ante",
    "insurance_divisor",
)  # fmt: skip
ABOUT_DECISIONS = (
    "decision_choices", "bet_multiple", "fold_forfeits_ante", "fold_forfeits", "dealer_qualifies_with",
    "no_hand_ante", "no_hand_bet", "first_bet_multiple", "second_bet_multiple", "final_choices",
    "winning_hand_stands", "uninsured_discards", "insured_may_discard", "bonus_card_multiple",
)  # fmt: skip
"""The rules that a player may ask about, in the order in which they matter."""


class Human:
    """The seat that asks."""

    def __init__(self, stage: Stage, purse: int) -> None:
        self.stage = stage
        self.purse = purse
        """What the player has between rounds, in cents."""
        self.last: dict[str, int] = {}
        """The last choices by wager; 0 for none."""
        self.watching = False
        self.repeating = False

    # ---- wagers ------------------------------------------------------------------------------------------------

    def wagers(self, session: Session, seat: int, players: int) -> tuple[Any, ...]:
        if self.watching:
            return ()
        notice = ""
        if self.repeating and self.last:
            again = self._again(session, seat, players)
            if again is not None:
                return again
            notice = "Those wagers cannot be repeated now; please choose again."
        return self._chosen(session, seat, players, notice)

    def _again(self, session: Session, seat: int, players: int) -> tuple[Any, ...] | None:
        table = session.table
        commands = []
        for wager, cents in self.last.items():
            if not cents:
                continue
            if wager == "cover_all" and not covered(session.t, players):
                return None
            command = place(session.t, seat, wager, cents)
            if refused(session.t, table, seat, command) is not None:
                return None
            table = tried(session.t, table, seat, command)
            commands.append(command)
        if self._left(session.t, table, seat) < 0:
            return None
        return tuple(commands)

    def _left(self, t: TableRules, table: Table, seat: int) -> int:
        """What stays free when all the bets of the hand are set aside."""
        assert table.round is not None
        there: Any = table.round.seats.get(seat)
        ante = there.ante if there is not None else 0
        return self.purse - staked(t, table.round, seat) - ante * (whole_hand(t.rules) - 1)

    def _chosen(self, session: Session, seat: int, players: int, notice: str) -> tuple[Any, ...]:
        t, table = session.t, session.table
        commands = []
        for wager in wager_names(t):
            if wager == "cover_all" and not covered(t, players):
                continue
            option = self._affordable(t, table, seat, offer(t, table, seat, wager))
            if option is None:
                continue
            self.stage.preview = table
            cents = self._amount(session, table, seat, wager, option, notice)
            notice = ""
            self.last[wager] = cents
            if cents:
                command = place(t, seat, wager, cents)
                table = tried(t, table, seat, command)
                commands.append(command)
        self.stage.preview = None
        return tuple(commands)

    def _affordable(self, t: TableRules, table: Table, seat: int, option: Option | None) -> Option | None:
        """The option within the purse, the bets of the hand set aside."""
        if option is None:
            return None
        ante = option.fields["wager"] == "ante"
        most = self.purse // whole_hand(t.rules) if ante else self._left(t, table, seat)
        if option.amounts is not None:
            amounts = tuple(cents for cents in option.amounts if cents <= most)
            return Option(act=option.act, fields=option.fields, amounts=amounts) if amounts else None
        high = most if option.high is None else min(most, option.high)
        if high < (option.low or 1):
            return None
        return Option(act=option.act, fields=option.fields, low=option.low, high=high)

    def _amount(self, session: Session, table: Table, seat: int, wager: str, option: Option, notice: str) -> int:
        t = session.t
        needed = wager == "ante"
        default = self._default(wager, option)
        said = money(default) if default else "none"
        prompt = f" {WAGERS[wager].capitalize()}, {_bounds(t, option, self.purse)} [{said}] > "
        while True:
            self.stage.draw(notice)
            answer = self._line(prompt)
            notice = ""
            if answer == "?":
                self._explain(session, ABOUT_WAGERS)
            elif answer == "" or (answer in YES and default):
                return default
            elif answer in NONE and not needed:
                return 0
            else:
                cents = _dollars(answer, option)
                if cents is None:
                    notice = f"{answer[:20]!r} is no amount; write dollars such as 10 or 12.50."
                elif not option.allows(place(t, seat, wager, cents)):
                    notice = (
                        f"{WAGERS[wager].capitalize()}: {money(cents)} is outside {_bounds(t, option, self.purse)}."
                    )
                elif because := refused(t, table, seat, place(t, seat, wager, cents)):
                    notice = because
                else:
                    return cents

    def _default(self, wager: str, option: Option) -> int:
        """The last choice as far as it is still possible; the first time ten dollars of ante and nothing more."""
        wanted = self.last.get(wager, FIRST_ANTE if wager == "ante" else 0)
        if option.amounts is not None:
            return (wanted if wanted in option.amounts else option.amounts[0]) if wanted else 0
        if not wanted:
            return 0
        assert option.high is not None
        return max(option.low or 1, min(wanted, option.high))

    # ---- decisions -----------------------------------------------------------------------------------------------

    def decide(self, session: Session, seat: int, offered: tuple[Option, ...]) -> Option:
        left = self.purse - staked(session.t, session.round, seat)
        keys: dict[str, tuple[Option, str]] = {}
        there: Any = session.round.seats[seat]
        for option in sorted(offered, key=lambda o: ORDER.index(o.act)):
            key, label, cost = _choice(session.t, option, there)
            if cost <= left:
                keys[key] = (option, label)
        only = next(iter(keys)) if len(keys) == 1 else ""
        prompt = " " + "  ".join([label for _, label in keys.values()] + ["[?] rules", "[q]uit"]) + " > "
        notice = ""
        while True:
            self.stage.draw(notice)
            answer = self._line(prompt) or only
            notice = ""
            if answer == "?":
                self._explain(session, ABOUT_DECISIONS)
            elif not answer:  # one key too many must not cost anybody a bet
                notice = f"Enter alone decides nothing here: please press {' or '.join(keys)}."
            elif answer[0] in keys and answer in (answer[0], keys[answer[0]][0].act.lower()):
                return keys[answer[0]][0]
            else:
                notice = f"{answer[:20]!r} is no choice here; a letter in brackets is."

    # ---- asking ----------------------------------------------------------------------------------------------------

    def _line(self, prompt: str) -> str:
        answer = self.stage.screen.ask(prompt)
        if answer in QUIT:
            raise Left
        return answer

    def _explain(self, session: Session, rules: tuple[str, ...]) -> None:
        """The clauses behind the present choice, then what the signs at the table say."""
        from textwrap import wrap

        edition = session.t.edition
        cited = [edition.citations[rule] for rule in rules if rule in edition.citations]
        lines: list[Text] = []
        for clause in dict.fromkeys(citation.clause for citation in cited):
            summary = edition.clause(clause).summary
            lines += [Text(f" {clause}", "bold"), *(Text(f"   {part}") for part in wrap(summary, 72))]
        for sign in signs(session.t, session.table):
            named = [(left, right) for left, right in sign.lines if left and len(right) < 40]
            if named:
                lines += [Text(), Text(f" {sign.title}", "bold")]
                lines += [Text(f"   {left:<20} {right}") for left, right in named]
        self.stage.leaf([*lines, Text()])


ORDER = ("Bet", "Stand", "Discard", "BuyCard", "Fold")


def _choice(t: TableRules, option: Option, seat: Any) -> tuple[str, str, int]:
    """The key, the label and the cost of a decision."""
    match option.act:
        case "Bet":
            law: Any = t.rules.law
            if not isinstance(t.rules, BonusSixRules):
                cents = law.bet_multiple * seat.ante
                return "b", f"[b]et {money(cents)}", cents
            cents = (law.second_bet_multiple if seat.bets else law.first_bet_multiple) * seat.ante
            if tip := option.fields.get("tip", 0):
                return "t", f"bet and [t]ip {money(tip)}", cents + tip
            return "b", f"[b]et {money(cents)}", cents
        case "Stand":
            return "s", "[s]tand", 0
        case "Discard":
            return "d", "[d]iscard", 0
        case "BuyCard":
            cents = t.rules.law.bonus_card_multiple * seat.ante if isinstance(t.rules, BonusSixRules) else 0
            return "c", f"bonus [c]ard for {money(cents)}", cents
        case _:
            return "f", "[f]old", 0


def _dollars(answer: str, option: Option) -> int | None:
    if answer in YES:
        return option.amounts[0] if option.amounts else min(max(option.low or 1, DOLLAR), option.high or DOLLAR)
    try:
        return parse_cents(answer.removeprefix("$").replace(",", ""))
    except ValueError:
        return None


def _bounds(t: TableRules, option: Option, purse: int) -> str:
    """The amounts that may be wagered, and what bounds them where that is not plain."""
    if option.amounts is not None:
        return " or ".join(money(cents) for cents in option.amounts)
    assert option.high is not None
    low = option.low or 1
    span = f"{money(low)} to {money(option.high)}" if low > 1 else f"up to {money(option.high)}"
    if option.fields["wager"] != "ante":
        return span
    if option.high == purse // whole_hand(t.rules):
        return f"{span} (your money must cover the bet too)"
    if not isinstance(t.rules, BonusSixRules) and t.rules.limit is not None and option.high != t.rules.maximum:
        return f"{span} (the {money(t.rules.limit)} limit counts the bet too)"
    return span
