"""Slips that a lawyer makes, by name: each changes one thing of an edition's document and says what a check must tell.

A slip names the rules that it touches, so that several in one text do not hide each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

from upcard.law.text import Fault

Document = dict[str, Any]
KINDS = ("sets", "permits", "leaves")


class Slip(NamedTuple):
    """One thing that was changed, and the fault that must be told of it."""

    name: str
    touches: frozenset[str]
    rule: str | None
    says: str
    """What the message has in it."""

    def told_by(self, faults: list[Fault]) -> bool:
        return any(self.says in one.message and self.rule in (None, one.rule) for one in faults)


Mutation = Callable[[Document, Random], Slip | None]
MUTATIONS: list[Mutation] = []


def mutation(function: Mutation) -> Mutation:
    MUTATIONS.append(function)
    return function


class Place(NamedTuple):
    """Where a rule is given."""

    giver: dict[str, Any]
    kind: str
    rule: str

    @property
    def value(self) -> Any:
        return self.giver[self.kind][self.rule]

    def put(self, value: Any) -> None:
        self.giver[self.kind][self.rule] = value

    def take(self) -> Any:
        return self.giver[self.kind].pop(self.rule)


def places(document: Document) -> list[Place]:
    givers = (*document["clause"], *document["reading"])
    return [Place(giver, kind, rule) for giver in givers for kind in KINDS for rule in giver.get(kind, {})]


def place_of(document: Document, rule: str) -> Place | None:
    return next((place for place in places(document) if place.rule == rule), None)


def spare(place: Place) -> bool:
    """Whether its giver gives more than this rule: one that gives nothing is a fault of its own."""
    return sum(len(place.giver.get(kind, {})) for kind in KINDS) > 1


def any_place(document: Document, random: Random, fits: Callable[[Place], bool] = lambda place: True) -> Place | None:
    found = [place for place in places(document) if fits(place)]
    return random.choice(found) if found else None


def misspelt(word: str, random: Random) -> str:
    """Another word, with one letter in the middle gone."""
    at = random.randrange(1, len(word) - 1)
    return word[:at] + word[at + 1 :] + "q"


def texts(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every string in a value, with the way to it."""
    match value:
        case dict():
            for key, one in value.items():
                yield from texts(one, (*path, key))
        case list():
            for place, one in enumerate(value):
                yield from texts(one, (*path, place))
        case str():
            yield path, value


def written_at(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = deepcopy(value)
    at = copy
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = new
    return copy


def _replaced(document: Document, random: Random, pattern: str, new: str, name: str, says: str) -> Slip | None:
    """Somewhere an amount of that form is another."""
    found = [(place, path, text) for place in places(document) for path, text in texts(place.value)
             if re.fullmatch(pattern, text)]  # fmt: skip
    if not found:
        return None
    place, path, text = random.choice(found)
    place.put(written_at(place.value, path, re.sub(pattern, new, text)))
    return Slip(name, frozenset({place.rule}), place.rule, says)


# ---- names ---------------------------------------------------------------------------------------------------------


@mutation
def a_rule_misspelt(document: Document, random: Random) -> Slip | None:
    place = any_place(document, random)
    assert place is not None
    wrong = misspelt(place.rule, random)
    place.giver[place.kind][wrong] = place.take()
    return Slip("a rule misspelt", frozenset({place.rule, wrong}), wrong, f"{wrong} is no rule of ")


@mutation
def a_rule_left_out(document: Document, random: Random) -> Slip | None:
    place = any_place(document, random, spare)
    if place is None:
        return None
    place.take()
    return Slip("a rule left out", frozenset({place.rule}), place.rule, f"no clause sets {place.rule}, ")


@mutation
def a_rule_given_twice(document: Document, random: Random) -> Slip | None:
    place = any_place(document, random)
    assert place is not None
    other = random.choice([one for one in document["clause"] if one is not place.giver])
    other.setdefault("sets", {})[place.rule] = place.value
    return Slip("a rule given twice", frozenset({place.rule}), place.rule, f"{place.rule} is set by ")


@mutation
def a_rule_given_and_silent(document: Document, random: Random) -> Slip | None:
    place = any_place(document, random)
    assert place is not None
    document["silent"].append(place.rule)
    says = f"{place.rule} is said to be silent in "
    return Slip("a rule given and silent", frozenset({place.rule}), place.rule, says)


@mutation
def a_silence_misspelt(document: Document, random: Random) -> Slip | None:
    if not document["silent"]:
        return None
    at = random.randrange(len(document["silent"]))
    rule = document["silent"][at]
    wrong = document["silent"][at] = misspelt(rule, random)
    return Slip("a silence misspelt", frozenset({rule, wrong}), wrong, f"{wrong} is no rule of ")


@mutation
def a_field_misspelt(document: Document, random: Random) -> Slip | None:
    clause = random.choice(document["clause"])
    clause["sumary"] = "It says so."
    return Slip(
        "a field misspelt", frozenset({clause["id"]}), None, "there is no field 'sumary'; did you mean 'summary'?"
    )


@mutation
def a_head_left_out(document: Document, random: Random) -> Slip | None:
    name = random.choice([name for name in ("title", "citation", "jurisdiction") if name in document])
    del document[name]
    return Slip("a head left out", frozenset({name}), None, f"{name} is missing")


@mutation
def a_duty_misspelt(document: Document, random: Random) -> Slip | None:
    clause = random.choice(document["clause"])
    clause["duty"] = "compte"
    return Slip("a duty misspelt", frozenset({clause["id"]}), None, "did you mean 'compute'?")


@mutation
def a_clause_twice(document: Document, random: Random) -> Slip | None:
    clause = random.choice(document["clause"])
    document["clause"].append({"id": clause["id"], "duty": "show", "summary": "Once more.", "sets": {}})
    return Slip("a clause twice", frozenset({clause["id"]}), None, "the clause stands twice")


@mutation
def a_clause_of_another_edition(document: Document, random: Random) -> Slip | None:
    clause = random.choice(document["clause"])
    clause["id"] = clause["id"].replace(document["id"], "elsewhere", 1)
    says = f"the clause is not of {document['id']}"
    return Slip("a clause of another edition", frozenset({clause["id"]}), None, says)


@mutation
def a_reading_of_no_clause(document: Document, random: Random) -> Slip | None:
    reading = random.choice(document["reading"])
    reading["reads"] = [*reading["reads"], "(999)"]
    name = frozenset({reading["name"]})
    return Slip("a reading of no clause", name, None, f"there is no clause {document['id']}(999)")


@mutation
def an_unknown_draft(document: Document, random: Random) -> Slip | None:
    if "undecided" in document:
        return None
    document["undecided"] = ["bet_on_luck"]
    return Slip("an unknown draft", frozenset({"undecided"}), "bet_on_luck", "is no rule that the text gives")


# ---- lines of the procedure ----------------------------------------------------------------------------------------


def _line(document: Document, random: Random) -> tuple[dict[str, Any], dict[str, Any]] | None:
    found = [(clause, line) for clause in document["clause"] for line in clause.get("steps", ())]
    return random.choice(found) if found else None


@mutation
def a_step_that_is_none(document: Document, random: Random) -> Slip | None:
    if (found := _line(document, random)) is None:
        return None
    found[1]["at"] = "SettleUpp"
    return Slip("a step that is none", frozenset({found[0]["id"]}), None, "'SettleUpp' is no step of the procedure")


@mutation
def a_condition_that_is_none(document: Document, random: Random) -> Slip | None:
    if (found := _line(document, random)) is None:
        return None
    found[1]["when"] = {"mode": "vrtual"}
    return Slip("a condition that is none", frozenset({found[0]["id"]}), None, "mode is never 'vrtual'")


# ---- values --------------------------------------------------------------------------------------------------------


@mutation
def a_word_misspelt(document: Document, random: Random) -> Slip | None:
    words = ("push", "returned", "meter", "posted", "void", "tray", "in-turn", "hand", "in turn", "fold", "every wager")
    found = [(place, path, text) for place in places(document) for path, text in texts(place.value)
             if text in words and place.rule not in FREE]  # fmt: skip
    if not found:
        return None
    place, path, text = random.choice(found)
    wrong = misspelt(text, random)
    place.put(written_at(place.value, path, wrong))
    return Slip("a word misspelt", frozenset({place.rule}), place.rule, f"cannot be {wrong!r}: it is ")


FREE = ("glossary", "required_devices", "suspension_causes", "wagers_frozen_after", "cards_in_view")
"""Rules whose words are the text's own."""


@mutation
def a_truth_in_words(document: Document, random: Random) -> Slip | None:
    place = any_place(document, random, lambda place: place.value is True)
    if place is None:
        return None
    place.put("yes")
    return Slip("a truth in words", frozenset({place.rule}), place.rule, f"{place.rule} cannot be 'yes': it is ")


@mutation
def odds_that_pay_nothing(document: Document, random: Random) -> Slip | None:
    return _replaced(document, random, r"[0-9,]+ (to|for) 1", r"0 \1 1", "odds that pay nothing", "it pays nothing")


@mutation
def odds_of_no_form(document: Document, random: Random) -> Slip | None:
    return _replaced(document, random, r"([0-9,]+) to 1", r"\1:1", "odds of no form", "it is odds such as")


@mutation
def an_amount_of_no_form(document: Document, random: Random) -> Slip | None:
    return _replaced(document, random, r"\$([0-9,]+)", r"\1 dollars", "an amount of no form", " dollars': it is ")


@mutation
def a_share_above_the_whole(document: Document, random: Random) -> Slip | None:
    pattern = r"[0-9]+% of ([a-z_]+)"
    return _replaced(document, random, pattern, r"101% of \1", "a share above the whole", "a share is at most 100%")


@mutation
def a_hand_misspelt(document: Document, random: Random) -> Slip | None:
    found = []
    for place in places(document):
        tables = [place.value] if isinstance(place.value, dict) else []
        while tables:
            table = tables.pop()
            found += [(place, table)] if "straight_flush" in table and place.rule != "pay_tables" else []
            tables += [one for one in table.values() if isinstance(one, dict)]
    if not found:
        return None
    place, table = random.choice(found)
    table["straigt"] = table[next(iter(table))]
    says = "there is no 'straigt' here: it is a hand"
    return Slip("a hand misspelt", frozenset({place.rule}), place.rule, says)


BOUNDED = ("bet_multiple", "insurance_divisor", "first_bet_multiple", "second_bet_multiple", "bonus_card_multiple")


@mutation
def a_multiple_of_nothing(document: Document, random: Random) -> Slip | None:
    place = any_place(document, random, lambda place: place.rule in BOUNDED)
    if place is None:
        return None
    place.put(0)
    return Slip("a multiple of nothing", frozenset({place.rule}), place.rule, place.rule)


# ---- what holds between rules --------------------------------------------------------------------------------------


def _silenced(document: Document, rule: str) -> bool:
    place = place_of(document, rule)
    if place is None or not spare(place):
        return False
    place.take()
    if rule in (clauses := place.giver.get("clauses", {})):
        del clauses[rule]
    document["silent"].append(rule)
    return True


@mutation
def a_tip_that_wins_nothing(document: Document, random: Random) -> Slip | None:
    area, odds = place_of(document, "tip_area"), place_of(document, "tip_follows_ante")
    if area is None or area.value != "none" or odds is not None:
        return None
    area.put("ante")
    touched = frozenset({"tip_area", "tip_follows_ante"})
    return Slip("a tip that wins nothing", touched, "tip_follows_ante", "the text does not say what it wins")


@mutation
def a_fold_that_forgets_a_wager(document: Document, random: Random) -> Slip | None:
    place = place_of(document, "fold_forfeits")
    if place is None or not place.value:
        return None
    wager = random.choice(place.value)
    place.put([one for one in place.value if one != wager])
    touched = frozenset({"fold_forfeits", "fold_keeps", "bonus_tables", "progressive_tables", "link_tables"})
    says = f"a {wager} wager may be placed, and a fold neither"
    return Slip("a fold that forgets a wager", touched, "fold_forfeits", says)


@mutation
def five_cards_that_a_fold_forgets(document: Document, random: Random) -> Slip | None:
    place = place_of(document, "fold_keeps")
    if place is None or "five_card_dealer" not in place.value:
        return None
    place.put(["envy", "five_card_player"])
    touched = frozenset({"fold_keeps", "fold_forfeits", "five_card_table", "five_card_hands", "bonus_tables",
                         "progressive_tables", "link_tables"})  # fmt: skip
    return Slip("five cards that a fold forgets", touched, "fold_keeps", "a five card wager on the dealer's hand")


@mutation
def a_schedule_that_is_none(document: Document, random: Random) -> Slip | None:
    place = place_of(document, random.choice(["elected_wager_tables", "unlinked_tables"]))
    if place is None:
        return None
    place.put([*place.value, "XYZ-99"])
    touched = frozenset({place.rule, "progressive_tables", "link_tables"})
    return Slip("a schedule that is none", touched, place.rule, "there is no schedule 'XYZ-99'")


ENVY = frozenset({"progressive_tables", "link_tables", "envy_by_wager", "envy_hands", "straight_flush_includes_royal"})


def _schedules(document: Document, fits: Callable[[dict[str, Any]], bool]) -> list[tuple[Place, str, dict[str, Any]]]:
    found = [place for rule in ("progressive_tables", "link_tables") if (place := place_of(document, rule))]
    return [(place, name, text) for place in found for name, text in place.value.items() if fits(text)]


@mutation
def envy_without_an_amount(document: Document, random: Random) -> Slip | None:
    found = _schedules(document, lambda text: len(text.get("envy", {})) > 1)
    if not found:
        return None
    place, name, text = random.choice(found)
    gone = random.choice([*text["envy"]])
    del text["envy"][gone]
    says = f"{name}: a {gone} brings envy, and there is no amount for it"
    return Slip("envy without an amount", ENVY, place.rule, says)


@mutation
def a_meter_that_is_none(document: Document, random: Random) -> Slip | None:
    found = _schedules(document, lambda text: any("% of main" in line for line in text["lines"].values()))
    if not found:
        return None
    place, name, text = random.choice(found)
    text["lines"] = {hand: line.replace("% of main", "% of mian") for hand, line in text["lines"].items()}
    says = f"{name}: there is no meter 'mian'"
    return Slip("a meter that is none", ENVY, place.rule, says)


@mutation
def nobody_wins_the_whole(document: Document, random: Random) -> Slip | None:
    found = _schedules(document, lambda text: True)
    if not found:
        return None
    place, name, text = random.choice(found)
    text["lines"] = {hand: line.replace("100% of", "99% of") for hand, line in text["lines"].items()}
    return Slip("nobody wins the whole", ENVY, place.rule, f"{name}: no hand wins the whole of a meter")


@mutation
def a_seed_of_no_meter(document: Document, random: Random) -> Slip | None:
    found = _schedules(document, lambda text: True)
    if not found:
        return None
    place, name, text = random.choice(found)
    text["seeds"] = {**text.get("seeds", {}), "mager": "$100"}
    return Slip("a seed of no meter", ENVY, place.rule, f"{name}: a seed is listed for 'mager'")


@mutation
def half_of_what_goes_together(document: Document, random: Random) -> Slip | None:
    pairs = [
        ("bonus_tables", "bonus_settled"), ("five_card_table", "five_card_hands"), ("magic_card", "draws_paid_on"),
        ("cover_all_columns", "cover_all_last"), ("progression_rate_minimum", "progression_rate_over"),
    ]  # fmt: skip
    here = [(rule, other) for rule, other in pairs if place_of(document, rule) and place_of(document, other)]
    random.shuffle(here)
    rule, other = next(((rule, other) for rule, other in here if _silenced(document, other)), ("", ""))
    if not rule:
        return None
    says = f"{rule}: it goes with {other}, on which the text is silent"
    return Slip("half of what goes together", frozenset({name for pair in pairs for name in pair}), rule, says)


@mutation
def a_column_that_is_missing(document: Document, random: Random) -> Slip | None:
    place = place_of(document, "cover_all_columns")
    if place is None:
        return None
    gone = random.choice(["3", "4", "5"])
    place.put({name: column for name, column in place.value.items() if name != gone})
    touched = frozenset({"cover_all_columns", "cover_all_eight"})
    return Slip("a column that is missing", touched, "cover_all_columns", f"there is no column for {gone}")


@mutation
def a_hand_that_may_not_stand(document: Document, random: Random) -> Slip | None:
    place = place_of(document, "final_choices")
    if place is None:
        return None
    place.put(["discard", "card"])
    return Slip("a hand that may not stand", frozenset({"final_choices"}), "final_choices", "may also stand")


@mutation
def a_lower_hand_that_pays_more(document: Document, random: Random) -> Slip | None:
    place = place_of(document, "pay_tables")
    if place is None:
        return None
    name, table = random.choice([*place.value.items()])
    table["straight"], table["flush"] = table["flush"] + 1, table["straight"]
    says = f"{name}: flush pays {table['flush']} to 1, less than a lower hand"
    return Slip("a lower hand that pays more", frozenset({"pay_tables"}), "pay_tables", says)


# ---- several in one text -------------------------------------------------------------------------------------------


def planted(document: Document, random: Random, count: int) -> tuple[Document, list[Slip]]:
    """A copy of a document with so many slips, none of which touches what another one does."""
    slips: list[Slip] = []
    for _ in range(100):
        if len(slips) == count:
            break
        tried = deepcopy(document)
        slip = random.choice(MUTATIONS)(tried, random)
        if slip is not None and not any(slip.touches & other.touches for other in slips):
            document = tried
            slips.append(slip)
    return document, slips
