"""`upcard settle`, line for line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.running import Run, apart, one_sentence
from upcard.cli import settle as command
from upcard.games.settle import settle_or_error

MASSACHUSETTS: dict[str, Any] = {
    "edition": "ma",
    "house": {"progressive": "D", "bonus": "B", "five_card": True, "cover_all": True},
    "meters": {
        "main": {"amount": "50123.45", "seed": "10000.00", "reserve": "120.00"},
        "five_card": {"amount": "2000.00", "seed": "1000.00"},
    },
    "dealer": ["Ah", "Kd", "5s", "4c", "2d"],
    "seats": {
        "1": {
            "cards": ["9c", "9d", "4s", "Jh", "2c"],
            "decision": "bet",
            "wagers": {
                "ante": "10.00",
                "progressive": "1.00",
                "bonus": "5.00",
                "five_card_player": "1.00",
                "five_card_dealer": "1.00",
                "cover_all": "5.00",
            },
        },
        "3": {"cards": ["8c", "7d", "4d", "3h", "2h"], "decision": "fold", "wagers": {"ante": "15.00"}},
    },
    "magic_card": "Qd",
    "lucky": "3",
}

SOUTH_DAKOTA: dict[str, Any] = {
    "edition": "sd-2015",
    "dealer": ["Ah", "Kd", "5s", "4c", "2d"],
    "seats": {
        "1": {
            "cards": ["9c", "9d", "4s", "Jh", "2c"],
            "decision": "bet",
            "wagers": {"ante": "10.00", "tip": "5.00"},
        }
    },
}

BONUS_SIX: dict[str, Any] = {
    "edition": "sd-bonus6",
    "house": {"pay_table": "black-hawk", "minimum": "5.00", "maximum": "100.00"},
    "community": "6h",
    "seats": {
        "1": {
            "cards": ["6d", "Tc", "2h", "9s"],
            "decisions": ["bet", "bet", "stand"],
            "wagers": {"ante": "10.00", "insurance": "5.00"},
            "tips": ["2.00", "2.00", "2.00"],
        }
    },
}

GOOD = json.dumps(SOUTH_DAKOTA).encode()


def encoded(*rounds: Any) -> bytes:
    return b"".join(json.dumps(round).encode() + b"\n" for round in rounds)


def why(line: dict[str, Any]) -> str:
    """The message of a line that stands where a settlement would, in the form that programs rely on."""
    assert line.keys() == {"error"}
    assert line["error"].keys() == {"message", "clause"}
    message = line["error"]["message"]
    assert isinstance(message, str)
    return message


@pytest.mark.rule("ante_odds", "bet_pair_or_less", "fold_forfeits_ante")
def test_the_round_of_the_contract(upcard: Run) -> None:
    ran = upcard("settle", "-", stdin=encoded(MASSACHUSETTS))
    assert ran.status == 0
    assert ran.err == ""
    (settled,) = ran.lines
    assert settled["net"] == {"1": "17.00", "3": "-15.00"}
    assert settled["payments"][0] == {
        "seat": "3",
        "wager": "ante",
        "result": "forfeit",
        "staked": "15.00",
        "returned": "0.00",
        "paid": "0.00",
        "source": None,
        "clause": "ma-10(a)",
    }
    assert settled["tips"] == "0.00"
    assert settled["meters"] == {"main": "50123.45", "five_card": "2000.00"}
    assert settled["dealer"] == {"qualifies": True, "hand": "ace-king high"}
    assert settled.keys() == {"payments", "net", "tips", "meters", "dealer"}


def test_order_is_kept_and_an_error_stands_in_its_place(upcard: Run, tmp_path: Path) -> None:
    rounds = tmp_path / "rounds.jsonl"
    refused = SOUTH_DAKOTA | {"edition": "nowhere"}
    rounds.write_bytes(encoded(BONUS_SIX, refused, SOUTH_DAKOTA) + b"{nonsense\n" + encoded(MASSACHUSETTS))
    ran = upcard("settle", str(rounds))
    assert ran.status == 1
    assert ran.err == ""
    first, second, third, fourth, fifth = ran.lines
    assert first["net"] == {"1": "19.00"}
    assert "nowhere" in why(second)
    assert third["net"] == {"1": "25.00"}
    assert "malformed JSON at character 2" in why(fourth)
    assert fifth["net"] == {"1": "17.00", "3": "-15.00"}


@pytest.mark.rule("tip_area")
def test_a_refusal_names_its_clause(upcard: Run) -> None:
    seat = SOUTH_DAKOTA["seats"]["1"]
    ran = upcard("settle", stdin=encoded(SOUTH_DAKOTA | {"edition": "ma", "seats": {"1": seat}}))
    assert ran.status == 1
    assert ran.lines[0]["error"]["clause"] == "ma-6(a)"
    assert "tip" in why(ran.lines[0])


@pytest.mark.parametrize(
    ("line", "because"),
    [
        (b"{", "malformed JSON"),
        (b"[]", "an object is expected"),
        (b"null", "an object is expected"),
        (b'"round"', "an object is expected"),
        (GOOD + b" x", "malformed JSON"),
        (GOOD + GOOD, "malformed JSON"),
        (b'{"edition": "ma", "edition": "sd-2015"}', "'edition' stands twice"),
        (b'{"seats": {"1": {}, "1": {}}}', "'1' stands twice"),
        (b'{"edition": NaN}', "NaN is not JSON"),
        (b'{"edition": -Infinity}', "-Infinity is not JSON"),
        (b'{"edition": 1e999}', "too large"),
        (b'{"edition": ' + b"9" * 19 + b"}", "more than 18 digits"),
        (b'{"edition": ' + b"9" * 5000 + b"}", "more than 18 digits"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"edition": "' + b"\xff" + b'"}', "byte 14 is not UTF-8"),
        (b"\xed\xa0\x80", "byte 1 is not UTF-8"),
        (b'{"edition": "\\ud800"}', "edition"),
        (b'{"\\ud800": 1, "edition": "ma"}', ""),
        (b"{}", "edition: it is missing"),
        (b'{"edition": "ma", "house": {"\\ud800": 1}}', "house."),
        (b"\0", "malformed JSON"),
    ],
)
def test_a_malformed_line_is_an_error_in_its_place(upcard: Run, line: bytes, because: str) -> None:
    ran = upcard("settle", stdin=GOOD + b"\n" + line + b"\n" + GOOD + b"\n")
    assert ran.status == 1
    assert ran.err == ""
    assert ran.out.isascii()
    before, error, after = ran.lines
    assert before["net"] == after["net"] == {"1": "25.00"}
    assert because in why(error)
    assert "fault in Upcard" not in why(error)


@pytest.mark.parametrize("digits", [17, 18, 19])
def test_the_longest_number(digits: int) -> None:
    line = command._settled(b'{"edition": ' + b"9" * digits + b"}", settle_or_error)
    assert ("digits" in why(line)) == (digits > command.LONGEST_NUMBER)


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_a_line_that_would_fill_the_memory_is_passed_over(
    upcard: Run, monkeypatch: pytest.MonkeyPatch, more: int
) -> None:
    monkeypatch.setattr(command, "LONGEST_LINE", len(GOOD) + 100)
    long = GOOD + b" " * (99 + more) + b"\n"
    ran = upcard("settle", stdin=long + GOOD)
    assert len(ran.lines) == 2
    assert ran.lines[1]["net"] == {"1": "25.00"}
    assert ("error" in ran.lines[0]) == (more > 0)
    very_long = b"x" * (10 * len(GOOD)) + b"\n"
    assert len(upcard("settle", stdin=GOOD + b"\n" + very_long + GOOD).lines) == 3


@pytest.mark.parametrize(
    ("stdin", "outcome"),
    [
        (b"", ""),
        (b"\n", ""),
        (b"\n \r\n\t\n", ""),
        (GOOD, "s"),
        (GOOD + b"\n", "s"),
        (GOOD + b"\r\n", "s"),
        (GOOD + b"\n\n  \n", "s"),
        (b"\n" + GOOD, "es"),
        (GOOD + b"\n\n" + GOOD, "ses"),
        (GOOD + b"\n\n\n" + GOOD + b"\n\n", "sees"),
        (b"\xef\xbb\xbf" + GOOD, "s"),
    ],
)
def test_blank_lines_count_unless_they_are_the_last(upcard: Run, stdin: bytes, outcome: str) -> None:
    ran = upcard("settle", stdin=stdin)
    assert "".join("e" if "error" in line else "s" for line in ran.lines) == outcome
    assert ran.status == ("e" in outcome)


def test_what_cannot_be_read_at_all(upcard: Run, tmp_path: Path) -> None:
    assert "No such file" in one_sentence(upcard("settle", str(tmp_path / "missing")))
    assert "directory" in one_sentence(upcard("settle", str(tmp_path)))
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"):
        file = tmp_path / encoding
        file.write_text(json.dumps(SOUTH_DAKOTA), encoding=encoding)
        assert "UTF-8" in one_sentence(upcard("settle", str(file)))


def test_no_standard_input_at_all(upcard: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from upcard.cli.settle import settle
    from upcard.errors import Refused

    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(Refused, match="standard input"):
        settle()


def test_a_file_of_one_round_over_several_lines(upcard: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(SOUTH_DAKOTA, indent=2))
    spread, plain = upcard("settle", str(file)), upcard("settle", stdin=encoded(SOUTH_DAKOTA))
    assert (spread.status, spread.lines) == (0, plain.lines)
    file.write_text("{\n" + json.dumps(SOUTH_DAKOTA) + "\n")
    broken = upcard("settle", str(file))
    assert broken.status == 1
    assert [("error" in line) for line in broken.lines] == [True, False], "a broken line is its own error"


def test_readings(upcard: Run) -> None:
    ran = upcard("settle", "--readings", stdin=encoded(SOUTH_DAKOTA, BONUS_SIX, MASSACHUSETTS, {}))
    assert [line.get("readings") for line in ran.lines] == [
        ["usual-ranking", "what-the-limit-counts", "tip-follows-the-ante"],
        ["usual-ranking", "the-posted-schedule", "odds-on-every-wager"],
        ["what-the-table-pays", "side-wagers-in-every-case", "who-counts-for-cover-all", "what-a-five-card-wager-is"],
        None,
    ]
    plain = upcard("settle", stdin=encoded(SOUTH_DAKOTA))
    assert ran.lines[0] == plain.lines[0] | {"readings": ran.lines[0]["readings"]}


def test_a_fault_of_ours_spoils_one_line_only() -> None:
    def broken(value: Any) -> dict[str, Any]:
        raise AssertionError(f"never {value}")

    assert "fault in Upcard" in why(command._settled(b"{}", broken))


def test_it_is_the_same_apart_and_in_a_pipe(upcard: Run, tmp_path: Path) -> None:
    rounds = encoded(MASSACHUSETTS, {}, SOUTH_DAKOTA)
    file = tmp_path / "-rounds"
    file.write_bytes(rounds)
    inside = upcard("settle", stdin=rounds)
    assert apart("settle", stdin=rounds) == inside
    assert apart("settle", "./-rounds", cwd=tmp_path) == inside
    assert apart("settle", "-", "--readings", stdin=b"") == (0, "", "")


def test_each_answer_comes_at_once_in_a_pipe() -> None:
    """Another program may write a round and wait for its settlement before it writes the next."""
    with subprocess.Popen(
        [sys.executable, "-m", "upcard", "settle", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(GOOD + b"\n")
            assert json.loads(process.stdout.readline())["net"] == {"1": "25.00"}
        process.stdin.close()
        assert process.wait() == 0


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals_and_big_files(upcard: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(encoded(SOUTH_DAKOTA) * 3)
    monkeypatch.setattr(command, "BIG_FILE", 1)
    assert upcard("settle", str(file)).err == ""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    ran = upcard("settle", str(file))
    assert "Settling" in screen.getvalue()
    assert len(ran.lines) == 3


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["ma", "sd-2015", "10.00"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from([*MASSACHUSETTS, *BONUS_SIX, "1", "cards", "wagers"]) | st.text(), inner)
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(
    JSON | st.fixed_dictionaries(dict.fromkeys(MASSACHUSETTS, JSON) | {"edition": st.sampled_from(["ma", "sd-2011"])})
)
def test_nothing_that_json_can_say_is_a_crash(value: Any) -> None:
    line = json.dumps(value).encode()
    assert "fault in Upcard" not in why(command._settled(line, settle_or_error))


@given(st.binary(max_size=40))
def test_no_bytes_are_a_crash(line: bytes) -> None:
    why(command._settled(line, settle_or_error))


HAND, LOW = ["9c", "9d", "4s", "Jh", "2c"], ["Ah", "Kd", "5s", "4c", "2d"]
MAIN = {"main": {"amount": "10020.00", "seed": "10000.00"}}


def one_seat(edition: str, wagers: dict[str, str], house: dict[str, Any], **more: Any) -> dict[str, Any]:
    seat = {"cards": more.pop("cards", HAND), "decision": "bet", "wagers": wagers, **more}
    return {"edition": edition, "house": house, "meters": MAIN, "dealer": LOW, "seats": {"1": seat}}


@pytest.mark.rule("limit_combines", "match_play_ceiling", "match_play", "meter_floor", "awards_from")
def test_limits_coupons_and_fixed_awards_line_by_line(upcard: Run) -> None:
    each = {"progressive": "PMG-01", "limit_applies_to": "each-wager"}
    off = {"progressive": "D", "awards_from": "meter"}
    flush = ["Ac", "Jc", "7c", "6c", "3c"]
    ran = upcard("settle", "-", stdin=encoded(
        one_seat("sd-2015", {"ante": "49.51", "progressive": "1.00"}, each),
        one_seat("sd-2015", {"ante": "33.01", "progressive": "1.00"}, {"progressive": "PMG-01"}),
        one_seat("ma", {"ante": "10.00"}, {}, coupons={"match_play": "10.01"}),
        one_seat("ma", {"ante": "10.00"}, {}, coupons={"match_play": "10.00"}),
        one_seat("ma", {"ante": "10.00"}, {}, coupons={"match_play": "10.00"}, cards=["As", "Kh", "5d", "4h", "2c"]),
        one_seat("ma", {"ante": "10.00", "progressive": "1.00"}, off, cards=flush),
        one_seat("ma", {"ante": "10.00", "bonus": "5.01"}, {"bonus": "A", "bonus_maximum": "5.00"}),
        one_seat("ma", {"ante": "10.00"}, {"liability_limit": "2000.00"}),
    ))  # fmt: skip
    assert ran.status == 1
    each_wager, total, larger, won, pushed, off_meter, beyond, costly = ran.lines
    assert [line["error"]["clause"] for line in (each_wager, total, larger, beyond, costly)] == [
        "sd-2015(limit)", "sd-2015(limit)", "ma-6(a)", None, None,
    ]  # fmt: skip
    (coupon,) = (line for line in won["payments"] if line["wager"] == "match_play")
    assert (coupon["staked"], coupon["returned"], coupon["paid"], won["net"]) == (
        "0.00",
        "0.00",
        "10.00",
        {"1": "40.00"},
    )
    (kept,) = (line for line in pushed["payments"] if line["wager"] == "match_play")
    assert (kept["result"], kept["returned"], pushed["net"]) == ("push", "0.00", {"1": "0.00"})
    (award,) = (line for line in off_meter["payments"] if line["wager"] == "progressive")
    assert (award["paid"], award["source"], off_meter["meters"]) == ("40.00", "meter", {"main": "10000.00"})
