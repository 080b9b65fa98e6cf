"""Simulated rounds by other values of the rules: settled as the engine settles them, beside the exact figures."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.effort import effort
from tests.law.own_editions import others, played, terms
from tests.simulate.tables import EVERYTHING, WAGERS
from upcard.exact.caribbean_stud import STRATEGIES, best_play, decision
from upcard.exact.stud_terms import pays_of, terms_of
from upcard.rules import caribbean_stud
from upcard.simulate.engine_check import check
from upcard.simulate.figures import figures
from upcard.simulate.price_arrays import decides
from upcard.simulate.run import played as run_block
from upcard.simulate.run import run, work
from upcard.simulate.table import stud_table
from upcard.simulate.tally import hands, key_of


@settings(derandomize=True, deadline=None, max_examples=effort(12, 100), suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=True))
def test_a_random_edition_is_settled_as_the_engine_settles_it(rng: Random) -> None:
    id = rng.choice(("sd-2015", "ma"))
    with played(id, **others(rng, id), **terms(rng)) as one:
        massachusetts = one.law.cover_all_columns is not None
        rules = caribbean_stud(one.id, EVERYTHING if massachusetts else {"progressive": "PMG-01"})
        assert rules.progressive is not None
        own = {"ante": 500, "progressive": rules.progressive.wagers[0]}
        if massachusetts:
            own = {**WAGERS, "ante": 1005, "bonus": 501, "cover_all": 503}
        if rules.tip is not None:
            own["tip"] = 301
        seats = rng.choice((1, 3))
        table = stud_table(rules, [own] * seats, strategies=[rng.choice(STRATEGIES) for _ in range(seats)])
        asked = work(table, "own editions", 5000, block=5000)
        found = check(asked, run_block(asked, 0), 40)
        assert found.rounds >= 40


@pytest.mark.parametrize(
    "values",
    [{"dealer_qualifies_with": "ace-queen"}, {"bet_multiple": 3, "tie": "dealer wins"}, {"no_hand_ante": "2 to 1"},
     {"dealer_qualifies_with": "any hand"}, {"dealer_qualifies_with": "pair of fours", "no_hand_bet": "1 to 1"}],
    ids=str,
)  # fmt: skip
def test_the_best_play_of_an_edition_comes_to_its_exact_figure(values: dict[str, str | int]) -> None:
    with played("sd-2015", **values) as one:
        rules = caribbean_stud(one.id)
        table = stud_table(rules, [{"ante": 1000}], strategies=["optimal"])
        found = run(work(table, "exact", 400_000), cores=1)
        game = next(figure for figure in figures(table, found.tally) if figure.wager == "game")
        assert game.exact == best_play(rules).return_
        assert abs(float(game.return_ - game.exact)) < 4.5 * game.standard_error
        pays, own = pays_of(rules), terms_of(rules)
        for round in range(40):
            player, dealer = hands(key_of("decisions"), round, 2)
            best = decision(player, dealer[-1], pays, own).best
            assert decides("optimal", pays, player, dealer[-1], own) == (best == "bet")
