"""What leaves one site is what arrives on another, as often as it comes."""

import json

import pytest
from django.core.management import call_command
from django.db import transaction

from adjudication.models import Entry, Notice
from tests.support.services.bundling import (
    arrived,
    bundle_of,
    checked,
    evening,
    files_of,
    once_made,
    organiser,
    refreshed,
    signed_again,
    standings,
    there_and_back,
)
from tests.support.services.sites import Sites
from tests.thunee_tournaments.services.conftest import draw, game, match, thunee, winning, writing
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.bundles import container, giving
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_an_event_arrives_as_it_was_and_every_hand_is_judged_again(sites: Sites) -> None:
    content, code = once_made(sites)
    taken = arrived(sites, content, code)
    assert (taken.new, taken.entries) == (True, Entry.objects.count())
    tournament = taken.tournament
    assert checked(tournament) == []
    with transaction.atomic():
        again = files_of(giving.bundle_of(tournament))  # made anew from the rows that are here
    for name in (container.RECORD, container.ROWS):
        assert again[name] == files_of(content)[name]


def test_a_copy_stands_as_the_event_does(sites: Sites) -> None:
    sites.turn_to("laptop")
    tournament = evening()
    content, code, table = bundle_of(tournament), sites.code, standings(tournament)
    sites.turn_to("club")
    assert standings(arrived(sites, content, code).tournament) == table


def test_the_same_bundle_twice_changes_nothing(sites: Sites) -> None:
    content, code = once_made(sites)
    version = arrived(sites, content, code).tournament.version
    taken = arrived(sites, content)
    assert (taken.new, taken.rows) == (False, 0)
    assert refreshed(taken.tournament).version == version


def test_an_event_that_goes_on_comes_again_and_only_what_is_new_is_written(sites: Sites) -> None:
    sites.turn_to("laptop")
    tournament = evening()
    first, code = bundle_of(tournament), sites.code
    winning(writing(organiser()))(tournament, 2, "B")
    winning(writing(organiser()))(tournament, 3, "A")
    second, table = bundle_of(tournament), standings(tournament)
    sites.turn_to("club")
    copy = arrived(sites, first, code).tournament
    kept = list(Entry.objects.values_list("pk", "hash"))
    taken = arrived(sites, second)
    assert not taken.new
    assert list(Entry.objects.values_list("pk", "hash"))[: len(kept)] == kept
    assert standings(copy) == table
    assert match(copy, 3).state == Match.State.DONE
    assert checked(copy) == []


def test_what_was_taken_back_goes_in_the_copy_too(sites: Sites) -> None:
    sites.turn_to("laptop")
    tournament = draw(organiser(), 4)
    first, code = bundle_of(tournament), sites.code
    acts.undo_draw(actor=organiser(), tournament=refreshed(tournament))
    second = bundle_of(refreshed(tournament))
    sites.turn_to("club")
    copy = arrived(sites, first, code).tournament
    assert Match.objects.count() == 3
    arrived(sites, second)
    assert Match.objects.count() == 0
    assert [notice.kind for notice in Notice.objects.order_by("seq")] == ["draw", "draw_back"]
    assert refreshed(copy).status == Tournament.Status.DRAFT


def test_a_table_that_was_left_to_another_match_is_no_trouble(sites: Sites) -> None:
    sites.turn_to("laptop")
    tournament = draw(organiser(), 4, table_count=1)
    first, code = bundle_of(tournament), sites.code
    winning(writing(organiser()))(tournament, 1, "A")
    assert Seating.objects.filter(table__number=1).count() == 2  # the second match was called to it
    second = bundle_of(refreshed(tournament))
    sites.turn_to("club")
    arrived(sites, first, code)
    arrived(sites, second)
    assert Seating.objects.get(ended_at=None).match.number == 2


def test_seeds_that_swap_are_not_in_each_others_way(sites: Sites) -> None:
    sites.turn_to("laptop")
    tournament = draw(organiser(), 4)
    acts.undo_draw(actor=organiser(), tournament=refreshed(tournament))
    first, code = bundle_of(refreshed(tournament)), sites.code
    teams = [team.public_id for team in Team.objects.order_by("-seed")]
    acts.order_seeds(actor=organiser(), tournament=refreshed(tournament), teams=teams)
    second = bundle_of(refreshed(tournament))
    sites.turn_to("club")
    arrived(sites, first, code)
    arrived(sites, second)
    assert [team.public_id for team in Team.objects.order_by("seed")] == teams


def test_an_older_bundle_is_refused(sites: Sites) -> None:
    sites.turn_to("laptop")
    tournament = evening()
    older, code = bundle_of(tournament), sites.code
    writing(organiser())(game(tournament, 2), thunee("B"))
    newer = bundle_of(refreshed(tournament))
    sites.turn_to("club")
    arrived(sites, newer, code)
    with pytest.raises(Refused) as refused:
        arrived(sites, older)
    assert refused.value.code == "older"


def test_a_first_bundle_needs_the_code_of_the_site_that_made_it(sites: Sites) -> None:
    content, code = once_made(sites)
    for typed in ("", "0000-0000-0000-0000", sites.code):
        with pytest.raises(Refused) as refused:
            arrived(sites, content, typed)
        assert refused.value.code == "wrong_code"
        assert not Tournament.objects.exists()
    assert arrived(sites, content, f" {code.upper().replace('-', ' ')} ").new


def test_the_bundle_of_an_event_that_another_site_keeps_is_refused(sites: Sites) -> None:
    content, code = there_and_back(sites)
    arrived(sites, content, code)
    files = files_of(content)
    sites.turn_to("somebody")
    forged = signed_again(content, lambda _files: None)
    manifest = json.loads(files_of(forged)[container.MANIFEST])
    manifest["site"]["address"] = manifest["keeper"] = sites.address
    forged = container.packed(manifest, {name: text for name, text in files.items() if not name.startswith("manifest")})
    sites.turn_to("club")
    with pytest.raises(Refused) as refused:
        arrived(sites, forged)
    assert refused.value.code == "other_site"


def test_an_event_that_is_kept_here_is_not_overwritten(sites: Sites) -> None:
    sites.turn_to("laptop")
    content = bundle_of(evening())
    with pytest.raises(Refused) as refused:
        arrived(sites, content, sites.code)
    assert refused.value.code == "kept_here"


def test_the_demo_of_one_site_comes_to_another_that_has_its_own(sites: Sites) -> None:
    sites.turn_to("laptop")
    call_command("load_demo", "--only", verbosity=0)
    content, code = acts.take_bundle(actor=None, tournament=Tournament.objects.get(slug=DEMO)), sites.code
    sites.turn_to("club")
    call_command("load_demo", "--only", verbosity=0)
    taken = acts.take_in(actor=None, content=content, code=code)
    assert taken.tournament.slug != DEMO
    assert checked(taken.tournament) == []


DEMO = "hall-roof-evening"
