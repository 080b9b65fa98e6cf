"""The scripts of the pages by themselves, without a browser: what they count, send and believe."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._driver import compute_driver_executable

from tests.shuffles.nights import night
from upcard.audit import listing
from upcard.audit.shuffles.document import proof_document
from upcard.audit.shuffles.history import trail
from upcard.cards import parse_cards, show_card

SCRIPTS = Path(__file__).resolve().parents[2] / "src" / "upcard" / "web" / "static" / "js"

PAGE = """
globalThis.document = {
  addEventListener() {}, documentElement: { dataset: {} }, querySelector: () => ({ content: 'tok' }),
};
"""


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """A copy in which a second person signs without a dialog."""
    shutil.copytree(SCRIPTS, tmp_path / "js")
    signs = "export function second(_, send) { return send({ id: 'sue', password: 'pass' }); }"
    (tmp_path / "js" / "console-second.js").write_text(signs, encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return tmp_path


def run(scripts: Path, text: str) -> Any:
    """What `told` is at the end of a script."""
    written = scripts / "asked.js"
    written.write_text(f"{PAGE}\nlet told;\n{text}\nconsole.log(JSON.stringify(told));", encoding="utf-8")
    node, _ = compute_driver_executable()
    done = subprocess.run([node, str(written)], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_amounts_are_whole_cents(scripts: Path) -> None:
    told = run(
        scripts,
        """
        const { cents, amount, dollars, signed } = await import('./js/money.js');
        told = [cents('12.5'), cents('$1,234'), cents('-0.05'), cents('1.005'), amount(-5), amount(1250),
          dollars('1234567.5'), signed('29.00'), signed('-16.00'), signed('0.00'), cents('20,00'), cents('1,23456')];
        """,
    )
    assert told == [
        1250,
        123400,
        -5,
        None,
        "-0.05",
        "12.50",
        "$1,234,567.50",
        "+$29.00",
        "-$16.00",
        "$0.00",
        None,
        None,
    ]


@pytest.mark.parametrize("cents", [0, 40, 99, 100, 12_345, 14_050, 999_999, 521_140])
def test_chips_come_to_the_amount(scripts: Path, cents: int) -> None:
    cut = run(scripts, f"told = (await import('./js/chips.js')).cut('{cents // 100}.{cents % 100:02d}');")
    assert sum(round(float(worth) * 100) * count for worth, count in cut) == cents
    assert all(float(worth) > 0 and count > 0 for worth, count in cut)
    assert [worth for worth, _ in cut] == sorted((worth for worth, _ in cut), key=float, reverse=True)


def test_a_wager_keeps_to_its_limits(scripts: Path) -> None:
    told = run(
        scripts,
        """
        const { fit, step } = await import('./js/seat-wagers.js');
        const bounded = { low: '5.00', high: '33.00' }, listed = { amounts: ['1.00', '5.00'] };
        told = [fit(bounded, 499), fit(bounded, 3301), fit(bounded, 3300), fit(bounded, 0), fit(listed, 300),
          fit({ low: '5.00', high: '4.00' }, 500), step(bounded, 3300, true), step(bounded, 500, false),
          step(listed, 100, true)];
        """,
    )
    assert told == [500, 3300, 3300, 0, 100, 0, 3300, 0, 500]


def test_a_wager_is_set_within_the_one_that_bounds_it_before_either_is_placed(scripts: Path) -> None:
    told = run(
        scripts,
        """
        const { together } = await import('./js/seat-wagers.js');
        const ante = { wager: 'ante', low: '5.00', high: '30.00' }, of = { wager: 'ante', divisor: 1, exact: false };
        const tip = { wager: 'tip', low: '0.01', high: null, of }, lies = { ...ante, placed: '5.00' };
        const fee = { wager: 'insurance', low: null, high: null, of: { wager: 'ante', divisor: 2, exact: true } };
        const set = (wagers, amounts) => together(wagers, amounts).map((one) => one.set);
        told = [set([ante, tip], { ante: 750, tip: 2000 }), set([ante, tip], { ante: 3000, tip: 2000 }),
          set([ante, tip], { tip: 2000 }), set([lies, tip], { tip: 2000 }),
          set([ante, fee], { ante: 1500, insurance: 1 }), set([ante, fee], { ante: 1500 })];
        """,
    )
    assert told == [[750, 750], [3000, 2000], [0, 0], [0, 500], [1500, 750], [1500, 0]]


def test_an_own_limit_is_lowered_at_once_and_raised_from_the_next_stay_on(scripts: Path) -> None:
    told = run(
        scripts,
        """
        const kept = {};
        const [getItem, setItem] = [(name) => kept[name] ?? null, (name, text) => { kept[name] = text; }];
        globalThis.localStorage = { getItem, setItem };
        const { held, stopped, wish } = await import('./js/seat-stay.js');
        const purse = (since, net) => ({ since, net, chips: null, rounds: 1, sells: [] });
        const [first, next] = [new Date().toISOString(), new Date(Date.now() - 90000).toISOString()];
        const stops = (since, net, staked = 0) => Boolean(stopped({ document: { stay: purse(since, net) } }, staked));
        told = [stops(first, '-500.00')];
        wish(purse(first), { loss: 5000, minutes: 0 });
        told.push(stops(first, '-49.99'), stops(first, '-50.00'));
        told.push(stops(first, '-45.00', 500), stops(first, '-45.00', 501));
        wish(purse(first), { loss: 9000, minutes: 0 });
        told.push(stops(first, '-60.00'), stops(next, '-60.00'), stops(next, '-90.01'));
        wish(purse(next), { loss: 0, minutes: 1 });
        told.push(stops(next, '0.00'), stops(next, '-90.01'), held(purse(next, '-60.00')).slice(0, 1));
        told.push(stopped({ document: { stay: purse(next, '-60.00') } }, 4500), held(purse(next, '-60.00')).length);
        """,
    )
    *stops, left, said, sentences = told
    assert stops == [False, False, True, False, True, True, False, True, True, True]
    assert left == ["Your limit is a loss of $90 in this stay. You can still lose $30."]
    assert said == (
        "Your own limit is a loss of $90, and you can still lose $30. "
        "With the bets that may follow this could lose $45."
    )
    assert sentences == 3, "money, minutes, and that what was set is looser than what holds"


def test_what_is_heard_is_the_own_turn_and_a_win(scripts: Path) -> None:
    told = run(
        scripts,
        """
        globalThis.document.title = 'Stud 1';
        const { call, heard } = await import('./js/seat-calls.js');
        const view = (kind, net, round, cards = []) => (
          { you: 1, next: { kind }, receipt: { round, net }, seats: [{ cards }] });
        const wait = view('wait', '-5.00', 1);
        const won = [view('wait', '5.00', 2), view('wait', '0.00', 2), view('wait', '-5.00', 1, ['As'])];
        told = [view('decide', '-5.00', 1), ...won, wait].map((now) => heard(wait, now));
        call(view('decide'));
        told.push(document.title);
        call({ ...view('decide'), you: null });
        told.push(document.title);
        """,
    )
    assert told == ["turn", "win", "", "deal", "", "Your turn · Stud 1", "Stud 1"]


def test_an_act_that_was_not_answered_is_sent_again_under_its_id_with_the_token(scripts: Path) -> None:
    told = run(
        scripts,
        """
        const sent = [];
        globalThis.fetch = async (path, { headers, body }) => {
          sent.push([path, headers['X-Upcard-Token'], JSON.parse(body)]);
          if (sent.length < 3) throw new TypeError('network');
          return { ok: true, status: 200, json: async () => ({ seq: 7 }) };
        };
        const { act } = await import('./js/send.js');
        const reply = await act('stud-1', { act: 'LockOut' }, { version: 4 });
        told = { sent, reply };
        """,
    )
    (path, token, body), *again = told["sent"]
    assert (path, token, body["version"], body["act"]) == ("/api/tables/stud-1/acts", "tok", 4, {"act": "LockOut"})
    assert len(body["id"]) == 32
    assert again == [[path, token, body]] * 2
    assert told["reply"] == {"ok": True, "status": 200, "document": {"seq": 7}}


CONSOLE = """
const sent = [];
const shown = { version: 4, seq: 1, pay: null, next: CHOICE, choices: [], irregularities: [], table: {} };
const desk = {
  slug: 's', doc: shown, take: (doc) => { desk.doc = doc; }, arrival: async () => {}, say() {}, done() {}, draw() {},
};
globalThis.fetch = async (path, { body } = {}) => {
  if (!body) return { ok: true, json: async () => ({ ...shown, version: 5, ...LATER }) };
  sent.push(JSON.parse(body));
  const status = sent.length > 1 ? 200 : 409;
  return { ok: status === 200, status, json: async () => ({ seq: 1 }) };
};
const { perform } = await import('./js/console-send.js');
await perform(desk, CHOICE, {});
told = { versions: sent.map((one) => one.version), refusal: desk.refusal?.message ?? null };
"""


RACKS = {"label": "rack 1", "acts": [{"act": "RackCards", "seat": 1}]}


@pytest.mark.parametrize(
    ("choice", "later", "versions"),
    [
        ({}, {}, [4, 5]),
        ({}, {"pay": {"pay": "20.00"}}, [4]),
        ({}, {"next": None}, [4]),
        ({"second": True}, {}, [4]),
        ({"then": RACKS}, {}, [4, 5]),
        ({"then": RACKS}, {"next": {"act": {"act": "Settle"}}}, [4]),
    ],
    ids=[
        "the same is offered",
        "another amount",
        "not offered any more",
        "signed for what was shown",
        "with the same behind it",
        "with nothing behind it",
    ],
)
def test_what_was_pressed_is_sent_again_only_where_it_still_stands(
    scripts: Path, choice: dict[str, Any], later: dict[str, Any], versions: list[int]
) -> None:
    pressed = {"label": "Settle", "act": {"act": "Settle"}, "asks": [], **choice}
    told = run(scripts, CONSOLE.replace("CHOICE", json.dumps(pressed)).replace("LATER", json.dumps(later)))
    assert told["versions"] == versions
    assert (told["refusal"] is None) == (len(versions) > 1)


@pytest.mark.parametrize("in_one_go", [True, False])
def test_one_press_sends_what_its_button_names_and_says_what_was_left_out(scripts: Path, in_one_go: bool) -> None:
    told = run(
        scripts,
        f"""
        const sent = [];
        const choice = {{ label: 'Settle seat 1', act: {{ act: 'Settle' }}, asks: [], then: {json.dumps(RACKS)} }};
        const doc = {{ version: 4, seq: 1, next: choice, choices: [], irregularities: [], table: {{}} }};
        const inOneGo = {json.dumps(in_one_go)};
        const desk = {{ slug: 's', inOneGo, doc, take() {{}}, arrival: async () => {{}}, say() {{}}, draw() {{}},
          done() {{ desk.refusal = null; }} }};
        globalThis.fetch = async (path, {{ body }}) => {{
          sent.push([path, JSON.parse(body)]);
          const left = {{ act: choice.then.acts[0], error: {{ message: 'an award waits' }} }};
          const refused = path.endsWith('several') ? [left] : [];
          return {{ ok: true, status: 200, json: async () => ({{ seq: 1, done: 1, refused }}) }};
        }};
        const {{ perform }} = await import('./js/console-send.js');
        await perform(desk, choice, {{}});
        told = [...sent[0], desk.refusal?.message ?? null];
        """,
    )
    path, body, message = told
    if in_one_go:
        assert path == "/api/tables/s/several"
        assert (body["acts"], body["version"], body["in_order"]) == ([{"act": "Settle"}, *RACKS["acts"]], 4, True)
        assert message == "Recorded: Settle seat 1. What comes next is not: an award waits."
    else:
        assert (path, body["act"], message) == ("/api/tables/s/acts", {"act": "Settle"}, None)


def test_cards_that_are_keyed_are_as_many_as_are_asked_for(scripts: Path) -> None:
    told = run(
        scripts,
        """
        const { answered } = await import('./js/console-asks.js');
        const asks = [{ name: 'cards', kind: 'cards', label: 'Cards', count: 2, value: null, optional: false }];
        const texts = ['As', 'As Kd', 'As Kd 2c', 'As Xx', '', 'AAs'];
        told = texts.map((cards) => answered({ act: 'ShowHand' }, asks, { cards }));
        """,
    )
    assert [one.get("act") for one in told] == [
        None,
        {"act": "ShowHand", "cards": ["As", "Kd"]},
        None,
        None,
        None,
        None,
    ]


def test_ranks_in_a_row_have_the_suit_that_follows_them_here_too(scripts: Path) -> None:
    texts = ["AsKd", "AKs9h94d", "T10sA9c 2h", "1010s", "As Kd 2c"]
    told = run(
        scripts,
        f"""
        const {{ readCards, unread }} = await import('./js/console-keyed.js');
        const halves = ['ak♠ 9H', 'AK', 'sA', 'AKs9', 'AKsh', 'A K s'];
        told = [{json.dumps(texts)}.map(readCards), halves.map((text) => [readCards(text).join(), unread(text)])];
        """,
    )
    assert told[0] == [[show_card(card) for card in parse_cards(text)] for text in texts], "one reading for both"
    assert told[1] == [["As,Ks,9h", ""], ["", "AK"], ["", "sA"], ["As,Ks", "9"], ["As,Ks", "h"], ["As,Ks", ""]]


def test_a_count_sends_itself_where_it_can_have_no_further_digit_and_is_no_wrong_one(scripts: Path) -> None:
    told = run(
        scripts,
        """
        const { allCounted } = await import('./js/console-asks.js');
        const cut = { name: 'cards', kind: 'count', label: 'Cut', value: null, optional: false, most: 51 };
        const whole = { ...cut, most: 52, right: 52 };
        const read = (asks) => (cards) => allCounted(asks, { cards });
        told = [['', '2', '26', '6', '52', '2x'].map(read([cut])), ['5', '52', '51', '9'].map(read([whole])),
          ['26'].map(read([{ ...cut, most: undefined }])), ['26'].map(read([cut, { ...cut, name: 'hands' }]))];
        """,
    )
    cuts = [False, False, True, True, False, False]
    assert told == [cuts, [False, True, False, False], [False], [False]], "a wrong count is looked at before it is sent"


def test_an_amount_is_keyed_by_the_chips_that_lie_there(scripts: Path) -> None:
    told = run(
        scripts,
        """
        const { answered } = await import('./js/console-asks.js');
        const worth = { w: '1.00', r: '5.00', g: '25.00' };
        const chips = Object.keys(worth).map((key) => ({ key, worth: worth[key] }));
        const asks = [{ name: 'amount', kind: 'amount', label: 'Ante', chips, value: '10.00', optional: false }];
        const read = (amount) => answered({}, asks, amount ? { amount } : {}).act.amount;
        told = ['2gr', 'G 12w', '', '35', 'rx', '2g5'].map(read);
        """,
    )
    assert told == ["55.00", "37.00", "10.00", "35", "rx", "2g5"], "what is no chip is left to the floor to refuse"


def test_the_last_card_of_a_field_sends_it_where_nothing_else_is_missing(scripts: Path) -> None:
    told = run(
        scripts,
        """
        const { allKeyed } = await import('./js/console-asks.js');
        const cards = { name: 'dealer', kind: 'cards', label: 'Cards', count: 3, lie: ['9c'], optional: false };
        const chips = { name: 'chips', kind: 'count', label: 'Chips', value: null, optional: false };
        told = ['9cAs', '9cAsKd', '9cAsKdQ', '9cAsKdQh'].map((dealer) => allKeyed([cards], { dealer }, 'dealer'));
        told.push(allKeyed([cards], {}, 'dealer'), allKeyed([cards, chips], { dealer: '9cAsKd' }, 'dealer'),
          allKeyed([chips], { chips: '5' }, 'chips'));
        """,
    )
    assert told == [False, True, False, False, False, False, False]


def test_events_of_a_stream_are_read_whole_however_they_come(scripts: Path) -> None:
    told = run(
        scripts,
        """
        const parts = [': hello\\n\\nid: 3\\nda', 'ta: {"seq":3,\\ndata: "locked":""}\\n',
          '\\nid: 4\\r\\ndata: {"seq":4,"locked":"the disk"}\\n\\n'];
        globalThis.window = { addEventListener() {} };
        document.getElementById = () => null;
        globalThis.fetch = async () => ({ ok: true, body: new ReadableStream({ start(to) {
          for (const part of parts) to.enqueue(new TextEncoder().encode(part));
        } }) });
        const { live } = await import('./js/live.js');
        const seen = [];
        await new Promise((done) => live('table:x:sign', (doc, id) => {
          seen.push([doc.seq, id, document.documentElement.dataset.link]);
          if (seen.length === 2) done();
        }));
        console.log(JSON.stringify(seen));
        process.exit(0);
        """,
    )
    assert told == [[3, "3", "live"], [4, "4", "locked"]]


def test_a_card_that_lies_face_down_has_no_name(scripts: Path) -> None:
    told = run(scripts, "const { cardName } = await import('./js/cards.js'); told = [cardName(null), cardName('Th')];")
    assert told == ["a card, face down", "ten of hearts"]


def _swapped(proof: dict[str, Any]) -> None:
    proof["dealt"][0], proof["dealt"][1] = proof["dealt"][1], proof["dealt"][0]


def _shuffled_late(proof: dict[str, Any]) -> None:
    proof["entries"]["shuffled"]["seq"] = proof["entries"]["bets_closed"]["seq"] + 1


def _other_word(proof: dict[str, Any]) -> None:
    proof["shuffle"]["contributions"][0]["value"] += "!"


def _other_commitment(proof: dict[str, Any]) -> None:
    proof["shuffle"]["commitment"] = "0" * 64


FORGED: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (_swapped, "lay on top"),
    (_shuffled_late, "before the end of the bets"),
    (_other_word, "order of the deck"),
    (_other_commitment, "SHA-256 of the secret"),
]


def test_a_shuffle_is_checked_by_the_players_own_page(scripts: Path) -> None:
    rounds = (trail(night("deadwood").memory, line.table, line.number) for line in listing(night("deadwood").memory, 9))
    documents = (json.loads(json.dumps(proof_document(found))) for found in rounds)
    proof = next(one for one in documents if one["shuffle"]["contributions"] and len(one["dealt"]) > 1)
    given = [deepcopy(proof) for _ in range(1 + len(FORGED))]
    for one, (forge, _) in zip(given[1:], FORGED, strict=True):
        forge(one)
    text = f"const {{ verify }} = await import('./js/fair.js'); const given = {json.dumps(given)};"
    honest, *forged = run(
        scripts, f"{text} told = []; for (const one of given) told.push(await verify(one, {json.dumps('f' * 64)}, ''));"
    )
    bad = [[words for holds, words in one if holds is False] for one in (honest, *forged)]
    assert bad[0] == ["It is the commitment that this page saw before the deal."]
    for (_, words), found in zip(FORGED, bad[1:], strict=True):
        assert any(words in each for each in found)
