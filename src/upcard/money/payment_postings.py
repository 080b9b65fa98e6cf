"""What a line of a settlement moves: the stake off the felt, and what is paid beside it."""

from __future__ import annotations

from upcard.games.payment import Payment
from upcard.money import account
from upcard.money.transfer import Transfer, Transfers
from upcard.units import micros


def moved(table: str, player: str, payment: Payment, drawn_from: str = "") -> Transfers:
    """The transfers of one payment; `drawn_from` is the account of what it draws off a meter.

    A winning tip is the dealer's, stake and winnings. A fee goes to an account of its own. What the law has credited
    to a player's game account comes from the house, not from the tray.
    """
    seat, felt, tray = account.seat(table, payment.seat), account.felt(table), account.tray(table)
    tip = payment.wager == "tip" and payment.result == "win"
    winner = account.tips(table) if tip else seat
    found = []
    if payment.returned:
        found.append(Transfer(felt, winner, micros(payment.returned)))
    if kept := payment.staked - payment.returned:
        keeper = account.fees(table) if payment.result == "fee" else tray
        found.append(Transfer(felt, keeper, micros(kept)))
    if payment.drawn:
        assert drawn_from, "a payment off a meter names the account that it comes from"
        found.append(Transfer(drawn_from, seat, micros(payment.drawn)))
    if rest := payment.paid - payment.drawn:
        if payment.source == "account":
            found.append(Transfer(account.HOUSE, account.game_account(player), micros(rest)))
        else:
            found.append(Transfer(tray, winner, micros(rest)))
    return tuple(found)
