"""What seldom happens while a round is played has its sentence too."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.tables.desk import bonus_six, massachusetts, south_dakota
from upcard.cards import parse_card, parse_cards, rank_five
from upcard.games.bonus_six import Round as SixRound
from upcard.games.bonus_six import events as six
from upcard.games.bonus_six.round import Seat as SixSeat
from upcard.games.caribbean_stud import Round
from upcard.games.caribbean_stud import events as stud
from upcard.games.payment import Draw, Meter
from upcard.money import events as me
from upcard.present.narration import at_table, in_books
from upcard.rules.jackpot import Level
from upcard.tables import events as te
from upcard.units import micros

SD, MA, SIX = south_dakota(), massachusetts(), bonus_six()
LEVEL = Level(seed=1_000_000, rate=250_000)
QUADS = parse_cards("9c 9d 9h 9s 2c")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (te.TableClosed(), "The table is closed."),
        (te.DeckCounted("red", 51, "shuffler_jam"), "The shuffler counts 51 cards in the red deck."),
        (te.ShufflerJammed("red", "shuffler_jam"), "The shuffler jams; the red deck is shuffled again."),
        (te.RecutOrdered("red", "recut"), "The red deck is to be cut again."),
        (te.DeckRemoved("blue", "second_deck_needs"), "The blue deck leaves the table."),
        (te.CardsSpreadIdle(True, "idle"), "The table is idle; the cards lie spread face up."),
        (te.DeviceInstalled("shuffler"), "The shuffler comes to the table."),
        (te.DeviceRemoved("shuffler"), "The shuffler leaves the table."),
        (te.SeatLeft(4), "Seat 4 is left."),
        (te.WinnerKeyed(4, False, "winner_key"), "Seat 4 is no longer keyed as a winner."),
        (te.ChipsCounted(4, 5, "chips"), "Progressive chips counted: 4, NOT as many as the 5 accepted."),
    ],
)
def test_at_the_table(event: te.Event, said: str) -> None:
    (line,) = at_table(SD.rules, event)
    assert line.text == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (stud.DealerFellShort("rule", 4), "The dealer has only 4 cards and is to get another."),
        (stud.DealerCompleted(None, "rule"), "The dealer's hand is completed."),
        (
            stud.HandsDealtUnseen({1: 5, 3: 4}, 5, parse_card("As")),
            "Dealt: 5 to seat 1, 4 to seat 3, 5 to the dealer; the dealer shows A♠.",
        ),
        (stud.IrregularityNoted("card-drawn-in-error", "rule", 0), "A card was drawn in error; the round goes on."),
        (stud.WagerTakenBack(2, "progressive_coupon", 100), "Seat 2 takes back progressive coupon $1."),
    ],
)
def test_in_a_round_of_caribbean_stud(event: stud.Event, said: str) -> None:
    (line,) = at_table(MA.rules, te.Played(event), Round(), MA.dealing)
    assert line.text == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (six.HandsDealtUnseen({1: 2, 2: 2}), "Cards dealt: seat 1 2, seat 2 2."),
        (six.HandShown(1, QUADS[:4], rank_five(QUADS)), "Seat 1 shows 9♣ 9♦ 9♥ 9♠: four of a kind, nines."),
        (six.IrregularityNoted("exposed-card", "exposed_card", 1), "A card of seat 1 was exposed; play goes on."),
    ],
)
def test_in_a_round_of_bonus_6(event: six.Event, said: str) -> None:
    (line,) = at_table(SIX.rules, te.Played(event), SixRound(seats={1: SixSeat(ante=1000)}))
    assert line.text == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (me.JackpotOpened("Link", "sd-2015", "PMG-01", {}, "main"), "Jackpot Link is put into play."),
        (me.TableJoined("Link", "T1", (), "token"), "T1 joins Link."),
        (me.TableLeft("Link", "T1"), "T1 leaves Link."),
        (me.LinkSuspended("Link", "a storm"), "Link is suspended: a storm."),
        (me.LinkResumed("Link", "ada"), "Link is in operation again, with ada as the second person."),
        (
            me.LevelChanged("Link", "main", LEVEL, replace(LEVEL, seed=2), "ada", "a new seed"),
            "Level main of Link gets other parameters: a new seed.",
        ),
        (
            me.MeterCorrected("Link", "main", -micros(150), "a fault", "ada"),
            "The main meter of Link is lowered by $1.50 as a correction: a fault.",
        ),
        (me.SignRead("Link", "north", {}, {}, False), "The sign north of Link is read."),
        (me.TitleWagered("Link", "Other", "T9", 500), "Other takes $5 for Link."),
        (me.EndAnnounced("Link"), "The end of Link is announced."),
        (me.PetitionRecorded("Link", 1, "way", "to", "why"), "Petition 1 about Link is recorded."),
        (me.PetitionDecided("Link", 1, False, "ref"), "Petition 1 about Link is refused."),
        (me.CriteriaEased("Link", 1, "flush"), "From now on flush or better wins the whole top meter of Link."),
        (me.FundTransferred("Link", 1, "Second House", {}), "The fund of Link goes over to Second House."),
        (me.JackpotEnded("Link", "won"), "Link has ended: won."),
        (me.TrayFilled("T1", 5000), "The tray of T1 is filled with $50."),
        (me.TrayCredited("T1", 5000), "$50 of the tray of T1 goes back to the cage."),
        (me.ChipsBought("T1", 3, 5000), "Seat 3 of T1 buys chips for $50."),
        (me.DropCounted("T1", 100, 200), "The drop box of T1 is counted: $1, $2 in the books."),
        (me.TrayCounted("T1", 100, 200), "The tray of T1 is counted: $1, $2 in the books."),
        (me.HouseOpened("Four Aces"), "The journal of Four Aces goes on."),
        (me.ShiftClosed("2026-01-01", "night", True), "Shift night of 2026-01-01 is closed."),
        (me.AlertAcknowledged("Gold Rush is suspended"), "Seen: Gold Rush is suspended."),
        (me.SlipVoided(3, "torn"), "Slip 3 is voided: torn."),
        (
            me.HitLocked(
                "Link", 4, "T1", 2, "progressive", 3, rank_five(QUADS), (Draw("main", 250, 2, False),),
                {"main": Meter(micros(2000), 0)},
            ),
            "Hit 4 of Link is locked for seat 3's four of a kind, nines: $5, 2 parts of $2.50; the main meter goes"
            " $20.00 → $15.00.",
        ),
        (
            me.HitLocked(
                "Link", 5, "Pit 2", 0, "progressive", 0, 0, (Draw("main", 500, 1, False),),
                {"main": Meter(micros(2000), 0)}, "Let It Ride",
            ),
            "Hit 5 of Link is locked for Let It Ride, Pit 2: $5; the main meter goes $20.00 → $15.00.",
        ),
        (
            me.HitLocked(
                "Link", 6, "T1", 2, "five_card", 3, rank_five(QUADS), (Draw("main", 500, 1, False),),
                {"main": Meter(micros(2000), 0)},
            ),
            "Hit 6 of Link is locked for seat 3's five card award, four of a kind, nines: $5; the main meter goes"
            " $20.00 → $15.00.",
        ),
    ],
)  # fmt: skip
def test_in_the_books(event: me.MoneyEvent, said: str) -> None:
    (line,) = in_books(SD.rules, event, {"main": Meter(micros(1500), 0)})
    assert line.text == said
