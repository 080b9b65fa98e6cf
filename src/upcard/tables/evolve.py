"""What an event makes of a table: total, and without asking the law."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, assert_never

from msgspec import UNSET
from msgspec.structs import replace

from upcard.games import bonus_six, caribbean_stud
from upcard.games.bonus_six import events as six
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.caribbean_stud import events as stud
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.payment import Payment, percentage
from upcard.tables import events as e
from upcard.tables.deck import FULL, IN_USE, UNVERIFIED, Deck, Stage
from upcard.tables.state import COUNT_AGAIN, DEALER, Round, Table


def replay(table: Table, recorded: Iterable[e.Recorded]) -> Table:
    """The table after all that was recorded."""
    for entry in recorded:
        table = evolve(table, entry.event)
    return table


def new_round(game: str) -> Round:
    return SixRound() if game == "bonus-six" else StudRound()


def evolve(table: Table, event: e.Event) -> Table:
    """The table after one event."""
    match event:
        case e.TableOpened():
            return Table(
                is_open=True,
                decks={name: Deck(id=(event.deck_ids or {}).get(name, "")) for name in event.decks},
                current=event.decks[0],
                devices=event.devices,
                accessories=event.accessories,
                players=table.players,
                dealer=table.dealer,
                number=table.number + 1,
                round=new_round(event.game),
                call=_standing(table),
                withdrawn=table.withdrawn,
            )
        case e.TableClosed():
            return replace(table, is_open=False, round=None, decks={}, deserted=False)
        case e.DealerRelieved():
            return replace(table, dealer=event.dealer)
        case e.DeckStaged():
            staged = replace(table, idle=table.idle and event.stage != "washed")
            inspected_by = event.by or _inspected_by(table, event)
            staged = _deck(staged, event.deck, stage=event.stage, inspected_by=inspected_by)
            return _deck(staged, event.deck, id=event.id) if isinstance(event.id, str) else staged
        case e.DeckShuffled():
            stage: Stage = "ready" if event.ready else "shuffled"
            id = table.decks.get(event.deck, Deck()).id
            deck = Deck(stage=stage, method=event.method, order=event.order, id=id)
            return replace(table, decks={**table.decks, event.deck: deck})
        case e.DeckCounted():
            if event.cards != FULL:
                return _deck(table, event.deck, stage="withdrawn", order=(), withdrawn_under=event.rule)
            return _deck(table, event.deck, counted=True, stage="ready")
        case e.ShufflerJammed():
            return _deck(table, event.deck, stage="washed", order=(), counted=False)
        case e.DeckCut():
            return _deck(table, event.deck, stage="ready", order=event.order)
        case e.RecutOrdered():
            return _deck(table, event.deck, stage="shuffled")
        case e.DeckWithdrawn():
            gone = table.decks[event.deck].id
            kept = replace(table, withdrawn=(*table.withdrawn, gone)) if gone else table
            return _deck(kept, event.deck, stage="withdrawn", order=(), withdrawn_under=event.rule)
        case e.DeckRemoved():
            decks = {name: deck for name, deck in table.decks.items() if name != event.deck}
            return replace(table, decks=decks, current=next(iter(decks)))
        case e.CardsSpreadIdle():
            stage = "spread" if event.face_up else "face down"
            decks = {
                name: deck if deck.stage in UNVERIFIED else replace(deck, stage=stage, order=())
                for name, deck in table.decks.items()
            }
            return replace(table, idle=True, deserted=False, decks=decks)
        case e.DeviceInstalled():
            return replace(table, devices=(*table.devices, event.device))
        case e.DeviceRemoved():
            return replace(table, devices=tuple(d for d in table.devices if d != event.device))
        case e.DealingChanged():
            decks = {name: _taken_out(deck) for name, deck in table.decks.items()}
            return replace(table, dealing=event.dealing, decks=decks)
        case e.SeatTaken():
            return replace(table, players={**table.players, event.seat: event.player})
        case e.SeatLeft():
            players = {n: p for n, p in table.players.items() if n != event.seat}
            return replace(table, players=players, deserted=table.deserted or (not players and table.in_use))
        case e.ChipsCounted():
            return replace(table, chips="right" if event.chips == event.accepted else "wrong")
        case e.CardsLeftDeck():
            first = table.deck.stage == "ready"
            held = event.holding_hand or table.holding_hand
            stage = "withdrawn" if table.deck.stage == "withdrawn" else "in play"
            dealt = _deck(replace(table, holding_hand=held, drawn=True, deserted=False), event.deck, stage=stage)
            return replace(dealt, stub="out", since_count=table.since_count + 1) if first else dealt
        case e.StubRacked():
            return replace(table, stub="racked")
        case e.StubCounted():
            return replace(table, stub="racked", since_count=0, hands_counted=event.hands is not UNSET)
        case e.WinnerKeyed():
            others = tuple(n for n in table.winners if n != event.seat)
            return replace(table, winners=(*others, event.seat) if event.lit else others)
        case e.SupervisorCalled():
            done = (*table.done, ("CallSupervisor", event.seat)) if event.seat else table.done
            came = table.call == "answered"
            return replace(table, done=done, call="answered" if came else "open" if event.stands else "passing")
        case e.CallAnswered():
            return replace(table, call="answered")
        case e.CallEnded():
            return replace(table, call="")
        case e.StepDone():
            return replace(table, done=(*table.done, (event.step, event.seat)))
        case e.DocumentsOpened():
            return replace(table, documents=(*table.documents, (event.seat, event.rule, event.hand)))
        case e.AwardDocumented():
            return replace(table, documents=tuple(d for d in table.documents if d[:2] != (event.seat, event.rule)))
        case e.HandLeftExposed():
            return replace(table, candidates=(*table.candidates, event.seat))
        case e.CardsRacked():
            return replace(table, racked=(*table.racked, event.seat))
        case e.RoundReconciled():
            return _next_round(table, event)
        case e.Played():
            return _played(table, event)
        case _:
            assert_never(event)


def _deck(table: Table, name: str, **changes: Any) -> Table:
    return replace(table, decks={**table.decks, name: replace(table.decks[name], **changes)})


def _taken_out(deck: Deck) -> Deck:
    """A deck that lay ready for another way of dealing is stacked again, as before its shuffle."""
    return Deck(stage="washed") if deck.stage in ("shuffled", "ready") else deck


def _next_round(table: Table, event: e.RoundReconciled) -> Table:
    """The deck of the round is in the rack, also where a void round dealt none of it; one that is new is opened."""
    decks = dict(table.decks)
    used = decks[table.current]
    if used.stage in IN_USE:
        decks[table.current] = replace(used, stage="racked", order=(), counted=False)
    return Table(
        is_open=True,
        decks=decks,
        current=event.next_deck,
        devices=table.devices,
        dealing=table.dealing,
        accessories=table.accessories,
        players=table.players,
        dealer=table.dealer,
        number=event.number + 1,
        round=new_round(event.game),
        since_count=table.since_count,
        call=_standing(table),
        withdrawn=table.withdrawn,
    )


def _standing(table: Table) -> Literal["", "open", "answered"]:
    """A call that outlasts the round."""
    return "" if table.call == "passing" else table.call


def _inspected_by(table: Table, event: e.DeckStaged) -> str:
    """Who inspected a deck is known until it comes anew."""
    return "" if event.stage == "received" else table.decks[event.deck].inspected_by


FIVE_CARD = ("VerifyFiveCard", "ValidateFiveCard")
"""What is verified of an award of the five card hand bonus."""

KEYED = (stud.HandsDealt, stud.HandsDealtUnseen, stud.DealerCompleted)
"""What the round knows of the cards that left the deck."""


def _played(table: Table, played: e.Played) -> Table:
    event: Any = played.event
    if isinstance(table.round, SixRound):
        back = isinstance(event, six.DealTakenBack)
        return replace(table, round=bonus_six.evolve(table.round, event), drawn=back)
    assert isinstance(table.round, StudRound)
    round = caribbean_stud.evolve(table.round, event)
    table = replace(table, round=round)
    match event:
        case stud.IrregularityNoted(irregularity="face-up-card"):
            return replace(table, discarded=table.discarded + 1)
        case stud.HandVoided():
            return _looked_at_again(table, event.seat, event.reversed)
        case stud.HandCorrected():
            return _out_of_rack(_looked_at_again(table, event.seat, event.reversed), event.seat)
        case stud.DealerCorrected():
            done = tuple(step for step in table.done if step[0] not in FIVE_CARD)  # it may stand on the dealer's hand
            return _out_of_rack(_looked_at_again(replace(table, done=done), DEALER, event.reversed), DEALER)
        case stud.RoundVoided():
            kept = [line.seat for line in round.payments if percentage(line) is not None]
            papers = tuple(paper for paper in table.documents if paper[0] in kept)
            return replace(table, winners=(), candidates=(), documents=papers)
        case stud.ProgressiveCorrected():
            return replace(table, chips="corrected")
        case stud.DealTakenBack():
            return _keyed_again(table)
        case stud.StepSettled() if event.step.kind == "progressive":
            return replace(table, call=_standing(table))
        case _ if isinstance(event, KEYED):
            return replace(table, drawn=False)
        case _:
            return table


def _keyed_again(table: Table) -> Table:
    """The cards of a deal that was taken back lie there and are not keyed; a stub counted with it is counted again."""
    again = replace(table, drawn=True, winners=(), done=(), candidates=())
    counted = table.stub == "racked" and not table.since_count
    return replace(again, stub="out", since_count=COUNT_AGAIN) if counted else again


def _looked_at_again(table: Table, seat: int, reversed: tuple[Payment, ...]) -> Table:
    """A hand was corrected or is void: its winner key is off, whatever was verified of it is verified anew.

    Nothing is written down about fixed awards off a meter that are reversed with it.
    """
    back = [(payment.seat, "progressive_verification") for payment in reversed if payment.source == "meter"]
    return replace(
        table,
        winners=tuple(n for n in table.winners if n != seat),
        done=tuple(step for step in table.done if step[1] != seat),
        candidates=tuple(n for n in table.candidates if n != seat),
        documents=tuple(paper for paper in table.documents if paper[:2] not in back),
    )


def _out_of_rack(table: Table, seat: int) -> Table:
    """A hand that was made again from the rack lies on the table."""
    return replace(table, racked=tuple(n for n in table.racked if n != seat))
