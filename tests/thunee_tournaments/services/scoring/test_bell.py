"""The bell in a match: the side ahead wins it, and everything that is recomputed agrees."""

import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudication import verify
from tests.factories import UserFactory
from tests.support.keys import keyed
from tests.thunee_tournaments.services.conftest import Write, count, draw, game, match, thunee
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.results import GameScore, score
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.record import rejudging, replay
from thunee_tournaments.services.scoring.bell import bell_for
from thunee_tournaments.tables import timers
from thunee_tournaments.tables.models import RoundTimer, Seating
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(organiser: Any) -> Tournament:
    return draw(organiser, 4)


def ring(organiser: Any, tournament: Tournament, number: int = 1) -> None:
    acts.set_timer(actor=organiser, round=match(tournament, number).round, minutes=30)
    acts.ring_bell(actor=organiser, round=match(tournament, number).round)


def end(actor: Any, tournament: Tournament, number: int = 1, **changed: Any) -> Any:
    found = game(tournament, number)
    said = {"device": "phone", "client_uuid": uuid.uuid4(), "head": found.sheet.head, **changed}
    return acts.end_by_bell(actor=actor, game=found, **keyed(said))


def refused(act: Any, *args: Any, **said: Any) -> str:
    with pytest.raises(Refused) as caught:
        act(*args, **said)
    return caught.value.code


def test_at_the_bell_the_side_ahead_wins_the_match_and_goes_on(
    organiser: Any, tournament: Tournament, write: Write
) -> None:
    write(game(tournament, 1), count("A"))
    ring(organiser, tournament)
    end(organiser, tournament)
    over = match(tournament, 1)
    assert (over.over, over.winning_side, *(side.score for side in over.sides), over.side("A").games_won) == (
        True,
        "A",
        1,
        0,
        1,
    )
    assert match(tournament, 3).team("A") == over.team("A")
    assert Seating.objects.get(match=over).ended_at is not None
    assert replay.check(tournament) == []


def test_the_hand_that_was_being_played_is_the_last_one(organiser: Any, tournament: Tournament, write: Write) -> None:
    write(game(tournament, 1), count("A"))
    ring(organiser, tournament)
    done = write(game(tournament, 1), thunee("B"), last=True)
    assert done.by_bell
    assert (done.match.over, done.match.winning_side, *(side.score for side in done.match.sides)) == (
        True,
        "B",
        1,
        4,
    )
    assert [entry.kind for entry in done.sheet.entries.order_by("seq")] == ["hand", "hand", "decision"]
    assert refused(write, game(tournament, 1), count("A")) == "game_over"
    assert replay.check(tournament) == []


def test_sent_again_the_last_hand_is_written_once(organiser: Any, tournament: Tournament, write: Write) -> None:
    ring(organiser, tournament)
    found = game(tournament, 1)
    said = {"client_uuid": uuid.uuid4(), "head": found.sheet.head, "last": True}
    write(found, count("A"), **said)
    again = write(found, count("A"), **said)
    assert (again.repeated, again.by_bell) == (True, True)
    assert found.sheet.entries.count() == 2


@pytest.mark.parametrize("since", ["taken off", "put off", "given by walkover"])
def test_a_bell_sent_again_gets_its_first_answer_whatever_became_of_the_clock(
    organiser: Any, tournament: Tournament, write: Write, since: str
) -> None:
    write(game(tournament, 1), count("A"))
    ring(organiser, tournament)
    key: dict[str, Any] = {"client_uuid": uuid.uuid4(), "head": game(tournament, 1).sheet.head}
    end(organiser, tournament, **key)
    if since == "given by walkover":
        Match.objects.filter(pk=match(tournament, 1).pk).update(outcome=Match.Outcome.WALKOVER)
    elif since == "taken off":
        acts.stop_timer(actor=organiser, round=match(tournament, 1).round)
    else:
        acts.add_minutes(actor=organiser, round=match(tournament, 1).round, minutes=10)
    assert end(organiser, tournament, **key).winning_side == "A"
    assert written(tournament) == ["hand", "decision"]
    assert refused(end, organiser, tournament) in ("not_rung", "match_over")


def written(tournament: Tournament) -> list[str]:
    return [entry.kind for entry in game(tournament, 1).sheet.entries.order_by("seq")]


def test_level_after_the_last_hand_one_more_is_played(organiser: Any, tournament: Tournament, write: Write) -> None:
    write(game(tournament, 1), count("A"))
    ring(organiser, tournament)
    assert not write(game(tournament, 1), count("B"), last=True).by_bell
    assert refused(end, organiser, tournament) == "level"
    assert write(game(tournament, 1), count("B"), last=True).match.winning_side == "B"
    assert replay.check(tournament) == []


def test_level_the_last_hand_decides_where_the_event_plays_it_so(
    organiser: Any, tournament: Tournament, write: Write
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(policies={"signing": False, "bell_level": "last_hand"})
    write(game(tournament, 1), count("A"))
    ring(organiser, tournament)
    assert write(game(tournament, 1), count("B"), last=True).match.winning_side == "B"
    assert replay.check(tournament) == []


def test_before_the_bell_and_after_it_was_put_off_no_hand_is_the_last(
    organiser: Any, tournament: Tournament, write: Write
) -> None:
    assert refused(end, organiser, tournament) == "not_rung"
    acts.set_timer(actor=organiser, round=match(tournament, 1).round, minutes=30)
    acts.start_timer(actor=organiser, round=match(tournament, 1).round)
    assert not write(game(tournament, 1), count("A"), last=True).by_bell
    acts.ring_bell(actor=organiser, round=match(tournament, 1).round)
    acts.add_minutes(actor=organiser, round=match(tournament, 1).round, minutes=5)
    assert not write(game(tournament, 1), count("A"), last=True).by_bell
    assert refused(end, organiser, tournament) == "not_rung"


def test_a_hand_that_waited_on_a_phone_does_not_end_the_game(
    organiser: Any, tournament: Tournament, write: Write
) -> None:
    ring(organiser, tournament)
    assert not write(game(tournament, 1), count("A")).by_bell  # nobody was told that it is the last one
    assert not match(tournament, 1).over


def test_a_match_called_after_the_bell_is_played_to_its_end(
    organiser: Any, tournament: Tournament, write: Write
) -> None:
    ring(organiser, tournament)
    write(game(tournament, 1), count("A"))
    later = timezone.now() + timedelta(seconds=1)
    Seating.objects.filter(match=match(tournament, 1)).update(created_at=later)
    assert bell_for(match(tournament, 1), game(tournament, 1)) is None
    assert refused(end, organiser, tournament) == "not_rung"


def test_a_tables_phone_ends_its_game_and_no_other(organiser: Any, tournament: Tournament, write: Write) -> None:
    write(game(tournament, 1), count("A"))
    write(game(tournament, 2), count("A"))
    ring(organiser, tournament)
    link = acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).link
    assert refused(end, link, tournament, 2) == "not_here"
    assert end(link, tournament, 1).over


def test_a_corrected_hand_sends_the_other_team_on(
    organiser: Any, tournament: Tournament, write: Write, correct: Write
) -> None:
    entry = write(game(tournament, 1), count("A")).entry
    ring(organiser, tournament)
    end(organiser, tournament)
    correct(game(tournament, 1), entry, count("B"))
    assert match(tournament, 1).winning_side == "B"
    assert match(tournament, 3).team("A") == match(tournament, 1).team("B")
    assert replay.check(tournament) == []


def test_the_bell_is_taken_back_and_rung_again(organiser: Any, tournament: Tournament, write: Write) -> None:
    write(game(tournament, 1), count("A"))
    ring(organiser, tournament)
    end(organiser, tournament)
    found = game(tournament, 1)
    key = acts.WriteKey("desk", uuid.uuid4(), found.sheet.head)
    acts.take_bell_back(actor=organiser, game=found, reason="They had just cut.", key=key)
    assert not match(tournament, 1).over
    assert match(tournament, 3).team("A") is None
    write(game(tournament, 1), thunee("B"), last=True)
    assert match(tournament, 1).winning_side == "B"
    assert replay.check(tournament) == []


def test_with_signatures_the_match_is_over_once_both_have_signed(
    organiser: Any, tournament: Tournament, write: Write
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(policies={"signing": True})
    write(game(tournament, 1), count("A"))
    ring(organiser, tournament)
    assert not end(organiser, tournament).over
    for side in "AB":
        found = game(tournament, 1)
        acts.sign_game(
            actor=organiser,
            game=found,
            side=side,
            key=acts.WriteKey("desk", uuid.uuid4(), found.sheet.head),
            reason="In writing.",
        )
    assert match(tournament, 1).winning_side == "A"
    assert replay.check(tournament) == []


def long(organiser: Any, **more: Any) -> Tournament:
    return draw(organiser, 4, best_of=3, **more)


def test_of_several_games_the_side_with_more_of_them_wins_whatever_the_balls_at_the_table(
    organiser: Any, write: Write
) -> None:
    tournament = long(organiser)
    for _ in range(3):
        write(game(tournament, 1), thunee("A"))
    write(game(tournament, 1), thunee("B"))
    ring(organiser, tournament)
    over = end(organiser, tournament)
    assert (
        over.winning_side,
        over.side("A").games_won,
        over.side("B").games_won,
        over.side("A").score,
        over.side("B").score,
    ) == ("A", 1, 0, 12, 4)
    assert replay.check(tournament) == []
    run = rejudging.begin(tournament, None)
    for part in rejudging.open_parts(run):
        rejudging.judge_part(part)
    assert rejudging.differences(run) == []


def test_a_lead_in_games_needs_no_hand_in_the_next(organiser: Any, write: Write) -> None:
    tournament = long(organiser)
    for _ in range(3):
        write(game(tournament, 1), thunee("B"))
    ring(organiser, tournament)
    over = end(organiser, tournament)
    assert (over.winning_side, *(side.games_won for side in over.sides)) == ("B", 0, 1)
    assert replay.check(tournament) == []


def test_level_in_games_the_balls_at_the_table_decide(organiser: Any, write: Write) -> None:
    tournament = long(organiser)
    for side in "AB":
        for _ in range(3):
            write(game(tournament, 1), thunee(side))
    write(game(tournament, 1), count("B"))
    ring(organiser, tournament)
    over = end(organiser, tournament)
    assert (over.winning_side, *(side.games_won for side in over.sides)) == ("B", 1, 2)
    assert replay.check(tournament) == []


def test_an_earlier_game_is_not_turned_under_a_bell_that_went_by_the_lead(
    organiser: Any, write: Write, correct: Write
) -> None:
    tournament = long(organiser)
    first = game(tournament, 1)
    entries = [write(first, thunee("A")).entry for _ in range(3)]
    ring(organiser, tournament)
    end(organiser, tournament)
    for entry in entries[:2]:
        code = refused(correct, first, entry, None)
        assert code == "bell_first"
    assert replay.check(tournament) == []


def test_the_export_of_a_tournament_ended_by_bells_holds(
    organiser: Any, tournament: Tournament, write: Write, tmp_path: Path
) -> None:
    for number, side in ((1, "A"), (2, "B")):
        write(game(tournament, number), count(side))
    ring(organiser, tournament)
    for number in (1, 2):
        end(organiser, tournament, number)
    call_command("export_audit", tournament.slug, "-o", str(tmp_path / "record.jsonl"), verbosity=0)
    assert verify.check((tmp_path / "record.jsonl").read_bytes()).faults == []


def naive(best_of: int, games: list[tuple[int, int]]) -> tuple[str, int, int]:
    """Who wins a match when the bell rings in its last game: games first, then the balls of that one."""
    won_a = sum(a > b for a, b in games[:-1])
    won_b = len(games) - 1 - won_a
    if won_a != won_b:
        return ("A" if won_a > won_b else "B"), won_a, won_b
    a, b = games[-1]
    side = "A" if a > b else "B" if b > a else ""
    return side, won_a + (side == "A"), won_b + (side == "B")


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([1, 3, 5]), st.data())
def test_at_the_bell_with_every_score_games_count_first_then_balls(best_of: int, data: st.DataObject) -> None:
    before: list[tuple[int, int]] = []
    needed = best_of // 2 + 1
    won = {"A": 0, "B": 0}
    for _ in range(data.draw(st.integers(0, best_of - 1))):
        side = data.draw(st.sampled_from([one for one in "AB" if won[one] < needed - 1] or [""]))
        if not side:
            break
        won[side] += 1
        before.append((12, data.draw(st.integers(0, 11))) if side == "A" else (data.draw(st.integers(0, 11)), 12))
    now = (data.draw(st.integers(0, 11)), data.draw(st.integers(0, 11)))
    expected, games_a, games_b = naive(best_of, [*before, now])
    lead = "A" if won["A"] > won["B"] else "B" if won["B"] > won["A"] else ""
    here = "A" if now[0] > now[1] else "B" if now[1] > now[0] else lead
    scores = [GameScore({"A": a, "B": b}, "A" if a > b else "B") for a, b in before]
    found = score(best_of, [*scores, GameScore(dict(zip("AB", now, strict=True)), here, bell=bool(here))])
    assert (found.winner, *found.games.values()) == (expected, games_a, games_b)
    assert tuple(found.balls.values()) == (sum(a for a, _ in before) + now[0], sum(b for _, b in before) + now[1])


@pytest.mark.slow
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from([count, thunee]), st.sampled_from("AB")), max_size=5))
def test_wherever_the_bell_rings_the_match_goes_to_the_side_ahead(hands: list[Any]) -> None:
    organiser = UserFactory()
    tournament = draw(organiser, 2)
    balls = {"A": 0, "B": 0}
    for hand, side in hands:
        found = game(tournament, 1)
        if found.sheet.is_over:
            return
        acts.record_hand(
            actor=organiser, game=found, body=hand(side), key=acts.WriteKey("desk", uuid.uuid4(), found.sheet.head)
        )
        balls[side] += 4 if hand is thunee else 1
    if match(tournament, 1).over:
        return
    ring(organiser, tournament)
    if balls["A"] == balls["B"]:
        assert refused(end, organiser, tournament) == "level"
    else:
        end(organiser, tournament)
        assert match(tournament, 1).winning_side == ("A" if balls["A"] > balls["B"] else "B")
    assert replay.check(tournament) == []


def test_no_timer_no_bell(tournament: Tournament) -> None:
    assert not RoundTimer.objects.exists()
    assert timers.rang_for(match(tournament, 1)) is None
