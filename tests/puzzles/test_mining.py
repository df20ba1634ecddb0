"""Mining: the same games give the same records, each with a lesson and with proof."""

from __future__ import annotations

from itertools import islice, pairwise

import msgspec
import pytest

from tests.puzzles.samples import EXAMPLE, puzzle
from trainer.engine.evaluation import Method
from trainer.puzzles.canonical import canonical_key
from trainer.puzzles.checks import CLEAR_EXACT, CLEAR_SAMPLED, findings
from trainer.puzzles.grading import solutions
from trainer.puzzles.mining import digging, family, questions
from trainer.puzzles.mining.games import moments, natural_turns
from trainer.puzzles.mining.jobs import Job, Kind, blocks, mine
from trainer.puzzles.schema import Goal, Puzzle
from trainer.puzzles.verification import faults
from trainer.rules import Profile, Seen, legal_turns, parse_position

OFFICIAL = Profile.parse("official")


def job(kind: Kind, *, profile: str = "official", players: int = 2, first: int = 0, games: int = 2):
    return Job(kind, profile, players, first, games)


def test_a_game_is_the_same_whenever_it_is_asked_for():
    once = [str(moment.position) for moment in moments(OFFICIAL, 3, 7)]
    again = [str(moment.position) for moment in moments(OFFICIAL, 3, 7)]
    other = [str(moment.position) for moment in moments(OFFICIAL, 3, 8)]
    assert once == again
    assert once != other


def test_what_was_learnt_in_the_game_is_in_the_position():
    lines = [str(moment.position) for moment in moments(OFFICIAL, 4, 1)]
    assert any("!" in line for line in lines)


def test_shown_hands_are_those_that_the_players_hold():
    for moment in islice(moments(OFFICIAL, 4, 2), 0, None, 9):
        shown = moment.shown
        hands = [hand.cards for hand in shown.others if isinstance(hand, Seen)]
        assert [shown.hand, *hands] == [
            moment.game.hands[(moment.game.mover + step) % 4] for step in range(4)
        ]
        assert shown.stock_count == len(moment.game.stock)


def test_a_turn_after_a_pass_is_no_puzzle_where_passing_is_free():
    free = Profile.parse("official+pass")
    seen = [m for number in range(4) for m in moments(free, 2, number) if m.game.passes]
    assert seen
    assert not any(moment.is_whole for moment in seen)


def test_natural_players_lay_everything_or_one_card():
    position = parse_position(EXAMPLE)
    assert {str(turn) for turn in natural_turns(position, "dump")} == {"B10,B12"}
    assert {len(turn.cards) for turn in natural_turns(position, "hold")} == {1}


@pytest.fixture(scope="module")
def proven() -> tuple[Puzzle, ...]:
    return mine(job(Kind.ENDGAME, games=4))


@pytest.fixture(scope="module")
def sampled() -> tuple[Puzzle, ...]:
    return mine(job(Kind.HIDDEN, players=6, games=2))


def test_a_job_gives_the_same_records_every_time(proven):
    assert mine(job(Kind.ENDGAME, games=4)) == proven
    assert len(proven) >= 2


def test_how_games_are_cut_into_jobs_makes_no_difference(proven):
    parts = [mine(job(Kind.ENDGAME, first=number, games=1)) for number in range(4)]
    assert sum(parts, ()) == proven


def test_what_is_proven_leads_clearly_and_somebody_natural_errs(proven):
    for one in proven:
        assert one.certificate.method is Method.EXACT
        assert one.certificate.gap is not None
        assert one.certificate.gap.low >= CLEAR_EXACT
        assert someone_errs(one)
        assert faults(one) == []


def test_what_is_sampled_leads_in_fresh_deals_under_two_models(sampled):
    assert sampled
    for one in sampled:
        certificate = one.certificate
        assert certificate.method in (Method.SAMPLED, Method.ENUMERATED)
        assert certificate.selection is not None
        assert certificate.selection not in certificate.seeds
        for gap in (certificate.gap, certificate.second_gap):
            assert gap is not None
            assert gap.low >= CLEAR_SAMPLED
        assert {certificate.policy, certificate.second_policy} == {"hold", "dump"}
        assert someone_errs(one)
        assert faults(one) == []


def someone_errs(one: Puzzle) -> bool:
    right = {value.turn for value in solutions(one)}
    return any(digging.errs(one.position, right, name) for name in ("dump", "hold"))


def test_a_position_that_every_natural_player_solves_is_not_kept():
    # Laying the red 16 alone loses 74 points, but nobody natural does it.
    both = parse_position("1-15/1-20/3-20/1-20 R16,G2 5 0 official")
    assert digging.proven(both, 1000) is None
    losing = {turn for turn in legal_turns(both) if str(turn) == "R16"}
    assert digging.errs(both, losing, "dump")
    assert digging.errs(both, losing, "hold")


def test_a_position_with_a_narrow_lead_is_not_kept():
    narrow = parse_position("1-14/1-20/1-20/4-20 R15,R16,B2,B3 5 0 classic")
    wide = parse_position("1-14/1-20/1-20/4-20 R15,R16,B1,B2 5 0 classic")
    assert digging.proven(narrow, 10_000) is None
    assert digging.proven(wide, 10_000) is not None


def test_puzzles_of_one_game_lie_some_turns_apart():
    found = []

    def look(moment):
        found.append(moment.turn)
        return puzzle()

    list(digging.dig(moments(OFFICIAL, 2, 0), look))
    assert all(after - before >= digging.APART for before, after in pairwise(found))


@pytest.mark.parametrize("players", [3, 4])
def test_open_hands_are_proven_for_several_players(players):
    found = [p for n in range(8) for p in mine(job(Kind.OPEN, players=players, first=n, games=1))]
    assert found
    assert all(one.certificate.method is Method.EXACT for one in found)
    assert {one.position.players for one in found} == {players}


def test_the_middle_of_the_game_has_a_stock_and_nobody_who_goes_out():
    for moment in moments(OFFICIAL, 2, 3):
        if not moment.game.stock:
            assert digging.middle(moment) is None


def test_the_family_of_the_example_has_few_rows_and_few_cards():
    lines = set()
    for number in range(3):
        for position in family.positions(OFFICIAL, 4, number):
            lines.add(str(position))
            assert 2 <= len(position.hand) <= 6
            assert sum(row is None for row in position.table.rows) >= 1
            assert legal_turns(position)[0].cards
    assert len(lines) == 3 * family.POSITIONS
    again = [str(position) for position in family.positions(OFFICIAL, 4, 0)]
    assert set(again) <= lines


def test_the_nearest_family_has_one_start_card_and_both_its_neighbours():
    for position in family.positions(OFFICIAL, 3, 0, alone=True):
        (start,) = position.table.cards
        assert set(position.table.ends(start.colour)) <= position.hand
    found = [one for number in range(3) for one in family.dig(OFFICIAL, 4, number, alone=True)]
    assert found
    assert all("around-start" in one.themes for one in found)


@pytest.mark.parametrize("profile", ["classic+max15", "official+max10", "official+colours3"])
def test_the_family_keeps_to_shorter_decks(profile):
    for position in family.positions(Profile.parse(profile), 3, 0):
        assert str(position.profile) == profile


def test_rule_questions_of_a_game_are_asked_once_each():
    found = mine(job(Kind.RULES, players=3, games=3))
    goals = [one.goal for one in found]
    assert set(goals) == {Goal.LEGAL, Goal.OUTCOME}
    assert max(goals.count(Goal.LEGAL), goals.count(Goal.OUTCOME)) <= 3
    assert [faults(one, quick=True) for one in found] == [[]] * len(found)


def test_drawn_cards_are_those_that_the_stock_gives():
    for number in range(6):
        for moment in moments(OFFICIAL, 4, number):
            asked = questions.what_happens(moment)
            if asked is not None and asked.question is not None and asked.question.drawn:
                top = [str(card) for card in moment.game.stock[: len(asked.question.drawn)]]
                assert list(asked.question.drawn) == top
                return
    pytest.fail("nobody ever drew")


@pytest.mark.parametrize(("kind", "goal"), [(Kind.GO_OUT, Goal.WIN), (Kind.UNLOAD, Goal.UNLOAD)])
def test_going_out_and_unloading_are_the_best_turns_as_well(kind, goal):
    found = mine(job(kind, players=6, games=6))
    assert found
    for one in found:
        assert one.goal is goal
        assert list(findings(one)) == []
        assert solutions(one) == one.turns[:1]


def test_jobs_cover_the_games_once_each_in_order():
    jobs = list(blocks([Kind.ENDGAME, Kind.HIDDEN], ["official", "classic"], [2, 3], range(5), 2))
    hidden = [one for one in jobs if one.kind is Kind.HIDDEN and one.players == 3]
    assert [(one.profile, one.first, one.games) for one in hidden] == [
        ("official", 0, 2),
        ("classic", 0, 2),
        ("official", 2, 2),
        ("classic", 2, 2),
        ("official", 4, 1),
        ("classic", 4, 1),
    ]
    assert {one.players for one in jobs if one.kind is Kind.ENDGAME} == {2}
    assert len({one.name for one in jobs}) == len(jobs)


def test_a_job_with_unknown_rules_is_refused():
    with pytest.raises(ValueError, match="chess"):
        mine(job(Kind.OPEN, profile="chess"))


def test_records_of_one_run_are_all_different(proven, sampled):
    keys = [canonical_key(one) for one in (*proven, *sampled)]
    assert len(set(keys)) == len(keys)
    assert msgspec.json.decode(msgspec.json.encode(job(Kind.OPEN)), type=Job) == job(Kind.OPEN)
