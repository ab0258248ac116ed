"""Whole evenings of every format, sent on after each match, with corrections, disputes, no-shows and re-buys: the copy
follows every step, and at the end it is the event."""

from random import Random

import pytest
from django.contrib.auth import get_user_model

from tests.factories import UserFactory
from tests.support.quick import first
from tests.support.services.bundling import arrived, bundle_of, checked, files_of, organiser, refreshed, standings
from tests.support.services.sites import Sites
from thunee_tournaments.services.bundles import container
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.simulation.evening import Chances, Evening
from thunee_tournaments.simulation.setting_up import draw, entered, plan_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.anywhere]
FORMATS = {
    "knockout": 5, "streak:wins=2+knockout": 5, "groups+knockout": 5, "swiss+knockout": 4, "double": 4, "league": 3,
}  # fmt: skip


def sent_after_each_match(sites: Sites, format_: str, teams: int) -> tuple[list[bytes], str, str]:
    """The bundles of an evening, the code of the laptop, and the standings at the end."""
    sites.turn_to("laptop")
    rng, referee = Random(f"{format_} {teams}"), UserFactory(username="referee")
    tournament = entered(plan_of(format_, teams), teams, rng, organiser(), referee, "durban-classic", balls=3)
    bundles = [bundle_of(refreshed(tournament))]
    draw(tournament, organiser(), rng)
    bundles.append(bundle_of(refreshed(tournament)))
    for _over in Evening(tournament, organiser(), referee, rng, Chances(0.1, 0.1, 0.1, 0.8)).play():
        bundles.append(bundle_of(refreshed(tournament)))
    bundles.append(bundle_of(refreshed(tournament)))
    return bundles, sites.code, standings(refreshed(tournament))


@pytest.mark.slow
@pytest.mark.parametrize("format_", first(FORMATS))
def test_a_copy_follows_a_whole_evening(sites: Sites, format_: str) -> None:
    bundles, code, table = sent_after_each_match(sites, format_, FORMATS[format_])
    sites.turn_to("club")
    tournament = arrived(sites, bundles[0], code).tournament
    for content in bundles[1:]:
        arrived(sites, content)
    assert checked(tournament) == []
    assert standings(refreshed(tournament)) == table
    assert get_user_model().objects.count() == 1
    with pytest.raises(Refused):
        arrived(sites, bundles[1])
    assert container.name_of(files_of(bundle_of(refreshed(tournament)))) == container.name_of(files_of(bundles[-1]))
