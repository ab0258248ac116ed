"""Pledging on the page of an event, and the private page of whoever did."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.thunee_tournaments.services.conftest import count, game, match, thunee
from thunee_tournaments.fundraising.models import Pledge
from thunee_tournaments.public import pledges
from thunee_tournaments.services import acts
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
TYPED = {
    "whom": "", "ball": "R10", "khanuck": "", "double": "", "thunee": "50", "match": "", "most": "500",
    "name": "Vic Hill", "contact": "vic@example.org", "website": "",
}  # fmt: skip


@pytest.fixture
def taking(event: Tournament, organiser: Any) -> Tournament:
    acts.set_fund(
        actor=organiser, tournament=event, currency="ZAR", goal=None, public=False, pledge_most=5_000_00
    )  # fmt: skip
    return event


def send(event: Tournament, **changed: str) -> Any:
    sent = {"key": uuid.uuid4().hex, **TYPED, **changed}
    return Client().post(reverse("public:pledges", args=[event.slug]), sent)


def plain(answer: Any) -> str:
    """A page with plain spaces for those that keep amounts together."""
    return answer.content.decode().replace("\u00a0", " ").replace("\u202f", " ")


def read(address: str) -> str:
    return plain(Client().get(address))


def page(event: Tournament, name: str = "public:pledges") -> str:
    return read(reverse(name, args=[event.slug]))


def test_whoever_pledges_gets_a_private_page_that_names_each_hand_and_rule(taking: Tournament, write: Any) -> None:
    answer = send(taking)
    assert answer.status_code == 302
    assert "no-store" in answer["Cache-Control"]
    own = answer["Location"]
    assert "It counts what is written down from now on" in read(own)
    write(game(taking, 3), thunee("A"))
    text = read(own)
    assert "R 90" in text  # four balls at R 10, and R 50 for the thunee
    assert "TH-THUN-2" in text
    played = match(taking, 3)
    assert reverse("public:hand", args=[taking.slug, played.public_id, 1, played.games.get().sheet.seq]) in text
    asked = Client().get(own)
    assert asked["X-Robots-Tag"] == "noindex"
    assert "no-store" in asked["Cache-Control"]


def test_everybody_sees_the_sum_and_only_the_name_that_may_be_shown(taking: Tournament, write: Any) -> None:
    send(taking, name="Hidden Giver", contact="hidden@example.org")
    send(taking, name="Shown Giver", contact="shown@example.org", named="on")
    write(game(taking, 3), count("A"))
    for text in (page(taking), page(taking, "public:tournament"), page(taking, "public:hall")):
        assert "R 20" in text
        assert "Hidden Giver" not in text
        assert "example.org" not in text
    assert "Shown Giver" in page(taking)
    assert "Somebody" in page(taking)


def test_a_pledge_for_a_team_begins_at_the_teams_page(taking: Tournament) -> None:
    team = Team.objects.filter(tournament=taking)[0]
    offered = reverse("public:pledges", args=[taking.slug]) + f"?team={team.public_id}"
    assert offered in read(reverse("public:team", args=[taking.slug, team.public_id]))
    assert f'value="team-{team.public_id}" selected' in read(offered)
    send(taking, whom=f"team-{team.public_id}")
    assert Pledge.objects.get().team == team.public_id


def test_a_table_can_be_pledged_for(taking: Tournament) -> None:
    table = taking.tables.order_by("number")[0]
    send(taking, whom=f"table-{table.number}")
    assert Pledge.objects.get().table == table.number


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"ball": "", "thunee": ""}, "Write an amount for at least one of these."),
        ({"ball": "much"}, "That is no amount."),
        ({"ball": "600"}, "This is more than the whole pledge may come to."),
        ({"most": ""}, "Write how much you give at most"),
        ({"most": "5001"}, "A pledge comes to at most R 5 000 here."),
        ({"name": " "}, "Write your name."),
        ({"contact": ""}, "How can we reach you?"),
        ({"contact": "12"}, "How can we reach you?"),
        ({"whom": "team-nobody"}, "Select a valid choice"),
        ({"whom": "table-99"}, "Select a valid choice"),
        ({"website": "x"}, "Leave this empty."),
        ({"key": "short"}, "Reload it and ask again"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_what_was_typed_stays(
    taking: Tournament, changed: dict[str, str], words: str
) -> None:
    answer = send(taking, **changed)
    assert answer.status_code == 422
    text = plain(answer)
    assert words in text
    assert all(f'value="{value}"' in text for key, value in {**TYPED, **changed}.items() if key == "match" and value)
    assert not Pledge.objects.exists()


def test_sending_twice_makes_one_pledge(taking: Tournament) -> None:
    key = uuid.uuid4().hex
    assert send(taking, key=key)["Location"] == send(taking, key=key)["Location"]
    assert Pledge.objects.count() == 1


def test_whoever_has_the_link_ends_it_and_nobody_else(taking: Tournament, write: Any) -> None:
    own = send(taking)["Location"]
    write(game(taking, 3), count("A"))
    assert Client().post(own, {"act": "something"}).status_code == 302
    assert not Pledge.objects.get().ends.exists()
    wrong = own[:-1] + ("A" if own[-1] != "A" else "B")
    assert Client().post(wrong, {"act": "end"}).status_code == 404
    Client().post(own, {"act": "end"})
    Client().post(own, {"act": "end"})
    assert Pledge.objects.get().ends.count() == 1
    write(game(taking, 3), thunee("A"))
    text = read(own)
    assert "R 10" in text
    assert "R 100" not in text
    assert "Ended on" in text


def test_where_no_pledges_are_taken_the_page_says_so_and_the_event_is_silent(event: Tournament) -> None:
    assert "No pledges are taken here now" in page(event)
    assert "pledge" not in page(event, "public:tournament").casefold()
    assert send(event).status_code == 200
    assert not Pledge.objects.exists()


def test_a_pledge_that_was_struck_out_is_gone_from_public_pages(taking: Tournament, organiser: Any, write: Any) -> None:
    own = send(taking, name="A joker", named="on")["Location"]
    write(game(taking, 3), count("A"))
    acts.strike_pledge(actor=organiser, pledge=Pledge.objects.get(), reason="in jest")
    assert "A joker" not in page(taking)
    assert "in jest" in read(own)


def test_only_so_many_pledges_an_hour_come_from_one_address(taking: Tournament, monkeypatch: Any) -> None:
    monkeypatch.setattr(pledges, "AN_HOUR", 3)
    for _ in range(3):
        assert send(taking).status_code == 302
    assert send(taking).status_code == 429
    assert Pledge.objects.count() == 3
