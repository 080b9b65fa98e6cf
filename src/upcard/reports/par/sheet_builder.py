"""The PAR sheet of a table, put together from its wagers."""

from __future__ import annotations

from upcard.reports.par.blocks import Part, Section, Sheet
from upcard.reports.par.bonus_cover_all import bonus, cover_all
from upcard.reports.par.bonus_six import game, insurance
from upcard.reports.par.caribbean_stud import ante_and_bet
from upcard.reports.par.five_card import five_card_bonus
from upcard.reports.par.header import authorities, identity
from upcard.reports.par.jackpot import progressive_wager
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import House, TableRules


def _stud(house: House, table: TableRules, rules: CaribbeanStudRules) -> list[Part]:
    parts = [ante_and_bet(rules)]
    if rules.progressive is not None:
        parts.append(progressive_wager(house, table, rules, rules.progressive))
    if rules.bonus is not None:
        parts.append(bonus(rules, rules.bonus))
    if rules.five_card is not None:
        parts.append(five_card_bonus(house, table, rules))
    if rules.cover_all is not None:
        parts.append(cover_all(table, rules))
    return parts


def sheet(house: House, table: TableRules) -> Sheet:
    """Everything that the PAR sheet of a table says.

    >>> from upcard.rules.house import read_house
    >>> six = read_house('''
    ... name = "Example"
    ... [[table]]
    ... name = "Six"
    ... edition = "sd-bonus6"
    ... designated = true
    ... signs = ["pay schedule"]
    ... pay_table = "black-hawk"
    ... maximum = "100.00"
    ... ''')
    >>> [section.title for section in sheet(six, six.tables[0]).sections][1:4]
    ['The game, without insurance', 'The game, insured', 'Insurance and the sixth card']
    """
    rules = table.rules
    more: tuple[Section, ...] = ()
    if isinstance(rules, CaribbeanStudRules):
        parts = _stud(house, table, rules)
    else:
        parts = [game(rules, insured=False), game(rules, insured=True)]
        more = (insurance(rules),)
    sections = (identity(house, table), *(part.section for part in parts), *more)
    return Sheet(
        house=house.name,
        table=table.name,
        game=table.edition.game_name,
        edition=table.edition,
        glances=tuple(glance for part in parts for glance in part.glances),
        sections=(*sections, authorities(table.edition, sections)),
    )
