"""A game the match did not need, at the desk and in public: told, then kept or struck out on one page."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from adjudication.models import Decision
from tests.factories import RoleFactory
from tests.support.services.beyond import best_of, nth, play, three, turn
from tests.support.services.late_results import appeal_overturned
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.services.officiating import surplus_games
from thunee_tournaments.services.record import replay
from thunee_tournaments.tournaments.models import Role, Tournament

pytestmark = pytest.mark.slow

__all__ = ["three"]
TYPED = {"choice": "game_void", "text": "Nobody had to play it."}


@pytest.fixture
def desk(three: Tournament, correct: Any, browser_of: Client) -> Desk:
    """Game 1 was turned, so that game 3 was played although the match was over."""
    turn(correct, nth(three, 1, 1), thunee("B"))
    return Desk(browser_of, three)


def of(desk: Desk) -> str:
    return str(match(desk.tournament, 1).public_id)


def seen_by(desk: Desk, role: str, page: str, *args: Any) -> str:
    client = Client()
    client.force_login(RoleFactory(tournament=desk.tournament, role=role).user)
    return text_of(client.get(desk.at(page, *args)))


def public(desk: Desk, **query: Any) -> str:
    return text_of(Client().get(f"/{desk.tournament.slug}/m/{of(desk)}", query))


def test_the_list_of_what_waits_and_the_match_tell_it_and_lead_the_referee_there(desk: Desk) -> None:
    overview = desk.get("overview")
    assert "A game was played that its match did not need: a referee has to decide" in text_of(overview)
    assert f'{desk.at("match", of(desk))}#game-3"' in overview.content.decode()
    page = desk.get("match", of(desk))
    assert "the match is decided without it" in text_of(page)
    assert 'id="game-3"' in page.content.decode()
    assert desk.at("surplus", of(desk), 3) in page.content.decode()
    assert "Nobody has decided yet what becomes of games" in text_of(desk.get("close"))


def test_who_only_looks_is_told_that_a_referee_decides_and_has_no_way_there(desk: Desk) -> None:
    said = seen_by(desk, Role.Name.VIEWER, "match", of(desk))
    assert "A referee decides what becomes of it." in said
    assert "Keep it or strike it out" not in said
    client = Client()
    client.force_login(RoleFactory(tournament=desk.tournament, role=Role.Name.SCOREKEEPER).user)
    assert client.get(desk.at("surplus", of(desk), 3)).status_code == 404


def test_before_a_correction_is_saved_it_says_that_a_referee_will_decide(three: Tournament, browser_of: Client) -> None:
    page = Desk(browser_of, three).get("void", of(Desk(browser_of, three)), 1, 1)
    assert "It stays on record as it is, until a referee decides what becomes of it." in text_of(page)


def test_one_act_strikes_the_game_out_with_its_reason_for_everybody_to_read(desk: Desk) -> None:
    page = desk.get("surplus", of(desk), 3)
    assert "What becomes of game 3?" in text_of(page)
    key = re.search(r'name="key" value="([^"]+)"', page.content.decode())
    assert key
    done = text_of(desk.after("surplus", of(desk), 3, key=key[1], **TYPED))
    assert "Decided." in done
    assert "Struck out by organiser" in done
    assert "Team 1 opens 4 balls" in done
    for said in (done, public(desk)):
        assert "Game 3" in said
        assert "Decided: the game is struck out" in said
        assert "Nobody had to play it." in said
        assert "EV-LATE-5" in said
    assert "did not need" not in text_of(desk.get("overview"))
    assert "Nobody has decided yet" not in text_of(desk.get("close"))
    assert replay.check(desk.tournament) == []


def test_a_kept_game_is_shown_as_kept_and_asks_for_nothing_more(desk: Desk) -> None:
    assert "A referee decides what becomes of it." in public(desk, game=3)
    desk.after("surplus", of(desk), 3, key=uuid.uuid4(), **{**TYPED, "choice": "game_kept"})
    page = text_of(desk.get("match", of(desk)))
    for said in (page, public(desk, game=3)):
        assert "A referee has kept it as it was played." in said
        assert "A referee decides what becomes of it." not in said
    assert "Keep it or strike it out" not in page
    assert "did not need" not in text_of(desk.get("overview"))


def test_the_second_tap_is_told_what_the_first_was_and_who_comes_later_that_it_was_decided(desk: Desk) -> None:
    key = uuid.uuid4()
    for _tap in range(2):
        assert "Decided." in text_of(desk.after("surplus", of(desk), 3, key=key, **TYPED))
    assert Decision.objects.count() == 1
    for other in (uuid.uuid4(), "no key"):
        said = text_of(desk.after("surplus", of(desk), 3, key=other, **TYPED))
        assert "Nothing has to be decided about this game" in said
        assert "Decided. Everybody" not in said


def test_who_was_second_by_a_moment_is_told_on_the_form(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    played = nth(desk.tournament, 1, 3)

    def a_moment_later(**said: Any) -> Any:
        acts.resolve_surplus(**{**said, "choice": "game_kept", "device": "other", "client_uuid": uuid.uuid4()})
        return acts.resolve_surplus(**said)

    monkeypatch.setattr("thunee_tournaments.desk.disputes.surplus_games.resolve_surplus", a_moment_later)
    answer = desk.post("surplus", of(desk), 3, key=uuid.uuid4(), **TYPED)
    assert answer.status_code == 422
    assert "A referee has decided already that this game stays as it was played." in text_of(answer)
    assert surplus_games.kept_surplus([played]) == [played]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"text": ""}, "Say why."),
        ({"choice": ""}, "Say what becomes of the game."),
        ({"choice": "match_kept"}, "Select a valid choice"),
        ({"key": "no key"}, "Reload the page."),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_decided(desk: Desk, changed: dict[str, str], says: str) -> None:
    answer = desk.post("surplus", of(desk), 3, **{"key": uuid.uuid4(), **TYPED, **changed})
    assert answer.status_code == 422
    assert says in text_of(answer)
    assert not Decision.objects.exists()


@pytest.mark.parametrize(("number", "status"), [(1, 302), (3, 200), (4, 404), (0, 404)])
def test_only_a_game_that_does_not_count_has_the_page(desk: Desk, number: int, status: int) -> None:
    assert desk.client.get(desk.at("surplus", of(desk), number)).status_code == status


def test_a_referee_whose_own_team_plays_says_why_as_a_chief(desk: Desk) -> None:
    own = match(desk.tournament, 1).team("A")
    assert own is not None
    chief = RoleFactory(tournament=desk.tournament, role=Role.Name.CHIEF_REFEREE, team=own.public_id).user
    client = Client()
    client.force_login(chief)
    said = {"key": uuid.uuid4(), **TYPED}
    assert client.post(desk.at("surplus", of(desk), 3), said).status_code == 422
    assert client.post(desk.at("surplus", of(desk), 3), {**said, "override": "Nobody else."}).status_code == 302
    assert "Nobody else." in public(desk)


def test_of_two_games_both_are_decided_about_with_one_tick(
    organiser: Any, write: Any, correct: Any, browser_of: Client
) -> None:
    tournament = best_of(organiser, 5)
    play(write, tournament, 1, "BAABB")
    turn(correct, nth(tournament, 1, 1), thunee("A"))
    desk = Desk(browser_of, tournament)
    assert "2 games were played that their matches did not need" in text_of(desk.get("overview"))
    assert "the other games of the match behind it (5)" in text_of(desk.get("surplus", of(desk), 4))
    desk.after("surplus", of(desk), 4, key=uuid.uuid4(), alike="on", **TYPED)
    assert surplus_games.surplus_waiting(tournament) == []
    assert text_of(desk.get("match", of(desk))).count("Struck out by organiser") == 2


def test_of_a_match_open_again_it_can_be_decided_and_waits_on_no_list(
    three: Tournament, correct: Any, browser_of: Client
) -> None:
    turn(correct, nth(three, 1, 1), count("A"))
    desk = Desk(browser_of, three)
    page = text_of(desk.get("match", of(desk)))
    assert "an earlier one was corrected and is open again." in page
    assert "A referee decides what becomes of it." not in page
    assert "did not need" not in text_of(desk.get("overview"))
    assert "as it stands as soon as the match needs it" in public(desk, game=2)
    desk.after("surplus", of(desk), 2, key=uuid.uuid4(), **TYPED)
    assert [one.number for one in match(three, 1).games.all()] == [1, 3]


def test_the_appeal_page_offers_what_can_be_decided_of_a_game_and_no_more(desk: Desk, organiser: Any) -> None:
    desk.after("surplus", of(desk), 3, key=uuid.uuid4(), **TYPED)
    decision = Decision.objects.get()
    dispute = decision.dispute
    said = {"match": match(desk.tournament, 1), "dispute": dispute, "device": "d", "client_uuid": uuid.uuid4()}
    acts.appeal_decision(actor=organiser, side="A", text="It was fair.", **said)
    client = Client()
    client.force_login(RoleFactory(tournament=desk.tournament, role=Role.Name.REFEREE).user)
    page = client.get(desk.at("dispute", dispute.public_id))
    outcomes = re.findall(r"outcome=(\w+)", page.content.decode())
    assert outcomes == ["uphold", "game_kept", "game_void"]
    assert "A game too many" in text_of(page)
    typed = {"outcome": "game_kept", "rules": "EV-LATE-5", "text": "It was fair.", "key": uuid.uuid4(), "on_appeal": 1}
    at = desk.at("decide", dispute.public_id)
    seen = client.post(at, {**typed, "action": "check"})
    assert seen.status_code == 200
    assert "game 3 was played and does not count then" in text_of(seen)
    client.post(at, {**typed, "action": "save", "head": ""})
    assert [one.number for one in match(desk.tournament, 1).games.all()] == [1, 2, 3]
    assert "Overturned on appeal: the game stays as it was played" in public(desk)


def test_in_a_closed_event_no_page_promises_a_decision(desk: Desk, organiser: Any) -> None:
    acts.close_tournament(actor=organiser, tournament=desk.tournament, reason="The hall closes.")
    for said in (text_of(desk.get("match", of(desk))), public(desk, game=3)):
        assert "This game does not count" in said
        assert "A referee decides what becomes of it." not in said
        assert "Keep it or strike it out" not in said
    assert "did not need" not in text_of(desk.get("overview"))


def test_nobody_raises_a_dispute_for_that_reason(desk: Desk) -> None:
    assert 'value="surplus"' not in desk.get("raise_dispute", match(desk.tournament, 2).public_id).content.decode()


def test_what_counts_again_is_no_more_among_what_was_struck_out(desk: Desk, organiser: Any) -> None:
    desk.after("surplus", of(desk), 3, key=uuid.uuid4(), **TYPED)
    appeal_overturned(desk.tournament, organiser, Decision.objects.get(), "game_kept", number=1)
    assert "Struck out by" not in text_of(desk.get("match", of(desk)))
