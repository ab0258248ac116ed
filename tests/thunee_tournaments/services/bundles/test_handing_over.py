"""One site keeps an event: how it is handed over, and taken over when that site is gone."""

import pytest

from adjudication import verify
from adjudication.models import Commitment, Entry, Notice
from tests.factories import UserFactory
from tests.support.services.bundling import (
    arrived,
    bundle_of,
    checked,
    evening,
    files_of,
    once_made,
    organiser,
    refreshed,
)
from tests.support.services.sites import Sites
from tests.thunee_tournaments.services.conftest import count, draw, game, thunee, winning, writing
from thunee_tournaments.services import acts
from thunee_tournaments.services.bundles import container
from thunee_tournaments.services.core.errors import Refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_an_event_is_handed_over_goes_on_there_and_comes_back(sites: Sites) -> None:
    sites.turn_to("club")
    address = sites.address
    sites.turn_to("laptop")
    tournament = evening()
    laptop, code = sites.address, sites.code
    content = acts.hand_over(actor=organiser(), tournament=tournament, to=address, reason="The battery is low.")
    with pytest.raises(Refused) as refused:
        writing(organiser())(game(tournament, 2), thunee("B"))
    assert refused.value.code == "kept_elsewhere"

    sites.turn_to("club")
    there = arrived(sites, content, code).tournament
    assert there.kept_by == ""
    winning(writing(organiser()))(there, 2, "B")
    assert checked(there) == []
    back = acts.hand_over(actor=organiser(), tournament=refreshed(there), to=laptop, reason="Charged again.")

    sites.turn_to("laptop")
    arrived(sites, back)
    tournament = refreshed(tournament)
    assert tournament.kept_by == ""
    winning(writing(organiser()))(tournament, 3, "A")
    assert checked(tournament) == []
    told = Notice.objects.filter(subject="keeper").order_by("seq")
    assert [(notice.kind, notice.reason) for notice in told] == [
        ("keeper", "The battery is low."), ("keeper", "Charged again."),
    ]  # fmt: skip
    assert verify.check(files_of(bundle_of(tournament))[container.RECORD]).holds


@pytest.mark.slow
def test_who_has_handed_an_event_over_is_not_heard_any_more(sites: Sites) -> None:
    """A third site follows the event: from the hand-over on it takes what the new keeper signs, and nothing else."""
    sites.turn_to("club")
    address = sites.address
    sites.turn_to("laptop")
    tournament = evening()
    first, code = bundle_of(tournament), sites.code
    writing(organiser())(game(tournament, 2), thunee("B"))
    late = bundle_of(refreshed(tournament))
    over = acts.hand_over(actor=organiser(), tournament=refreshed(tournament), to=address, reason="On.")
    sites.turn_to("third")
    arrived(sites, first, code)
    arrived(sites, over)
    assert arrived(sites, over).rows == 0  # the same once more
    with pytest.raises(Refused) as refused:
        arrived(sites, late)
    assert refused.value.code == "other_site"


@pytest.mark.slow
def test_who_followed_a_lost_site_follows_the_one_that_took_over(sites: Sites) -> None:
    sites.turn_to("laptop")
    first, code = bundle_of(evening()), sites.code
    sites.turn_to("third")
    arrived(sites, first, code)
    sites.turn_to("spare")
    there = arrived(sites, first, code).tournament
    acts.take_over(actor=organiser(), tournament=there, reason="The laptop is gone.")
    subject = f"user:{organiser().pk}@{refreshed(there).row_space}"
    assert Commitment.objects.filter(subject=subject).exists()  # who acts here now is known to the record
    winning(writing(organiser()))(refreshed(there), 2, "B")
    goes_on, new_code = bundle_of(refreshed(there)), sites.code
    sites.turn_to("third")
    for typed in ("", code):
        with pytest.raises(Refused) as refused:
            arrived(sites, goes_on, typed)
        assert refused.value.code == "other_site"
    taken = arrived(sites, goes_on, new_code)
    assert not taken.new
    assert checked(taken.tournament) == []


def test_accounts_of_two_sites_with_one_number_are_told_apart(sites: Sites) -> None:
    sites.turn_to("club")
    address = sites.address
    sites.turn_to("laptop")
    tournament = draw(organiser(), 4)
    writing(organiser())(game(tournament, 1), count("A"))
    content, code = acts.hand_over(actor=organiser(), tournament=tournament, to=address, reason="On."), sites.code
    sites.turn_to("club")
    there = arrived(sites, content, code).tournament
    writing(organiser())(game(there, 1), count("A"))
    first, second = Entry.objects.order_by("seq").values_list("actor", flat=True)
    assert "@" not in first
    assert second == f"user:{organiser().pk}@{there.row_space}"


def test_a_copy_is_taken_over_when_its_keeper_is_gone(sites: Sites) -> None:
    content, code = once_made(sites)
    copy = arrived(sites, content, code).tournament
    with pytest.raises(Refused):
        writing(organiser())(game(copy, 2), thunee("B"))
    acts.take_over(actor=organiser(), tournament=copy, reason="The laptop fell into the pool.")
    winning(writing(organiser()))(refreshed(copy), 2, "B")
    winning(writing(organiser()))(refreshed(copy), 3, "A")
    assert checked(copy) == []
    with pytest.raises(Refused) as refused:
        arrived(sites, content)
    assert refused.value.code == "kept_here"


def test_only_who_organises_a_copy_takes_it_over(sites: Sites) -> None:
    content, code = once_made(sites)
    copy = arrived(sites, content, code).tournament
    stranger = UserFactory(username="stranger")
    for act in (
        lambda: acts.take_over(actor=stranger, tournament=copy, reason="Mine."),
        lambda: acts.take_bundle(actor=stranger, tournament=copy),
        lambda: acts.take_in(actor=stranger, content=content),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "not_allowed"
    assert refreshed(copy).kept_by
