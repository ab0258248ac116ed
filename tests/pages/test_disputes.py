"""A dispute in real browsers: raised at the table, decided at the desk, appealed, overturned by another referee."""

import re
import uuid
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Decision, Dispute
from tests.factories import RoleFactory, UserFactory
from tests.support.browser import LAPTOP
from tests.thunee_tournaments.services.conftest import count, draw, game, match
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "nine of spades"


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    """Two teams; each has won a hand of the final. Two referees beside the organiser."""
    organiser = UserFactory(username="organiser")
    drawn = draw(organiser, 2, preset="durban-modern")
    for side in "AB":
        acts.record_hand(
            actor=organiser,
            game=game(drawn, 1),
            body=count(side),
            key=acts.WriteKey("desk", uuid.uuid4(), game(drawn, 1).sheet.head),
        )
    for name in ("first", "second"):
        RoleFactory(tournament=drawn, role="referee", user__username=name)
    return drawn


@pytest.fixture
def table(page: Any, tournament: Tournament) -> Any:
    """The table's phone."""
    organiser = tournament.roles.get(role="organiser").user
    token = acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).token
    page.goto(f"/t/{token}")
    page.get_by_role("button", name="Open table 1").click()
    expect(page).to_have_url(re.compile("/table$"))
    return page


@pytest.fixture
def referee(browse: Any, tournament: Tournament) -> Any:
    """`referee("first")` opens that referee's laptop at the disputes."""

    def at_the_desk(name: str) -> Any:
        opened = browse(LAPTOP)
        opened.goto(f"/accounts/login?next=/desk/{tournament.slug}/disputes")
        opened.locator("input[name=username]").fill(name)
        opened.locator("input[name=password]").fill(PASSWORD)
        opened.locator("input[name=password]").press("Enter")
        expect(opened.get_by_role("heading", name="Disputes", exact=True)).to_be_visible()
        return opened

    return at_the_desk


def choose(page: Any, question: str, answer: str) -> None:
    page.get_by_role("group", name=question).locator("label", has_text=answer).first.click()


def dispute_hand_1(table: Any) -> None:
    table.get_by_role("link", name="Raise a dispute").click()
    choose(table, "What is disputed?", "Hand 1")
    choose(table, "Why?", "what is written is not what happened")
    choose(table, "Who disputes it?", "Team 2")
    table.get_by_label("In your own words").fill("We had 104.")


def open_dispute(desk: Any) -> None:
    desk.get_by_role("link", name="A hand open").click()
    expect(desk.get_by_text("We had 104.")).to_be_visible()


def adjust(desk: Any, balls: str = "2") -> None:
    desk.get_by_role("link", name=re.compile("^(Overturn: b|B)alls adjusted")).click()
    desk.get_by_label("Balls for Team 2").fill(balls)
    choose(desk, "Rules it rests on", "EV-ADJ-1")
    desk.get_by_label("Why?").fill("As three people saw it.")
    desk.get_by_role("button", name="See what changes").click()
    expect(desk.get_by_role("heading", name="What changes with it")).to_be_visible()


@pytest.mark.slow
def test_a_dispute_from_the_table_to_the_appeal_and_back(
    table: Any, referee: Any, tournament: Tournament, assert_accessible: Any
) -> None:
    dispute_hand_1(table)
    assert_accessible(table)
    table.get_by_role("button", name="Call the desk").click()
    expect(table.get_by_text("The desk knows.")).to_be_visible()
    first = referee("first")
    expect(first.locator(".tabs .badge")).to_have_text("1")
    open_dispute(first)
    assert_accessible(first)
    adjust(first)
    first.get_by_role("button", name="Decide this").click()
    expect(first.get_by_text("Decided: balls adjusted")).to_be_visible()
    table.reload()
    expect(table.get_by_text("As three people saw it.")).to_be_visible()
    table.get_by_role("link", name="Appeal").click()
    choose(table, "Who appeals?", "Team 1")
    table.get_by_label("Why should it be overturned?").fill("Nobody saw it.")
    table.get_by_role("button", name="Appeal").click()
    expect(table.get_by_text("The desk has your appeal.")).to_be_visible()
    second = referee("second")
    second.get_by_role("link", name="under appeal").click()
    second.get_by_role("link", name="Overturn: the record stands").click()
    choose(second, "Rules it rests on", "EV-DISP-1")
    second.get_by_label("Why?").fill("Nobody could say it was so.")
    second.get_by_role("button", name="See what changes").click()
    second.get_by_role("button", name="Decide this").click()
    expect(second.get_by_text("Overturned on appeal")).to_be_visible()
    assert tuple(side.score for side in match(tournament, 1).sides) == (1, 1)


@pytest.mark.slow
def test_a_double_tap_raises_one_dispute_and_going_back_raises_no_second(table: Any) -> None:
    dispute_hand_1(table)
    table.get_by_role("button", name="Call the desk").dblclick()
    expect(table.get_by_text("The desk knows.").or_(table.get_by_text("raised already"))).to_be_visible()
    table.go_back()
    table.get_by_role("button", name="Call the desk").click()
    expect(table.get_by_text("raised already")).to_be_visible()
    assert Dispute.objects.count() == 1


@pytest.mark.slow
def test_of_two_referees_with_the_page_open_the_second_reads_what_the_first_decided(table: Any, referee: Any) -> None:
    dispute_hand_1(table)
    table.get_by_role("button", name="Call the desk").click()
    expect(table.get_by_text("The desk knows.")).to_be_visible()
    desks = [referee(name) for name in ("first", "second")]
    for desk, balls in zip(desks, ("1", "2"), strict=True):
        open_dispute(desk)
        adjust(desk, balls)
    desks[0].get_by_role("button", name="Decide this").dblclick()
    expect(desks[0].get_by_text("Decided: balls adjusted")).to_be_visible()
    desks[1].get_by_role("button", name="Decide this").click()
    expect(desks[1].get_by_text("This dispute is decided already.")).to_be_visible()
    expect(desks[1].get_by_text("Decided: balls adjusted")).to_be_visible()
    desks[0].go_back()
    desks[0].get_by_role("button", name="Decide this").click()
    expect(desks[0].get_by_text("saved already")).to_be_visible()
    assert Decision.objects.count() == 1
