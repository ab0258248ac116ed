"""A missed hand is written in where it was played; a late scorecard costs what the event says it costs."""

import uuid
from typing import Any

import pytest

from adjudication.hands import current_hands
from adjudication.models import Decision
from tests.factories import RoleFactory
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.record import replay
from thunee_tournaments.tournaments.models import Tournament


def said_of(moment: dict[str, Any]) -> tuple[Any, str, str]:
    """The score, who has won the game and who the match, at one of the two moments of a preview."""
    return moment["state"]["balls"], moment["game_winner"], moment["match_winner"]


@pytest.fixture
def tournament(organiser: Any) -> Tournament:
    return draw(organiser, 4)


def said(tournament: Tournament) -> dict[str, Any]:
    head = game(tournament, 1).sheet.head
    return {"key": acts.WriteKey("desk", uuid.uuid4(), head), "reason": "forgotten at the table"}


def test_a_missed_hand_stands_where_it_was_played_and_the_deal_moves_on(
    tournament: Tournament, organiser: Any, write: Any
) -> None:
    played = game(tournament, 1)
    for side in "AB":
        write(played, count(side))
    dealers = [hand.dealer for hand in current_hands(played.sheet)]
    done = acts.insert_hand(actor=organiser, game=game(tournament, 1), after=1, body=count("B"), **said(tournament))
    hands = current_hands(done.sheet)
    assert [hand.ruling["winner"] for hand in hands] == ["A", "B", "B"]
    assert [hand.number for hand in hands] == [1, 2, 3]
    assert hands[0].dealer == dealers[0]
    assert done.sheet.ledger["after"]["balls"] == {"A": 1, "B": 2}
    assert replay.check(tournament) == []


def test_before_the_first_hand_a_missed_one_is_written_too(tournament: Tournament, organiser: Any, write: Any) -> None:
    write(game(tournament, 1), count("A"))
    done = acts.insert_hand(actor=organiser, game=game(tournament, 1), after=0, body=thunee("B"), **said(tournament))
    assert [hand.ruling["winner"] for hand in current_hands(done.sheet)] == ["B", "A"]


def test_a_missed_hand_needs_a_reason_and_a_referee(tournament: Tournament, organiser: Any, write: Any) -> None:
    write(game(tournament, 1), count("A"))
    body = {"game": game(tournament, 1), "after": 1, "body": count("B")}
    with pytest.raises(Refused) as caught:
        acts.insert_hand(actor=organiser, **body, **{**said(tournament), "reason": " "})
    assert caught.value.code == "reason_missing"
    keeper = RoleFactory(tournament=tournament, role="scorekeeper").user
    with pytest.raises(Refused) as caught:
        acts.insert_hand(actor=keeper, **body, **said(tournament))
    assert caught.value.code == "not_allowed"


def test_the_look_ahead_lists_all_that_a_missed_hand_changes_and_stores_nothing(
    tournament: Tournament, organiser: Any, write: Any
) -> None:
    for _ in range(2):
        write(game(tournament, 1), thunee("A"))
    write(game(tournament, 1), count("A"))
    found = acts.preview_insertion(
        actor=organiser, game=game(tournament, 1), after=0, body=thunee("A"), reason="forgotten"
    )
    assert said_of(found["before"]) == ({"A": 9, "B": 0}, "", "")
    assert found["after"]["match_winner"] == "A"
    assert found["behind"] == [{"match": 3, "side": "A", "was": "", "now": "Team 1"}]
    was, then = found["steps"]
    assert [len(was), len(then)] == [3, 4]
    assert game(tournament, 1).sheet.seq == 3
    assert not match(tournament, 1).over


def test_the_look_ahead_names_the_signatures_that_would_be_void(organiser: Any, write: Any) -> None:
    from tests.support.services.signing import sign_as

    signed = draw(organiser, 4, policies={})
    for _ in range(3):
        write(game(signed, 1), thunee("A"))
    played = match(signed, 1).games.get()
    for side in "AB":
        sign_as(organiser, played, side)
    entry = played.sheet.entries.get(seq=1)
    found = acts.preview_correction(actor=organiser, game=played, entry=entry, body=thunee("B"), reason="x")
    assert found["voided"] == ("A", "B")
    assert found["behind"] == [{"match": 3, "side": "A", "was": "Team 1", "now": ""}]
    assert match(signed, 1).over


def late(tournament: Tournament, organiser: Any, **changed: Any) -> Any:
    played = game(tournament, 1)
    key = {"device": "desk", "client_uuid": uuid.uuid4(), "head": played.sheet.head}
    about = {"game": played, "hand": 1, "side": "A", "text": "Written up after the cut.", **key}
    return acts.forfeit_scorecard(actor=organiser, **{**about, **changed})


def test_a_late_scorecard_costs_the_balls_of_its_hand(organiser: Any, write: Any) -> None:
    strict = draw(organiser, 4, policies={"signing": False, "late_scorecard": True})
    write(game(strict, 1), thunee("A"))
    done = late(strict, organiser)
    assert game(strict, 1).sheet.ledger["after"]["balls"] == {"A": 0, "B": 0}
    assert (done.decision.outcome, done.decision.rules) == (Decision.Outcome.HAND_FORFEITED, ["EV-CARD-1"])
    assert done.standing.state == "decided"
    assert replay.check(strict) == []
    with pytest.raises(Refused) as caught:
        late(strict, organiser, side="B")
    assert caught.value.code == "nothing_to_forfeit"


def test_where_the_event_does_not_play_so_it_costs_nothing(tournament: Tournament, organiser: Any, write: Any) -> None:
    write(game(tournament, 1), thunee("A"))
    with pytest.raises(Refused) as caught:
        late(tournament, organiser)
    assert caught.value.code == "not_here"
    assert game(tournament, 1).sheet.ledger["after"]["balls"] == {"A": 4, "B": 0}
