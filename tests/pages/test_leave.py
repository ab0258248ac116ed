"""A conflict of interest in real browsers: a referee is barred, the chief referee gives leave, everybody reads why."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Leave
from tests.factories import RoleFactory, UserFactory
from tests.support.browser import LAPTOP, PHONE
from tests.thunee_tournaments.services.conftest import draw, match
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PASSWORD = "nine of spades"
WHY = "Nobody else is here tonight."


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    """A final between two teams; a chief referee, and a referee whose own team plays in it."""
    drawn = draw(UserFactory(username="organiser"), 2)
    RoleFactory(tournament=drawn, role="chief_referee", user__username="chief")
    RoleFactory(tournament=drawn, role="referee", user__username="own", team=match(drawn, 1).team("A").public_id)
    return drawn


@pytest.fixture
def at_the_match(browse: Any, tournament: Tournament) -> Any:
    """`at_the_match("chief")` opens somebody's phone at the desk's page of the match."""

    def opened(name: str, size: tuple[int, int] = PHONE) -> Any:
        page = browse(size)
        page.goto(f"/accounts/login?next=/desk/{tournament.slug}/m/{match(tournament, 1).public_id}")
        page.locator("input[name=username]").fill(name)
        page.locator("input[name=password]").fill(PASSWORD)
        page.locator("input[name=password]").press("Enter")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Team 1")
        return page

    return opened


def barred(page: Any) -> Any:
    return page.get_by_text("You correct, sign and decide nothing in this match")


def test_a_referee_is_barred_until_the_chief_gives_leave_and_everybody_reads_why(
    at_the_match: Any, browse: Any, tournament: Tournament, assert_accessible: Any
) -> None:
    referee, chief = at_the_match("own"), at_the_match("chief", LAPTOP)
    expect(barred(referee)).to_be_visible()
    expect(referee.get_by_role("link", name="Permission to act")).to_have_count(0)
    expect(barred(chief)).to_have_count(0)
    chief.get_by_role("link", name="Permission to act").click()
    expect(chief.get_by_text("Team 1 ", exact=False).first).to_be_visible()
    assert_accessible(chief)

    # Without a reason nothing is given, and who was chosen stays chosen.
    chief.get_by_role("radio", name=re.compile("^own ")).check(force=True)
    chief.get_by_role("button", name="Give permission").click()
    expect(chief.get_by_text("Say why. Everybody can read it.")).to_be_visible()
    expect(chief.get_by_role("radio", name=re.compile("^own "))).to_be_checked()
    assert_accessible(chief)

    # A double tap gives it once; going back and giving it again says that it is given.
    chief.get_by_label("Why, despite the conflict of interest?").fill(WHY)
    chief.get_by_role("button", name="Give permission").dblclick()
    expect(chief.get_by_text(re.compile("Permitted|was permitted already"))).to_be_visible()
    chief.go_back()
    if chief.get_by_role("button", name="Give permission").count():
        chief.get_by_role("button", name="Give permission").click()
        expect(chief.get_by_text(re.compile("was permitted already|Say why"))).to_be_visible()
    assert Leave.objects.count() == 1

    referee.reload()
    expect(barred(referee)).to_have_count(0)
    expect(referee.get_by_text(WHY)).to_be_visible()
    anybody = browse(PHONE)
    anybody.goto(f"/{tournament.slug}/m/{match(tournament, 1).public_id}")
    expect(anybody.get_by_text(WHY)).to_be_visible()
    expect(anybody.locator("main")).not_to_contain_text(re.compile(r"\bown\b(?! team or club)"))
    assert_accessible(anybody)
