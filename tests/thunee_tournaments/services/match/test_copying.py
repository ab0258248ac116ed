"""A tournament is copied with all that was chosen for it, and without anybody in it."""

import datetime

import pytest

from tests.factories import RoleFactory, SignUpFactory, TeamFactory, TournamentFactory
from tests.support.ready_plans import READY
from tests.support.services.drawing import refused
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.services import acts
from thunee_tournaments.standings.prizing import Prize
from thunee_tournaments.teams.sign_ups import announcement_of
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.policies import EventPolicies, read

pytestmark = pytest.mark.django_db
DAY = datetime.date(2027, 3, 6)


def chosen(event):
    """All of a tournament that an organiser chooses."""
    event.refresh_from_db()
    lists = [(rows.currency, rows.ties, rows.one_each, rows.prizes) for rows in _one(event, "prize_list")]
    funds = [(fund.currency, fund.goal, fund.entry_fee) for fund in _one(event, "fund")]
    stages = list(event.stages.order_by("order").values_list("order", "format", "parameters"))
    said = announcement_of(event)
    told = (said.description, said.starts_at, said.address, said.places, said.review, said.code_word, said.questions)
    rules = (event.preset, event.changes, event.players, event.best_of, event.table_count, read(event.policies))
    return rules, (event.cause, event.venue), stages, lists, funds, told


def _one(event, name):
    return [getattr(event, name)] if hasattr(event, name) else []


@pytest.fixture
def event(organiser):
    event = TournamentFactory(
        organiser=organiser, name="Diwali Shield", cause="A roof", venue="Hall", preset="fundraiser", best_of=3,
        changes={"target_count": 106}, table_count=5, date=datetime.date(2026, 3, 7),
    )  # fmt: skip
    acts.set_policies(actor=organiser, tournament=event, policies=EventPolicies(deposit="R100", signing=False))
    acts.set_plan(
        actor=organiser, tournament=event, stages=[{"format": "swiss"}, {"format": "knockout", "parameters": {}}]
    )
    prizes = [Prize(0, 1, 1, "Cup", 5000_00), Prize(0, 2, 4, "", 500_00)]
    acts.set_prizes(actor=organiser, tournament=event, prizes=prizes, currency="R", one_each=False)
    acts.set_fund(actor=organiser, tournament=event, currency="ZAR", goal=9_000_00, public=True, entry_fee=400_00)
    says = acts.Announced(
        visibility="public", open=True, description="Supper.", starts_at=datetime.time(18, 30), address="12 Road",
        places=8, review=False, code_word="Jack", questions=("Supper?",),
    )  # fmt: skip
    acts.announce(actor=organiser, tournament=event, says=says)
    return event


def test_all_that_was_chosen_is_copied_and_nobody_reads_of_it_yet(organiser, event):
    made = acts.copy_tournament(actor=organiser, tournament=event, name="Diwali Shield", date=DAY)
    assert chosen(made) == chosen(event)
    assert (made.slug, made.date, made.status, made.name) == ("diwali-shield", DAY, "draft", "Diwali Shield")
    said = announcement_of(made)
    assert (said.visibility, said.open, said.closes_at, made.fund.public) == ("private", False, None, False)


def test_nobody_and_no_money_is_copied(organiser, event):
    TeamFactory(tournament=event)
    SignUpFactory(tournament=event)
    RoleFactory(tournament=event, role="referee")
    made = acts.copy_tournament(actor=organiser, tournament=event, name="Next year")
    assert [(role.user, role.role) for role in made.roles.all()] == [(organiser, "organiser")]
    assert not made.teams.exists()
    assert not made.sign_ups.exists()
    assert not made.movements.exists()


@pytest.mark.parametrize("key", [key for key in READY if not key.startswith("tables")])
def test_every_ready_plan_is_copied_and_drawn(organiser, key):
    event = TournamentFactory(organiser=organiser)
    acts.set_plan(actor=organiser, tournament=event, stages=READY[key])
    made = acts.copy_tournament(actor=organiser, tournament=event, name="Again")
    for number in range(8):
        TeamFactory(tournament=made, name=f"Team {number}")
    acts.draw_event(actor=organiser, tournament=made)
    assert made.stages.count() == event.stages.count()


def test_an_event_in_play_is_copied_as_one_that_is_not_drawn(organiser):
    event = draw(organiser, 6)
    made = acts.copy_tournament(actor=organiser, tournament=event, name="Again")
    assert (made.status, made.profile, made.fingerprint) == ("draft", None, "")
    assert chosen(made)[0] == chosen(event)[0]
    assert [stage.drawn_at for stage in made.stages.all()] == [None]


def test_what_is_wrong_is_named_and_nothing_is_made(organiser, event):
    number = Tournament.objects.count()
    asked = {"actor": organiser, "tournament": event}
    assert refused(acts.copy_tournament, **asked, name=" ") == "bad_details"
    assert refused(acts.copy_tournament, **asked, name="x", date=datetime.date(1500, 1, 1)) == "bad_details"
    stranger = RoleFactory(tournament=event, role="treasurer").user
    assert refused(acts.copy_tournament, actor=stranger, tournament=event, name="x") == "not_allowed"
    assert Tournament.objects.count() == number
