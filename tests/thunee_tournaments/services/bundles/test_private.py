"""What is private is sealed for one site; else it is not in the bundle."""

import pytest
from django.core.management import call_command

from tests.factories import SignUpFactory, TeamFactory, TournamentFactory
from tests.support.services.bundling import (
    arrived,
    bundle_of,
    evening,
    files_of,
    organiser,
    refreshed,
    with_private_things,
)
from tests.support.services.sites import Sites
from tests.thunee_tournaments.services.conftest import game, thunee, writing
from thunee_tournaments.fundraising.models import Party
from thunee_tournaments.services import acts
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.teams.models import Player, SignUp, Team

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_private_is_sealed_for_one_site_and_else_not_in_it(sites: Sites) -> None:
    sites.turn_to("club")
    address = sites.address
    sites.turn_to("laptop")
    tournament = with_private_things()
    bare, sealed, code = bundle_of(tournament), bundle_of(tournament, private_for=address), sites.code
    for content in (bare, sealed):
        for name, text in files_of(content).items():
            assert b"0315550199" not in text, name
    sites.turn_to("club")
    assert not arrived(sites, bare, code).sealed
    assert Party.objects.get().note == ""
    assert arrived(sites, sealed).sealed
    assert Party.objects.get().note == "call 0315550199"


def test_what_was_sealed_for_another_site_is_not_read(sites: Sites) -> None:
    sites.turn_to("somebody")
    address = sites.address
    sites.turn_to("laptop")
    content, code = bundle_of(with_private_things(), private_for=address), sites.code
    sites.turn_to("club")
    assert not arrived(sites, content, code).sealed
    assert Party.objects.get().note == ""


@pytest.mark.slow
def test_a_later_bundle_without_the_private_part_takes_nothing_private_away(sites: Sites) -> None:
    sites.turn_to("club")
    address = sites.address
    sites.turn_to("laptop")
    tournament = with_private_things()
    sealed, code = bundle_of(tournament, private_for=address), sites.code
    writing(organiser())(game(tournament, 1), thunee("B"))
    bare = bundle_of(refreshed(tournament))
    sites.turn_to("club")
    arrived(sites, sealed, code)
    arrived(sites, bare)
    assert Party.objects.get().note == "call 0315550199"


def test_what_was_sealed_goes_with_what_it_was_about(sites: Sites) -> None:
    sites.turn_to("club")
    address = sites.address
    sites.turn_to("laptop")
    tournament = TournamentFactory(organiser=organiser())
    acts.set_table_count(actor=organiser(), tournament=tournament, count=3)
    acts.issue_table_link(actor=organiser(), table=tournament.tables.get(number=3))
    SignUpFactory(tournament=tournament, team=TeamFactory(tournament=tournament), state="in")
    sealed, code = bundle_of(refreshed(tournament), private_for=address), sites.code
    TableLink.objects.all().delete()
    SignUp.objects.update(team=None)
    Team.objects.all().delete()
    acts.set_table_count(actor=organiser(), tournament=refreshed(tournament), count=2)
    bare = bundle_of(refreshed(tournament))
    sites.turn_to("club")
    arrived(sites, sealed, code)
    assert TableLink.objects.count() == 1
    arrived(sites, bare)
    assert not TableLink.objects.exists()
    assert SignUp.objects.get().team is None


@pytest.mark.slow
def test_who_was_forgotten_in_a_copy_stays_forgotten(sites: Sites) -> None:
    sites.turn_to("laptop")
    tournament = evening()
    player = Player.objects.create(team=Team.objects.first(), name="Thiru Moodley", order=9)
    first, code = bundle_of(tournament), sites.code
    writing(organiser())(game(tournament, 2), thunee("B"))
    second = bundle_of(refreshed(tournament))
    sites.turn_to("club")
    arrived(sites, first, code)
    call_command("forget", "Thiru Moodley", "--yes", verbosity=0)
    arrived(sites, second)
    assert Player.objects.get(public_id=player.public_id).name == "—"
