"""Leave at the desk: the chief referee gives it, the referee then goes on, and everybody reads why."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.models import Decision, Dispute, Leave
from tests.factories import RoleFactory
from tests.support.desk.disputes import decided, dispute
from tests.support.services.tables import drawn, matches
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import match

__all__ = ["dispute"]  # a fixture used here as it is


@pytest.fixture
def own(playing: Desk) -> Any:
    """A referee whose own team is the first of match 1."""
    team = match(playing.tournament, 1).team("A").public_id
    return RoleFactory(tournament=playing.tournament, role="referee", team=team).user


def browser(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(desk: Desk) -> str:
    return desk.at("leave", match(desk.tournament, 1).public_id)


def given(desk: Desk, referee: Any, key: str = "8d3b1c1e-27c5-4f53-8d0e-111111111111", **typed: Any) -> Any:
    said = {"referee": referee.pk, "reason": "Nobody else is here.", "key": key, **typed}
    return desk.client.post(page(desk), said, follow=True)


@pytest.mark.slow
def test_the_chief_sees_who_has_a_part_and_gives_leave(playing: Desk, dispute: Dispute, own: Any) -> None:
    theirs = browser(own)
    here = match(playing.tournament, 1).public_id
    assert "You correct, sign and decide nothing in this match" in text_of(theirs.get(playing.at("match", here)))
    assert decided(theirs, playing, dispute, "stands").status_code == 422
    assert f"{own} (Team 1" in text_of(playing.client.get(page(playing)))
    assert "Permitted. Everybody" in text_of(given(playing, own))
    assert "You correct, sign and decide nothing" not in text_of(theirs.get(playing.at("match", here)))
    assert decided(theirs, playing, dispute, "stands").status_code == 200
    assert Decision.objects.get().override_reason == "Nobody else is here."


@pytest.mark.slow
def test_everybody_reads_why_and_nobody_who(playing: Desk, own: Any, client: Client) -> None:
    given(playing, own)
    here = match(playing.tournament, 1).public_id
    public = text_of(client.get(reverse("public:match", args=[playing.tournament.slug, here])))
    assert "The chief referee let a referee act in this match whose own team or club plays in it" in public
    assert "Nobody else is here." in public
    assert str(own) not in public


def test_a_double_tap_and_the_way_back_give_it_once(playing: Desk, own: Any) -> None:
    given(playing, own)
    assert "This referee was permitted already" in text_of(given(playing, own))
    assert Leave.objects.count() == 1
    assert "has permission" in text_of(playing.client.get(page(playing)))


def test_what_is_missing_is_said_at_its_field(playing: Desk, own: Any) -> None:
    for typed, said in (({"reason": ""}, "Say why."), ({"key": "nonsense"}, "")):
        answer = given(playing, own, **typed)
        assert answer.status_code == 422
        assert said in text_of(answer)
    stranger = RoleFactory(tournament=playing.tournament, role="referee").user
    assert given(playing, stranger).status_code == 422
    assert Leave.objects.count() == 0


def test_without_anybody_concerned_the_page_says_so(playing: Desk) -> None:
    assert "No referee of this tournament has a team or a club" in text_of(playing.client.get(page(playing)))


def test_however_many_referees_there_are_the_page_asks_the_same(
    playing: Desk, own: Any, django_assert_max_num_queries: Any
) -> None:
    team = match(playing.tournament, 1).team("B").public_id
    others = [RoleFactory(tournament=playing.tournament, role="referee", team=team).user for _ in range(6)]
    with django_assert_max_num_queries(20):
        shown = text_of(playing.client.get(page(playing)))
    assert all(f"{user} (Team" in shown for user in [own, *others])


def test_where_each_plays_alone_leave_names_the_player(organiser: Any) -> None:
    table = matches(drawn(organiser, 4))[0]
    event = table.stage.tournament
    own = RoleFactory(tournament=event, role="referee", team=table.team("D").public_id).user
    page = browser(organiser).get(reverse("desk:leave", args=[event.slug, table.public_id]))
    assert f"{own} ({table.team('D')})" in text_of(page)
    match_page = browser(own).get(reverse("desk:match", args=[event.slug, table.public_id]))
    assert f"Your own team or club plays here: {table.team('D')}." in text_of(match_page)
