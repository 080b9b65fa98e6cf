"""A round's shuffle judged by the journal alone: one finding for each thing that was promised."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import UNSET

from upcard.audit.opened_rules import pinned
from upcard.audit.shuffles.document import dealt, proof_document, seats, skipped
from upcard.audit.shuffles.history import Drawn, Trail
from upcard.cards import cut, show_card
from upcard.present.payment import count
from upcard.shuffles.key_derivation import commitment_of, cut_of, draws_of, key_of, order_of
from upcard.shuffles.state import least_cut


class Finding(NamedTuple):
    """One promise: whether it was kept, in words, and the entries that show it."""

    what: str
    ok: bool
    text: str
    entries: tuple[int, ...] = ()


def findings(trail: Trail) -> tuple[Finding, ...]:
    """Everything that can be checked of a round that is over."""
    drawn = trail.drawn
    if drawn is None:
        return (Finding("commitment", False, "nobody had committed himself to the cards of this round"),)
    return (
        _commitment(drawn),
        _in_turn(drawn),
        *_unused(trail),
        *_void(trail),
        _published(trail, drawn),
        _contributions(drawn),
        _order(trail, drawn),
        *_cuts(trail, drawn),
        *_terms(trail, drawn),
        *_dealt(trail, drawn),
        *_told(trail),
        *_draws(trail, drawn),
        _revealed(trail, drawn),
    )


def judged_document(trail: Trail) -> dict[str, Any]:
    """The proof with what was found of it: what `--json` prints and a page shows."""
    found = findings(trail)
    checks = [{"what": f.what, "ok": f.ok, "text": f.text, "entries": list(f.entries)} for f in found]
    return {"ok": all(f.ok for f in found), "checks": checks} | proof_document(trail)


def _commitment(drawn: Drawn) -> Finding:
    entry, event = drawn.committed
    ok = commitment_of(event.secret) == event.commitment
    text = "the commitment is the SHA-256 of the secret" if ok else "the commitment is NOT the SHA-256 of the secret"
    return Finding("commitment", ok, text, (entry.seq,))


def _in_turn(drawn: Drawn) -> Finding:
    entries = tuple(each.entry.seq for each in drawn.commitments)
    if len(entries) > 1:
        return Finding("turn", False, f"there were {len(entries)} commitments to choose from", entries)
    ok = drawn.committed.event.number == drawn.drawn.event.number
    text = "it was the only one, and its turn" if ok else "another shuffle was drawn than the one committed to"
    return Finding("turn", ok, text, (*entries, drawn.drawn.entry.seq))


def _unused(trail: Trail) -> Iterator[Finding]:
    """No fault, but for people to judge: a deck that jammed, or was taken away, is shuffled anew."""
    if trail.unused:
        numbers = ", ".join(str(each.event.number) for each in trail.unused)
        were = f"shuffles {numbers} were" if len(trail.unused) > 1 else f"shuffle {numbers} was"
        text = f"before it, {were} drawn and given up without a card dealt"
        yield Finding("given up", True, text, tuple(each.entry.seq for each in trail.unused))


def _void(trail: Trail) -> Iterator[Finding]:
    """No fault, but for people to judge: a round that is void pays nothing, whatever its cards were."""
    if trail.void is not None:
        yield Finding(
            "void", True, f"every hand of this round was void: {trail.void.replace('_', ' ')}", (trail.over.seq,)
        )
    if trail.voided:
        numbers = ", ".join(map(str, trail.voided))
        were = f"rounds {numbers} were" if len(trail.voided) > 1 else f"round {numbers} was"
        yield Finding("void", True, f"just before it, {were} void")


def _told(trail: Trail) -> Iterator[Finding]:
    if trail.told:
        text = "cards were told by hand, although the system had drawn them"
        yield Finding("keyed", False, text, tuple(entry.seq for entry in trail.told))


def _published(trail: Trail, drawn: Drawn) -> Finding:
    """Commitment, shuffle, cuts, the end of the bets, the deal: one after the other, as the script has it too.

    Only cuts that nobody chooses come after the end of the bets.
    """
    turn = [drawn.committed.entry, drawn.drawn.entry, *([drawn.shuffled.entry] if drawn.shuffled else [])]
    turn += [made.entry for made in drawn.cuts if not made.turn] + ([trail.closed] if trail.closed else [])
    turn += [made.entry for made in drawn.cuts if made.turn]
    shown = tuple(entry.seq for entry in turn)
    turn += [left.entry for left in trail.left]
    # Entries of one act come to light together.
    apart = drawn.committed.entry.command != drawn.drawn.entry.command
    ok = apart and all(one.seq < other.seq for one, other in pairwise(turn)) and not (trail.left and not trail.closed)
    steps = "commitment, then shuffle, then cut" if drawn.cuts else "commitment, then shuffle"
    text = (
        f"{steps}, then the end of the bets" if ok else f"NOT in turn: {steps}, then the end of the bets and the deal"
    )
    return Finding("published", ok, text, shown)


def _contributions(drawn: Drawn) -> Finding:
    used = drawn.drawn.event.contributions
    entries = tuple(given.entry.seq for given in drawn.given.values())
    if used != drawn.counting:
        return Finding("contributions", False, "players' words were changed, left out or added", entries)
    if not used:
        return Finding("contributions", True, "no player had contributed")
    fresh = sum(given.entry.seq > drawn.committed.entry.seq for given in drawn.given.values())
    text = f"all as given: {len(used)}, of which {fresh} after the commitment"
    return Finding("contributions", True, text, entries)


def _key(trail: Trail, drawn: Drawn) -> bytes:
    event = drawn.drawn.event
    return key_of(drawn.committed.event.secret, trail.table, event.number, event.contributions)


def _order(trail: Trail, drawn: Drawn) -> Finding:
    shuffled = drawn.shuffled
    if shuffled is None:
        return Finding("order", False, "no deck was shuffled by it", (drawn.drawn.entry.seq,))
    ok = shuffled.event.order == order_of(_key(trail, drawn)) and shuffled.event.deck == drawn.drawn.event.deck
    text = "the order of the deck follows from secret and contributions"
    return Finding("order", ok, text if ok else f"NOT so: {text}", (shuffled.entry.seq,))


def _cuts(trail: Trail, drawn: Drawn) -> Iterator[Finding]:
    order = drawn.shuffled.event.order if drawn.shuffled else ()
    least = least_cut(pinned(trail.opened).rules.edition)
    for entry, event, turn in drawn.cuts:
        right, order = event.order == cut(order, event.cards) if order else False, event.order
        text = f"the cut takes {count(event.cards, 'card')} from the top to the bottom, and changes nothing else"
        if turn:
            right = right and event.cards == cut_of(_key(trail, drawn), turn, least)
            text += "; made after the end of the bets, it follows from secret and contributions"
        yield Finding("cut", right, text if right else f"NOT so: {text}", (entry.seq,))


def _terms(trail: Trail, drawn: Drawn) -> Iterator[Finding]:
    """How the cards go round, and what the house draws, is said with the shuffle; an open table keeps to it."""
    now, first = drawn.drawn.event, drawn.first
    if now.deal is UNSET and not now.draws and not first.draws:
        return
    ways = {now.deal, first.deal} - {UNSET}
    known = {method.order.deal for method in pinned(trail.opened).ways_at(drawn.table)}
    ok = len(ways) <= 1 and ways <= known and now.draws == first.draws
    chances = [f"{name.replace('_', ' ')} {chance}" for name, chance in sorted(now.draws.items())]
    said = ", ".join([f"hands {now.deal}" if now.deal != "stacks" else "hands in stacks"] * bool(ways) + chances)
    since = "its way of dealing was changed" if drawn.table.dealing else "the table was opened"
    text = f"said with the shuffle, as always since {since}: {said or 'nothing'}"
    entries = (drawn.drawn.entry.seq,)
    yield Finding("terms", ok, text if ok else f"NOT so: {text}", entries)


def _dealt(trail: Trail, drawn: Drawn) -> Iterator[Finding]:
    if not trail.left:
        void = trail.void is not None
        text = "no card was dealt from it" + ("" if void else ", and the round was NOT void")
        yield Finding("dealt", void, text, (trail.over.seq,))
        return
    last = drawn.cuts[-1].event.order if drawn.cuts else drawn.shuffled.event.order if drawn.shuffled else ()
    cards = tuple(each.card for each in dealt(trail))
    entries = tuple(left.entry.seq for left in trail.left)
    if taken := skipped(trail):
        yield Finding("dealt", False, f"{count(taken, 'card')} taken off the top, as nothing lawful does", entries)
        return
    ok = last[: len(cards)] == cards and all(left.order == last for left in trail.left)
    text = f"the {count(len(cards), 'card')} dealt lay on top of that deck, in that order"
    yield Finding("dealt", ok, text if ok else f"NOT so: {text}", entries)


def _draws(trail: Trail, drawn: Drawn) -> Iterator[Finding]:
    if trail.draws is None:
        return
    entry, came = trail.draws
    should = draws_of(_key(trail, drawn), drawn.drawn.event.draws, seats(trail))
    ok = came == should
    if not drawn.drawn.event.draws and ok:
        return
    said = [f"magic card {show_card(came.magic_card)}"] if came.magic_card is not None else []
    said += [f"lucky {came.lucky}"] if came.lucky is not None else []
    text = f"the house's draws follow from the same key: {' and '.join(said) or 'nothing was drawn'}"
    yield Finding("draws", ok, text if ok else f"NOT so: {text}", (entry.seq,))


def _revealed(trail: Trail, drawn: Drawn) -> Finding:
    shown = drawn.revealed
    if shown is None:
        return Finding("revealed", False, "its secret was never revealed", (trail.over.seq,))
    late = not trail.left or shown.entry.command == trail.over.command
    text = "the secret was revealed when the round was over"
    if not late:
        text = "the secret was revealed BEFORE the round was over"
    return Finding("revealed", late, text, (shown.entry.seq, trail.over.seq))
