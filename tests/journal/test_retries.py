"""Commands that are sent again: one effect, the same answer for everybody, and no other command under the same id."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import count, groupby
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.journal.racing.dying import left_behind
from tests.journal.racing.money import HOUSE, KINDS, money_evening
from tests.journal.racing.place import quick_folder
from tests.journal.racing.schedule import Sent, replayed, scattered
from tests.journal.racing.script import EXAMPLES, OFTEN, Script, evening, example_house, next_act, record, said
from tests.rules.houses import with_petitions
from upcard.bots import Pit
from upcard.errors import Conflict, Refused
from upcard.journal.act_table import HOUSE as LICENSEE
from upcard.journal.casino import Casino
from upcard.journal.command import Command, Reply
from upcard.journal.floor import Floor, Writer, open_house
from upcard.money import commands as mc
from upcard.store.open import open_store
from upcard.store.sqlite import SqliteStore
from upcard.tables import Actor
from upcard.tables import commands as c

_numbers = count(1)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with quick_folder() as name:
        yield name


@pytest.fixture(scope="module")
def scripts(folder: Path) -> Callable[[str], Script]:
    """An evening of each example house, and one of money, played once."""
    found: dict[str, Script] = {}

    def script(name: str) -> Script:
        if name not in found:
            store = SqliteStore(str(folder / f"script-{name}"))
            if name == "money":
                found[name] = record(with_petitions(example_house(HOUSE)), store, "money", money_evening)
            else:
                found[name] = evening(example_house(name), store, 5)
            store.close()
        return found[name]

    return script


def sqlite_floors(script: Script, folder: Path, random: Random) -> Callable[[Floor | None], Floor]:
    """One process after the other on a file, which the last one has closed or left as it was."""
    path = folder / f"replay-{next(_numbers)}"

    def restarted(before: Floor | None) -> Floor:
        nonlocal path
        if before is not None and random.random() < 0.5:
            path = left_behind(path, path.with_name(f"{path.name}+"))
        if before is not None:
            before.store.close()
        return script.floor(SqliteStore(str(path)))

    return restarted


@pytest.mark.parametrize("name", [*EXAMPLES, "money"])
@pytest.mark.parametrize("seed", range(3))
def test_a_command_sent_up_to_five_times_has_one_effect_and_one_answer(
    name: str, seed: int, folder: Path, scripts: Callable[[str], Script]
) -> None:
    script, random = scripts(name), Random(seed)
    replay = replayed(script, scattered(script, random), sqlite_floors(script, folder, random), random)
    assert replay.seen["first"] == len(script.steps) > 60
    assert min(replay.seen[kind] for kind in ("again", "refused again", "forged", "restarts")) > 1, replay.seen


@pytest.mark.parametrize("name", [*EXAMPLES, "money"])
def test_two_floors_on_one_journal_give_each_other_s_answers(
    name: str, postgres_url: str, scripts: Callable[[str], Script]
) -> None:
    script, random = scripts(name), Random(name)

    def restarted(before: Floor | None) -> Floor:
        if before is not None:
            before.store.close()
        return script.floor(open_store(postgres_url))

    replay = replayed(script, scattered(script, random), restarted, random, floors=2)
    assert replay.seen["first"] == len(script.steps)
    assert min(replay.seen[kind] for kind in ("again", "refused again", "forged", "restarts")) > 1, replay.seen


def test_every_kind_of_money_command_is_tried(scripts: Callable[[str], Script]) -> None:
    steps = scripts("money").steps
    assert {type(command.ask) for command, reply in steps if reply.entries} >= KINDS
    assert {type(command.ask) for command, reply in steps if reply.error} >= KINDS


SENDS = st.lists(st.tuples(st.integers(0, 9), st.booleans(), st.sampled_from(["", "", "", "forged"])), max_size=40)


@settings(max_examples=40, deadline=None)
@given(SENDS, st.randoms(use_true_random=False))
def test_any_order_of_retries(
    folder: Path, scripts: Callable[[str], Script], sends: list[tuple[int, bool, str]], restarts: Random
) -> None:
    """`sends` are steps back from the next one, whether a batch ends there, and whether the body is another."""
    script = scripts("money")
    batches: list[list[Sent]] = [[]]
    sent = 0
    for back, ends, kind in [*sends, *[(0, False, "")] * len(script.steps)]:
        forged = kind == "forged" and 0 < back <= sent
        step = sent if back == 0 or back > sent else sent - back
        if step == len(script.steps):
            break
        batches[-1].append(Sent(step, forged))
        sent += step == sent
        if ends:
            batches.append([])
    replayed(script, batches, sqlite_floors(script, folder, restarts), restarts)


# ---- what is remembered, and what is not ---------------------------------------------------------------------------


@pytest.fixture
def floor(folder: Path) -> Iterator[Floor]:
    store = SqliteStore(str(folder / f"floor-{next(_numbers)}"))
    floor = Floor(example_house("deadwood"), store)
    open_house(floor)
    yield floor
    store.close()


def play(floor: Floor, name: str, pit: Pit, *, until: str) -> None:
    """Bots play on until the round is in a phase."""
    while (round := getattr(floor.casino.tables.get(name), "round", None)) is None or round.phase != until:
        by, ask, table = next_act(floor, name, pit)
        (reply,) = floor.process([Command(f"play/{next(_numbers)}", by, ask, table)])
        assert reply.error is None


def test_a_refusal_is_repeated_although_the_act_would_now_be_right(floor: Floor) -> None:
    pit = Pit(floor.casino.rules["Stud 1"], "refusals", 1)
    play(floor, "Stud 1", pit, until="deciding")
    early = Command("early", Actor("Stud 1 dealer", "dealer"), c.Reconcile(), "Stud 1")
    (first,) = floor.process([early])
    assert isinstance(first.error, Refused)
    play(floor, "Stud 1", pit, until="settled")
    while isinstance(next_act(floor, "Stud 1", pit)[1], c.RackCards):
        by, ask, table = next_act(floor, "Stud 1", pit)
        assert floor.process([Command(f"play/{next(_numbers)}", by, ask, table)])[0].error is None
    (again,) = floor.process([early])
    assert said(again) == said(first)
    assert again.again
    (other,) = floor.process([replace(early, id="in time")])
    assert other.error is None


def test_a_command_for_a_state_that_is_gone_changes_nothing_and_is_not_remembered(floor: Floor) -> None:
    dealer = Actor("Stud 1 dealer", "dealer")
    floor.process([Command("open", dealer, c.OpenTable(), "Stud 1")])
    version = floor.casino.versions["table/Stud 1"]
    stale = Command("seat", Actor("ada", "player"), c.TakeSeat(1, "ada"), "Stud 1", version - 1)
    before, books = floor.store.head(), dict(floor.casino.books.balances)
    for batch in ([stale], [stale, stale]):
        assert all(isinstance(reply.error, Conflict) and not reply.again for reply in floor.process(batch))
    assert floor.store.head() == before
    assert floor.casino.books.balances == books
    assert floor.store.answer("seat") is None
    (reply,) = floor.process([replace(stale, version=version)])
    assert reply.error is None
    (late,) = floor.process([stale])
    assert isinstance(late.error, Conflict), "the id now belongs to another body"
    (again,) = floor.process([replace(stale, version=version)])
    assert said(again) == said(reply)


DEALER, PAYING = Actor("Stud 1 dealer", "dealer"), Actor("cage", "cage")
LETTERS = ("", "x" * 101, "two\nlines", "nothing\0", "half a letter \ud800")
UNFIT = (
    *(Command(text, DEALER, c.OpenTable(), "Stud 1") for text in LETTERS),
    *(Command("name", Actor(text, "dealer"), c.OpenTable(), "Stud 1") for text in LETTERS),
    Command("half", DEALER, c.TakeSeat(1, "\ud800"), "Stud 1"),
    Command("nowhere", DEALER, c.OpenTable()),
    Command("elsewhere", PAYING, mc.FillTray("Stud 1", 1), "Stud 1"),
    *(Command("rich", PAYING, mc.FillTray("Stud 1", 10**digits)) for digits in (12, 19, 20, 40)),
    Command("generous", LICENSEE, mc.CorrectMeter("Gold Rush", "main", 10**18, "a slip", "cage")),
    Command("wild", DEALER, mc.ReadSign("Gold Rush", "pit", {"main": -(10**13)})),
    Command("later", DEALER, c.OpenTable(), "Stud 1", 10**30),
)


def test_a_command_that_no_journal_could_hold_is_refused_and_nobody_else_is_disturbed(
    floor: Floor, postgres_url: str
) -> None:
    shared = Floor(example_house("deadwood"), open_store(postgres_url))
    open_house(shared)
    for each in (floor, shared):
        for number, unfit in enumerate(UNFIT):
            good = Command(f"good {number}", PAYING, mc.FillTray("Stud 1", 100))
            replies = each.process([unfit, good, unfit])
            assert [type(reply.error) for reply in replies] == [Conflict, type(None), Conflict], unfit
        assert each.store.balances()["tray/Stud 1"] == len(UNFIT) * 100 * 1_000_000
    shared.store.close()


# ---- everybody at once ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXAMPLES)
def test_several_senders_of_one_command_are_told_the_same(name: str, folder: Path) -> None:
    """Every table has its own dealer; every act is sent by one to five tasks, and old ones come again in between."""
    house, random = example_house(name), Random(name)
    store = SqliteStore(str(folder / f"senders-{name}"))
    floor = Floor(house, store)
    open_house(floor)
    told: list[tuple[Command, Reply]] = []

    async def run() -> None:
        writer = Writer(floor.process)

        async def send(command: Command) -> None:
            told.append((command, await writer.send(command)))

        async def table(name: str, pit: Pit) -> None:
            mine: list[Command] = []
            while len(mine) < 80:
                by, ask, at = next_act(floor, name, pit)
                mine.append(Command(f"{name}/{len(mine)}", by, ask, at))
                again = random.sample(mine, min(len(mine), random.randint(0, 2)))
                await asyncio.gather(*map(send, [*[mine[-1]] * random.randint(1, 5), *again]))

        pits = {t.name: Pit(t, "senders", 2, irregular=OFTEN) for t in house.tables}
        await asyncio.gather(*(table(name, pit) for name, pit in pits.items()))
        await writer.close()

    asyncio.run(run())
    entries = list(store.entries())
    casino = Casino(house)
    for entry in entries:
        casino.apply(entry)
    assert casino.tables == floor.casino.tables
    assert sum(store.balances().values()) == 0
    by_command = [(command, tuple(made)) for command, made in groupby(entries, lambda entry: entry.command)]
    made_by = dict(by_command)
    assert len(by_command) == len(made_by), "no command has a second effect"
    assert len(told) > 80 * len(house.tables)
    for command, reply in told:
        assert reply.error is None
        assert reply.entries == made_by[command.id]
    firsts = [command.id for command, reply in told if not reply.again]
    assert len(firsts) == len(set(firsts)) == 80 * len(house.tables)
    store.close()
