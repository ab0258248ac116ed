"""A player is substituted at the desk, tapped twice, refused, taken back; and what everybody reads of it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, game, match
from thunee_tournaments.services import acts
from thunee_tournaments.services.core import pseudonyms
from thunee_tournaments.teams.models import Player, Substitution, Team


@pytest.fixture
def team(playing: Desk) -> Team:
    found: Any = match(playing.tournament, 1).team("A")
    return found


def typed(team: Team, comes: str = "Nisha", reason: str = "Called to work", leaves: str = "First") -> dict[str, str]:
    return {"leaves": team.players.get(name=leaves).public_id, "comes": comes, "reason": reason}


def public_page(desk: Desk, team: Team) -> str:
    return text_of(Client().get(reverse("public:team", args=[desk.tournament.slug, team.public_id])))


def test_from_the_teams_page_a_player_is_substituted(playing: Desk, team: Team) -> None:
    assert "Substitute a player" in text_of(playing.get("team", team.public_id))
    asked = text_of(playing.get("substitute", team.public_id))
    assert "A team may put another player in once (EV-SUB-1)." in asked
    assert "It changes nothing in the results" in asked
    after = text_of(playing.after("substitute", team.public_id, **typed(team)))
    assert "Nisha plays for Team 1 in place of First." in after
    assert "No substitution is left to this team." in after


def test_the_teams_desk_page_says_who_when_by_whom_and_why(playing: Desk, team: Team, organiser: Any) -> None:
    playing.post("substitute", team.public_id, **typed(team))
    page = text_of(playing.get("team", team.public_id))
    assert "Nisha for First" in page
    assert organiser.username in page
    assert "Called to work" in page


def test_everybody_reads_who_came_for_whom_but_not_why(playing: Desk, team: Team) -> None:
    playing.post("substitute", team.public_id, **typed(team))
    page = public_page(playing, team)
    assert "Nisha for First" in page
    assert "Nisha, Second" in page
    assert "Called to work" not in page
    assert "Nisha, Second" in text_of(Client().get(reverse("public:teams", args=[playing.tournament.slug])))


def test_a_second_tap_substitutes_once(playing: Desk, team: Team) -> None:
    playing.tournament.policies = {**playing.tournament.policies, "substitutions": 3}
    playing.tournament.save()
    said = typed(team)
    for _ in range(2):
        done = playing.after("substitute", team.public_id, **said)
    assert "had been done already" in text_of(done)
    assert Substitution.objects.count() == 1


def test_somebody_else_was_quicker(playing: Desk, team: Team) -> None:
    playing.tournament.policies = {**playing.tournament.policies, "substitutions": 3}
    playing.tournament.save()
    said = typed(team)
    playing.post("substitute", team.public_id, **said)
    late = playing.post("substitute", team.public_id, **{**said, "comes": "Omar"})
    assert late.status_code == 422
    assert "This player has left already. Choose again." in text_of(late)
    assert Substitution.objects.count() == 1


def test_what_is_missing_is_marked_and_what_was_typed_is_kept(playing: Desk, team: Team) -> None:
    refused = playing.post("substitute", team.public_id, leaves="", comes="Nisha", reason="")
    assert refused.status_code == 422
    assert "Choose who leaves." in text_of(refused)
    assert "Say why." in text_of(refused)
    assert 'value="Nisha"' in refused.content.decode()


def test_a_refusal_cites_the_events_regulation(playing: Desk, team: Team, organiser: Any, write: Any) -> None:
    playing.tournament.policies = {**playing.tournament.policies, "substitutions": 0}
    playing.tournament.save()
    assert "This event takes no substitutes." in text_of(playing.post("substitute", team.public_id, **typed(team)))
    playing.tournament.policies = {**playing.tournament.policies, "substitutions": 1}
    playing.tournament.save()
    write(game(playing.tournament, 1), count("A"))
    refused = playing.post("substitute", team.public_id, **typed(team))
    assert refused.status_code == 422
    assert "(EV-SUB-3)" in text_of(refused)


def test_a_mistake_is_taken_back_and_stays_on_the_desks_list(playing: Desk, team: Team) -> None:
    playing.post("substitute", team.public_id, **typed(team))
    back = {"act": "back", "number": "1", "back-reason": "The other team"}
    assert playing.post("substitute", team.public_id, **{**back, "back-reason": ""}).status_code == 422
    after = text_of(playing.after("substitute", team.public_id, **back))
    assert "Taken back: First plays for Team 1 as before." in after
    assert "taken back" in text_of(playing.get("team", team.public_id))
    assert "Nisha" not in public_page(playing, team)
    assert "had been done already" in text_of(playing.after("substitute", team.public_id, **back))


@pytest.mark.parametrize("number", ["", "x", "-1", "99999999999999999999", "²"])
def test_nonsense_takes_nothing_back(playing: Desk, team: Team, number: str) -> None:
    sent = {"act": "back", "number": number, "back-reason": "x"}
    assert playing.post("substitute", team.public_id, **sent).status_code == 302


def test_in_play_the_earlier_hand_is_told_with_the_earlier_name(playing: Desk, team: Team, write: Any) -> None:
    playing.tournament.policies = {**playing.tournament.policies, "substitute_when": "between_hands"}
    playing.tournament.save()
    Player.objects.filter(team=team, name="First").update(name="Anil")
    write(game(playing.tournament, 1), count("A"))
    playing.post("substitute", team.public_id, **typed(team, leaves="Anil"))
    write(game(playing.tournament, 1), count("A"))
    found = match(playing.tournament, 1)
    pages = [
        text_of(Client().get(reverse("public:hand", args=[playing.tournament.slug, found.public_id, 1, seq])))
        for seq in (1, 2)
    ]
    assert "Anil" in pages[0]
    assert "Nisha" not in pages[0]
    assert "Nisha" in pages[1]
    assert "Anil" not in pages[1]


def test_a_closed_tournament_and_a_draft_only_say_what_holds(playing: Desk, draft: Desk, team: Team) -> None:
    other: Any = draft.tournament.teams.first()
    assert "simply write the team's players" in text_of(draft.get("substitute", other.public_id))
    acts.close_tournament(actor=playing.tournament.roles.get().user, tournament=playing.tournament, reason="Rain")
    assert "nobody comes in any more" in text_of(playing.get("substitute", team.public_id))
    assert playing.post("substitute", team.public_id, **typed(team)).status_code == 422


def test_a_forgotten_name_is_gone_from_the_list_too(playing: Desk, team: Team) -> None:
    playing.after("substitute", team.public_id, **typed(team, reason="Nisha is Second's sister"))
    pseudonyms.forget(pseudonyms.find("Nisha"))
    assert "Nisha" not in public_page(playing, team)
    assert "Nisha" not in text_of(playing.get("team", team.public_id))


def test_the_regulations_stand_at_rules(client: Client, db: None) -> None:
    for number in range(1, 5):
        assert client.get(f"/rules/EV-SUB-{number}").status_code == 200
