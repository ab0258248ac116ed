"""An event that is announced, and the teams that sign themselves up for it."""

from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factories import RoleFactory, SignUpFactory, TeamFactory, TournamentFactory, UserFactory
from tests.support.services.drawing import refused
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Announced, Refused, Typed
from thunee_tournaments.teams.models import SignUp, Team
from thunee_tournaments.teams.sign_ups import announcement_of, doubles_of, sign_up_by

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organiser):
    return TournamentFactory(organiser=organiser)


def announce(organiser, event, **says):
    return acts.announce(
        actor=organiser, tournament=event, says=Announced(**{"visibility": "public", "open": True, **says})
    )


def sign_up(event, name="Corner Aces", key="", code_word="", **typed):
    typed = Typed(**{"name": name, "players": ("Kim", "Ash"), "phone": "082 555 0100", **typed})
    return acts.sign_up(tournament=event, key=key or f"{name:x<32}", typed=typed, code_word=code_word)


def states(event):
    return list(event.sign_ups.order_by("number").values_list("state", flat=True))


def faults(act):
    with pytest.raises(Refused) as caught:
        act()
    return {fault["path"] for fault in caught.value.errors}


def test_a_team_that_signs_up_waits_for_the_organiser(organiser, event):
    announce(organiser, event)
    signed = sign_up(event).sign_up
    assert (signed.state, signed.number, signed.place, event.teams.count()) == ("waiting", 1, 1, 0)
    team = acts.accept_sign_up(actor=organiser, signed_up=signed)
    assert (team.name, [player.name for player in team.players.all()]) == ("Corner Aces", ["Kim", "Ash"])
    assert acts.accept_sign_up(actor=organiser, signed_up=signed) == team  # a second tap
    assert states(event) == ["in"]


def test_without_review_teams_are_in_while_there_are_places_and_wait_after(organiser, event):
    announce(organiser, event, review=False, places=2)
    signed = [sign_up(event, f"Team {n}").sign_up for n in range(4)]
    assert states(event) == ["in", "in", "waiting", "waiting"]
    assert [one_more.place for one_more in signed] == [0, 0, 1, 2]


def test_when_a_team_goes_the_first_that_waits_moves_up(organiser, event):
    announce(organiser, event, review=False, places=2)
    entered = TeamFactory(tournament=event)
    first, second, third = (sign_up(event, f"Team {n}").sign_up for n in range(3))
    acts.withdraw_sign_up(signed_up=first)
    assert states(event) == ["withdrawn", "in", "waiting"]
    second.refresh_from_db()
    acts.decline_sign_up(actor=organiser, signed_up=second, why="No players.")
    assert states(event) == ["withdrawn", "declined", "in"]
    third.refresh_from_db()
    acts.remove_team(actor=organiser, team=third.team)
    assert states(event) == ["withdrawn", "declined", "declined"]
    assert event.teams.get() == entered


def test_more_places_let_those_who_wait_in_at_once(organiser, event):
    announce(organiser, event, review=False, places=2)
    for number in range(5):
        sign_up(event, f"Team {number}")
    announce(organiser, event, review=False, places=4)
    assert states(event) == ["in"] * 4 + ["waiting"]


def test_a_name_that_is_taken_waits_for_the_organiser_and_holds_up_nobody(organiser, event):
    announce(organiser, event, review=False)
    for number, name in enumerate(["Corner Aces", "corner áces", "Others"]):
        sign_up(event, name, key=f"{number:x<32}")
    assert states(event) == ["in", "waiting", "in"]
    assert refused(acts.accept_sign_up, actor=organiser, signed_up=event.sign_ups.get(number=2)) == "name_taken"


def test_the_same_request_twice_is_one_sign_up_with_one_link(organiser, event):
    announce(organiser, event)
    first, again = sign_up(event, key="k" * 32), sign_up(event, key="k" * 32)
    assert (first.sign_up, first.token) == (again.sign_up, again.token)
    assert (first.repeated, again.repeated, event.sign_ups.count()) == (False, True, 1)
    assert sign_up_by(event, first.token) == first.sign_up
    assert sign_up_by(TournamentFactory(), first.token) is None


def test_only_the_hash_of_a_link_is_kept(organiser, event):
    announce(organiser, event)
    signed = sign_up(event)
    assert signed.token not in str(SignUp.objects.values().get())


def test_a_sign_up_needs_the_code_word_however_it_is_written(organiser, event):
    announce(organiser, event, code_word="Blue Jack")
    assert faults(lambda: sign_up(event)) == {"code_word"}
    assert faults(lambda: sign_up(event, code_word="red jack")) == {"code_word"}
    assert sign_up(event, code_word=" blue  JACK ").sign_up.number == 1


@pytest.mark.parametrize(
    "says",
    [
        {"open": False},
        {"visibility": "private", "open": False},
        {"closes_at": timezone.now() - timedelta(minutes=1)},
    ],
)
def test_nobody_signs_up_where_it_is_over_or_not_open(organiser, event, says):
    announce(organiser, event, **says)
    assert refused(sign_up, event=event) == "sign_up_over"


def test_nobody_signs_up_for_what_was_never_announced(event):
    assert refused(sign_up, event=event) == "sign_up_over"


def test_after_the_draw_nobody_signs_up_changes_or_goes_by_the_link(organiser):
    event = draw(organiser, 4)
    signed = SignUpFactory(tournament=event, state="in", team=event.teams.first())
    assert refused(sign_up, event=event) == "sign_up_over"
    assert refused(acts.change_sign_up, signed_up=signed, typed=Typed("Others", phone="0825550100")) == "drawn_already"
    assert refused(acts.withdraw_sign_up, signed_up=signed) == "drawn_already"
    assert refused(acts.decline_sign_up, actor=organiser, signed_up=signed) == "drawn_already"
    assert refused(acts.announce, actor=organiser, tournament=event, says=Announced()) == "drawn_already"


@pytest.mark.parametrize(
    ("typed", "paths"),
    [
        ({"name": " "}, {"name_missing"}),
        ({"phone": ""}, {"phone"}),
        ({"phone": "12"}, {"phone"}),
        ({"phone": "", "email": "nobody"}, {"email"}),
        ({"players": ("Kim 082 555 0100",)}, {"phone_number"}),
        ({"players": ("Kim", "kim")}, {"player_twice"}),
        ({"answers": ("x" * 201,)}, {"answers"}),
    ],
)
def test_every_fault_of_a_sign_up_is_named(organiser, event, typed, paths):
    announce(organiser, event, questions=("Supper?",))
    assert faults(lambda: sign_up(event, key="k" * 32, **typed)) == paths
    assert not event.sign_ups.exists()


def test_a_captain_changes_the_team_before_and_after_it_is_in(organiser, event):
    announce(organiser, event)
    signed = sign_up(event).sign_up
    acts.change_sign_up(signed_up=signed, typed=Typed("Corner Kings", ("Kim",), phone="082 555 0100"))
    team = acts.accept_sign_up(actor=organiser, signed_up=signed)
    assert team.name == "Corner Kings"
    signed.refresh_from_db()
    acts.change_sign_up(signed_up=signed, typed=Typed("Corner Queens", ("Kim", "Jo"), email="kim@example.org"))
    team.refresh_from_db()
    assert (team.name, [player.name for player in team.roster]) == ("Corner Queens", ["Kim", "Jo"])
    TeamFactory(tournament=event, name="Taken")
    again = {"signed_up": signed, "typed": Typed("taken", phone="082 555 0100")}
    assert refused(acts.change_sign_up, **again) == "name_taken"
    signed.refresh_from_db()
    assert signed.name == "Corner Queens"


def test_what_was_not_taken_or_withdrawn_stays_so(organiser, event):
    announce(organiser, event)
    gone, out = sign_up(event, "Gone").sign_up, sign_up(event, "Out").sign_up
    acts.withdraw_sign_up(signed_up=gone)
    acts.decline_sign_up(actor=organiser, signed_up=out, why="Full.")
    acts.withdraw_sign_up(signed_up=gone)
    acts.decline_sign_up(actor=organiser, signed_up=out)
    out.refresh_from_db()
    assert (states(event), out.why) == (["withdrawn", "declined"], "Full.")
    for signed in (gone, out):
        assert refused(acts.accept_sign_up, actor=organiser, signed_up=signed) == "sign_up_ended"
        assert refused(acts.change_sign_up, signed_up=signed, typed=Typed("X", phone="0825550100")) == "sign_up_ended"


def test_a_double_is_known_by_name_number_address_or_two_players():
    def typed(number, **given):
        values = {"phone": "", "email": "", "players": [], "state": "waiting", "name": f"Team {number}"}
        return SignUp(number=number, **{**values, **given})

    rows = [
        typed(1, name="Aces", phone="+27 82 555 0100", email="Kim@example.org", players=["Kim", "Ash"]),
        typed(2, name="ACES"),
        typed(3, phone="082 555 0100"),
        typed(4, email="kim@example.org"),
        typed(5, players=["Ash", "kim", "Jo"]),
        typed(6, players=["Ash"]),
        typed(7, name="Aces", state="withdrawn"),
    ]
    assert doubles_of(rows) == {2: [1], 3: [1], 4: [1], 5: [1]}


@pytest.mark.parametrize(
    ("says", "paths"),
    [
        ({"visibility": "some"}, {"visibility"}),
        ({"visibility": "private"}, {"visibility"}),
        ({"places": 1}, {"places"}),
        ({"places": 100_000}, {"places"}),
        ({"questions": ("a", "b", "c", "d")}, {"questions"}),
        ({"description": "x" * 2001, "address": "x" * 201}, {"description", "address"}),
    ],
)
def test_every_fault_of_an_announcement_is_named(organiser, event, says, paths):
    assert faults(lambda: announce(organiser, event, **says)) == paths
    assert announcement_of(event).pk is None


@pytest.mark.parametrize("role", ["treasurer", "referee", "viewer", None])
def test_only_an_organiser_announces_and_answers(organiser, event, role):
    announce(organiser, event)
    signed = sign_up(event).sign_up
    somebody = RoleFactory(tournament=event, role=role).user if role else UserFactory()
    assert refused(acts.announce, actor=somebody, tournament=event, says=Announced()) == "not_allowed"
    assert refused(acts.accept_sign_up, actor=somebody, signed_up=signed) == "not_allowed"
    assert refused(acts.decline_sign_up, actor=somebody, signed_up=signed) == "not_allowed"


def test_the_database_keeps_one_number_for_one_sign_up_and_a_team_with_it_only_while_it_is_in(event):
    SignUpFactory(tournament=event, number=1)
    with pytest.raises(IntegrityError):
        SignUpFactory(tournament=event, number=1)


def test_the_database_refuses_a_team_of_a_sign_up_that_is_not_in(event):
    with pytest.raises(IntegrityError):
        SignUpFactory(tournament=event, state="waiting", team=TeamFactory(tournament=event))


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    acts_done=st.lists(
        st.tuples(st.sampled_from(["sign", "go", "decline", "remove", "places"]), st.integers(0, 5)),
        max_size=14,
    )
)
@pytest.mark.walks
def test_places_are_given_first_come_first_whatever_happens(organiser, acts_done):
    """Never more teams than places by themselves, and nobody waits while a place is free."""
    event = TournamentFactory(organiser=organiser)
    places = 3
    announce(organiser, event, review=False, places=places)
    for step, (act, number) in enumerate(acts_done):
        live = list(event.sign_ups.filter(state__in=["waiting", "in"]).select_related("team", "tournament"))
        signed = live[number % len(live)] if live else None
        if act == "sign":
            sign_up(event, f"Team {step}")
        elif act == "places":
            places = max(places, number)
            announce(organiser, event, review=False, places=max(2, places))
        elif signed is not None and act == "go":
            acts.withdraw_sign_up(signed_up=signed)
        elif signed is not None and act == "decline":
            acts.decline_sign_up(actor=organiser, signed_up=signed)
        elif signed is not None and signed.team is not None:
            acts.remove_team(actor=organiser, team=signed.team)
        entered = list(event.sign_ups.filter(state="in").values_list("number", flat=True))
        waiting = list(event.sign_ups.filter(state="waiting").values_list("number", flat=True))
        assert len(entered) == event.teams.count() <= places
        assert not waiting or (len(entered) == places and min(waiting) > max(entered))
    Team.objects.filter(tournament=event).delete()


# --- two sign-ups of one team


def two(event, **of_the_second):
    """The sign-ups of two players of one team, and the tokens of their links."""
    first = sign_up(event, players=(), phone="", email="kim@example.org")
    second = sign_up(event, "The Corner Aces", club="Hall Club", phone="083 555 0200", **of_the_second)
    return first.sign_up, second.sign_up, first.token, second.token


def join(organiser, signed_up, into):
    joined = acts.join_sign_ups(actor=organiser, signed_up=signed_up, into=into)
    for row in (signed_up, into):
        row.refresh_from_db()
    return joined


def test_of_two_sign_ups_of_a_team_one_is_made_that_has_what_either_had_and_both_links_open_it(organiser, event):
    announce(organiser, event)
    kept, double, of_kept, of_double = two(event)
    assert join(organiser, double, kept) == kept
    assert (kept.name, kept.club, kept.players) == ("Corner Aces", "Hall Club", ["Kim", "Ash"])
    assert (kept.phone, kept.email, kept.state) == ("083 555 0200", "kim@example.org", "waiting")
    assert states(event) == ["waiting", "joined"]
    assert sign_up_by(event, of_kept) == sign_up_by(event, of_double) == kept
    assert doubles_of(list(event.sign_ups.all())) == {}


def test_both_numbers_are_kept_where_there_is_room(organiser, event):
    announce(organiser, event)
    first, second = sign_up(event).sign_up, sign_up(event, "Aces", phone="083 555 0200").sign_up
    join(organiser, second, first)
    assert first.phone == "082 555 0100 / 083 555 0200"
    third = sign_up(event, "Ace team", phone="+27 (0)84 - 555 - 0300 at night").sign_up
    join(organiser, third, first)
    assert first.phone == "082 555 0100 / 083 555 0200"


def test_joining_a_second_time_is_the_same(organiser, event):
    announce(organiser, event)
    kept, double, *_tokens = two(event)
    for _ in "12":
        assert join(organiser, double, kept) == kept
    assert kept.phone == "083 555 0200"


def test_a_place_that_one_of_them_had_is_the_teams(organiser, event):
    announce(organiser, event)
    kept, double, *_tokens = two(event)
    team = acts.accept_sign_up(actor=organiser, signed_up=double)
    join(organiser, double, kept)
    team.refresh_from_db()
    assert (kept.state, kept.team, team.name, double.team) == ("in", team, "Corner Aces", None)
    assert event.teams.count() == 1


def test_of_two_places_one_goes_to_who_waits(organiser, event):
    announce(organiser, event, review=False, places=2)
    kept, double, *_tokens = two(event)
    waiting = sign_up(event, "Spare Kings", players=("Lee", "Max"), phone="084 555 0300").sign_up
    join(organiser, double, kept)
    waiting.refresh_from_db()
    assert [row.state for row in (kept, double, waiting)] == ["in", "joined", "in"]
    assert sorted(event.teams.values_list("name", flat=True)) == ["Corner Aces", "Spare Kings"]


def test_the_captain_of_the_double_changes_and_withdraws_what_it_was_joined_to(organiser, event):
    announce(organiser, event)
    kept, double, _of_kept, of_double = two(event)
    join(organiser, double, kept)
    acts.withdraw_sign_up(signed_up=sign_up_by(event, of_double))
    assert states(event) == ["withdrawn", "joined"]


def test_three_of_one_team_are_one_in_any_order(organiser, event):
    announce(organiser, event)
    kept, double, _of_kept, of_double = two(event)
    third = sign_up(event, "Aces of the corner")
    join(organiser, double, third.sign_up)
    join(organiser, third.sign_up, kept)
    assert sign_up_by(event, of_double) == sign_up_by(event, third.token) == kept


def test_what_is_not_two_sign_ups_of_one_event_is_not_joined(organiser, event):
    announce(organiser, event)
    kept, double, *_tokens = two(event)
    elsewhere = SignUpFactory()
    gone = sign_up(event, "Gone").sign_up
    acts.withdraw_sign_up(signed_up=gone)
    for signed_up, into, code in ((kept, kept, "not_two"), (double, elsewhere, "not_two"),
                                  (double, gone, "sign_up_ended"), (gone, kept, "sign_up_ended")):  # fmt: skip
        with pytest.raises(Refused) as caught:
            acts.join_sign_ups(actor=organiser, signed_up=signed_up, into=into)
        assert caught.value.code == code
    assert states(event) == ["waiting", "waiting", "withdrawn"]


def test_a_sign_up_that_is_joined_says_to_which(event):
    row = SignUpFactory(tournament=event)
    with pytest.raises(IntegrityError):
        SignUp.objects.filter(pk=row.pk).update(state="joined")
