"""What has a record is archived, never deleted: no act, page, call or stray line of code makes it go away. The one act
that deletes a tournament without a record: services/match/test_deleting.py."""

from typing import Any

import pytest
from django.db.models import ProtectedError
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.thunee_tournaments.services.conftest import count, draw, game
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament


def test_a_tournament_cannot_be_deleted_from_its_first_moment_on(organiser: Any) -> None:
    fresh = acts.create_tournament(actor=organiser, name="Open")
    drawn = draw(organiser, 4)
    for tournament in (fresh, drawn):
        with pytest.raises(ProtectedError):
            tournament.delete()
        with pytest.raises(ProtectedError):
            Tournament.objects.filter(pk=tournament.pk).delete()


def test_no_act_and_no_address_but_for_one_without_a_record_deletes_a_tournament() -> None:
    def names(patterns: list[URLPattern | URLResolver]) -> list[str]:
        found = []
        for one in patterns:
            found += names(one.url_patterns) if isinstance(one, URLResolver) else [one.name or ""]
        return found

    everything = {*acts.__all__, *names(get_resolver().url_patterns)}
    deleting = {name for name in everything if name.startswith(("delete", "remove_tournament", "destroy"))}
    assert deleting == {"delete_tournament", "delete"}  # the act, and its address at the desk


def test_a_closed_tournament_stays_for_everybody_to_read(organiser: Any, write: Any) -> None:
    tournament = draw(organiser, 4, policies={"signing": False})
    write(game(tournament, 1), count("A"))
    acts.close_tournament(actor=organiser, tournament=tournament, reason="The hall closes.")
    client = Client()
    assert client.get(reverse("public:standings", args=[tournament.slug])).status_code == 200
    assert client.delete(reverse("api:tournament", args=[tournament.slug])).status_code == 405
    client.force_login(organiser)
    assert tournament.name in client.get(reverse("desk:home")).content.decode()
