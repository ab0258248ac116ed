"""What everybody reads of an event before its draw, signing a team up, and the captain's own page."""

from datetime import date, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import TeamFactory, TournamentFactory
from tests.thunee_tournaments.desk.conftest import text_of
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Announced, Typed
from thunee_tournaments.services.queries import door_code
from thunee_tournaments.teams.models import SignUp

pytestmark = pytest.mark.django_db
TYPED = {
    "key": "k" * 32, "name": "Corner Aces", "player_1": "Kim", "player_2": "Ash", "phone": "082 555 0100",
    "email": "kim@example.org", "agree": "on",
}  # fmt: skip


@pytest.fixture(autouse=True)
def nobody_was_counted():
    cache.clear()


@pytest.fixture
def shield(organiser):
    event = TournamentFactory(
        slug="shield", name="Diwali Shield", cause="A new roof", date=date(2026, 12, 5), organiser=organiser
    )
    announce(organiser, event)
    return event


def announce(organiser, event, **says):
    says = {"visibility": "public", "open": True, "places": 4, "questions": ("Supper?",), **says}
    acts.announce(actor=organiser, tournament=event, says=Announced(**says))


def sign_up(client=None, **typed):
    return (client or Client()).post("/shield/register", {**TYPED, **typed})


def captain(response):
    assert response.status_code == 302, text_of(response)
    return response["Location"]


def test_an_announced_event_is_read_by_everybody_and_a_draft_by_nobody(organiser, shield):
    page = Client().get("/shield/")
    assert page.status_code == 200
    for words in ("Diwali Shield", "A new roof", "4 of 4 places are left."):
        assert words in text_of(page)
    assert "Diwali Shield" in text_of(Client().get("/"))
    announce(organiser, shield, visibility="unlisted")
    assert "noindex" in Client().get("/shield/").content.decode()
    assert "Diwali Shield" not in text_of(Client().get("/"))
    announce(organiser, shield, visibility="private", open=False)
    assert Client().get("/shield/").status_code == 404
    assert Client().get("/shield/register").status_code == 404


@pytest.mark.parametrize("page", ["teams", "bracket", "standings", "schedule", "hall", "rules", "hands.thn", "live"])
def test_of_an_announced_event_nothing_but_the_announcement_is_there(shield, page):
    TeamFactory(tournament=shield, name="Secret Spades")
    assert Client().get(f"/shield/{page}").status_code == 404
    assert "Secret Spades" not in text_of(Client().get("/shield/"))
    assert Client().get("/api/v1/tournaments/shield/").status_code == 404


def test_a_team_signs_up_and_its_page_says_how_it_stands(organiser, shield):
    address = captain(sign_up())
    page = Client().get(address)
    assert "The organiser has your sign-up and will answer here." in text_of(page)
    assert page["Cache-Control"] == "private, no-store"
    assert (page["X-Robots-Tag"], page["Referrer-Policy"]) == ("noindex", "strict-origin")
    signed = SignUp.objects.get()
    assert (signed.players, signed.phone) == (["Kim", "Ash"], "082 555 0100")
    acts.accept_sign_up(actor=organiser, signed_up=signed)
    assert "You are in." in text_of(Client().get(address))


def test_two_taps_are_one_team_and_lead_to_one_page(shield):
    assert captain(sign_up()) == captain(sign_up())
    assert SignUp.objects.count() == 1


def test_the_waiting_list_tells_its_place_and_moves_up_by_itself(organiser, shield):
    announce(organiser, shield, places=2, review=False)
    pages = [captain(sign_up(name=f"Team {number}", key=f"{number}" * 32)) for number in range(4)]
    assert "You are in." in text_of(Client().get(pages[1]))
    assert "You are number 2 on the waiting list." in text_of(Client().get(pages[3]))
    assert "All places are taken." in text_of(Client().get("/shield/"))
    captain(Client().post(pages[0], {"act": "withdraw"}))
    assert "Your team is not signed up any more." in text_of(Client().get(pages[0]))
    assert "You are number 1 on the waiting list." in text_of(Client().get(pages[3]))
    assert "You are in." in text_of(Client().get(pages[2]))


def test_a_captain_reads_what_to_pay_and_under_which_reference(organiser, shield):
    announce(organiser, shield, review=False, payment="R400 to account 12 34")
    text = text_of(Client().get(captain(sign_up())))
    assert "R400 to account 12 34" in text
    assert "SHIELD-1" in text


def test_a_captain_whose_place_is_free_is_asked_for_nothing_and_thanked_for_nothing(organiser, shield):
    announce(organiser, shield, review=False)
    acts.set_fund(actor=organiser, tournament=shield, currency="ZAR", goal=None, public=False, entry_fee=400_00)
    address = captain(sign_up())
    assert "R 400" in text_of(Client().get(address))
    acts.give_free_place(actor=organiser, team=shield.teams.get(), reason="The hall's own.")
    page = text_of(Client().get(address))
    assert "Your place is free." in page
    assert "R 0" not in page
    assert "The hall's own." not in page


def test_a_captain_changes_the_team_and_every_fault_is_beside_its_field(shield):
    address = captain(sign_up())
    changed = Client().post(address, {**TYPED, "name": "Corner Kings", "answer_1": "Yes"})
    assert changed["Location"] == address
    signed = SignUp.objects.get()
    assert (signed.name, signed.answers) == ("Corner Kings", ["Yes"])
    wrong = Client().post(address, {**TYPED, "phone": "", "email": "", "player_2": "kim"})
    assert wrong.status_code == 422
    assert set(wrong.context["form"].errors) == {"phone", "player_2"}
    assert wrong.context["form"]["name"].value() == "Corner Aces"


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"name": ""}, "name"),
        ({"agree": ""}, "agree"),
        ({"phone": "", "email": ""}, "phone"),
        ({"email": "kim"}, "email"),
        ({"player_2": "KIM"}, "player_2"),
        ({"website": "https://example.org"}, "website"),
        ({"key": "short"}, "__all__"),
        ({"name": "x" * 81}, "name"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_kept(shield, typed, field):
    response = sign_up(**typed)
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert response.context["form"]["player_1"].value() == "Kim"
    assert not SignUp.objects.exists()


def test_the_code_word_keeps_out_who_has_not_seen_the_poster(organiser, shield):
    announce(organiser, shield, code_word="Blue Jack")
    assert set(sign_up(code_word="red").context["form"].errors) == {"code_word"}
    captain(sign_up(code_word="blue jack"))


@pytest.mark.slow
def test_nobody_signs_up_more_than_thirty_teams_an_hour_from_one_address(shield):
    answers = [sign_up(name=f"Team {number}", key=f"{number:032}").status_code for number in range(32)]
    assert answers == [302] * 30 + [429] * 2
    assert SignUp.objects.count() == 30


@pytest.mark.parametrize("says", [{"open": False}, {"closes_at": timezone.now() - timedelta(hours=1)}])
def test_when_signing_up_is_over_the_page_says_so(organiser, shield, says):
    announce(organiser, shield, **says)
    page = Client().get("/shield/register")
    assert page.status_code == 200
    assert "Signing up is over" in text_of(page)
    assert sign_up().status_code == 200
    assert not SignUp.objects.exists()


def test_after_the_draw_the_event_is_there_and_the_captain_finds_the_team(organiser, shield):
    announce(organiser, shield, review=False)
    pages = [captain(sign_up(name=f"Team {number}", key=f"{number}" * 32)) for number in range(4)]
    acts.draw_event(actor=organiser, tournament=shield)
    assert "Bracket" in text_of(Client().get("/shield/"))
    assert Client().get("/shield/register").status_code == 404
    page = Client().get(pages[0])
    assert "When and whom you play" in text_of(page)
    assert b"We cannot come" not in page.content
    assert Client().post(pages[0], {"act": "withdraw"}).status_code == 302
    assert shield.teams.count() == 4


def test_a_captain_who_is_in_asks_for_an_e_mail_when_the_team_is_called(organiser, shield):
    announce(organiser, shield, review=False)
    address = captain(sign_up())
    assert "Tell us by e-mail" in text_of(Client().get(address))
    said = text_of(Client().post(address, {"act": "call"}, follow=True))
    assert "When your match is called to a table, an e-mail goes to kim@example.org." in said
    assert SignUp.objects.get().wants_calls
    assert "Tell us by e-mail" in text_of(Client().post(address, {"act": "no_calls"}, follow=True))
    assert not SignUp.objects.get().wants_calls
    announce(organiser, shield, review=True)
    waiting = captain(sign_up(name="Late Aces", key="l" * 32))
    assert "Tell us by e-mail" not in text_of(Client().get(waiting))
    assert "Your team has no place yet." in text_of(Client().post(waiting, {"act": "call"}, follow=True))


def test_at_the_door_a_captain_types_its_code_or_shows_a_code_to_the_desk(organiser, shield):
    announce(organiser, shield, review=False)
    address = captain(sign_up())
    page = Client().get(address)
    assert "<svg" in page.content.decode()
    assert door_code(shield) not in page.content.decode()
    wrong = Client().post(address, {"act": "arrive", "code": "99"})
    assert wrong.status_code == 422
    assert "This is not the code that hangs at the door." in text_of(wrong)
    assert 'value="99"' in wrong.content.decode()
    for _tap in range(2):
        said = text_of(Client().post(address, {"act": "arrive", "code": door_code(shield)}, follow=True))
        assert "You are checked in." in said
    assert shield.teams.get().arrived_at is not None


def test_guessing_the_code_at_the_door_ends_after_ten_tries_of_a_team(organiser, shield):
    announce(organiser, shield, review=False)
    address = captain(sign_up())
    for _try in range(10):
        Client().post(address, {"act": "arrive", "code": "x"})
    late = Client().post(address, {"act": "arrive", "code": door_code(shield)})
    assert "Too many tries. Come to the desk" in text_of(late)
    assert shield.teams.get().arrived_at is None


def test_who_is_not_in_sees_no_door(organiser, shield):
    announce(organiser, shield, review=True)
    address = captain(sign_up())
    assert "hang at the door" not in text_of(Client().get(address))
    typed = {"act": "arrive", "code": door_code(shield)}
    assert "has no place yet" in text_of(Client().post(address, typed, follow=True))


@pytest.mark.parametrize("address", ["/shield/register/wrong-token", "/nothing/register", "/nothing/register/x"])
def test_a_link_that_is_none_opens_nothing(shield, address):
    assert Client().get(address).status_code == 404
    assert Client().post(address, TYPED).status_code == 404


def test_a_link_of_one_event_opens_nothing_of_another(organiser, shield):
    other = TournamentFactory(slug="other", organiser=organiser)
    announce(organiser, other)
    token = captain(sign_up()).rpartition("/")[2]
    assert Client().get(f"/other/register/{token}").status_code == 404


@pytest.mark.slow
def test_how_to_reach_a_captain_is_on_no_public_page_file_or_answer(organiser, shield):
    """Marked numbers are planted, and looked for wherever anybody may look, before the draw and after it."""
    announce(organiser, shield, review=False)
    for number in range(4):
        typed = {"phone": f"079 314 159{number}", "email": f"planted{number}@example.org", "answer_1": "planted"}
        captain(sign_up(name=f"Team {number}", key=f"{number}" * 32, **typed))
    pages = ("", "register", "teams", "bracket", "standings", "schedule", "hall", "hands.thn", "calendar.ics", "draws")
    addresses = ["/", *(f"/shield/{page}" for page in pages)]
    addresses += [f"/api/v1/tournaments/{page}" for page in ("", "shield/", "shield/teams/", "shield/matches/")]
    for drawn in (False, True):
        if drawn:
            acts.draw_event(actor=organiser, tournament=shield)
            team = shield.teams.first()
            addresses += [f"/shield/team/{team.public_id}", f"/shield/team/{team.public_id}/now"]
        for address in addresses:
            content = Client().get(address).content.decode()
            assert "314 159" not in content, address
            assert "314159" not in content, address
            assert "planted" not in content, address


def test_what_was_typed_can_be_forgotten(shield):
    from thunee_tournaments.services.core import pseudonyms

    address = captain(sign_up(answer_1="Kim eats no meat"))
    for name in ("kim@example.org", "082 555 0100", "+27 82 555-0100", "Kim", "corner aces"):
        assert [signed.number for signed in pseudonyms.find(name).sign_ups] == [1], name
    pseudonyms.forget(pseudonyms.find("kim@example.org"))
    signed = SignUp.objects.get()
    kept = (signed.name, signed.players, signed.phone, signed.email, signed.answers)
    assert kept == (pseudonyms.ERASED, [], "", "", [])
    assert Client().get(address).status_code == 404


def test_a_sign_up_typed_in_another_way_is_answered_and_never_a_fault_of_ours(organiser, shield):
    announce(organiser, shield, questions=())
    assert sign_up(answer_1="x", player_9="y").status_code == 302
    acts.change_sign_up(signed_up=SignUp.objects.get(), typed=Typed("X", answers=["a"] * 9, phone="0825550100"))
    assert SignUp.objects.get().answers == []


def test_the_first_page_asks_as_much_for_ten_announced_events_as_for_two(organiser):
    def events(first, last):
        for number in range(first, last):
            event = TournamentFactory(slug=f"event-{number}", organiser=organiser)
            announce(organiser, event)
            TeamFactory(tournament=event)

    asked = []
    for first, last in ((0, 2), (2, 10)):
        events(first, last)
        with CaptureQueriesContext(connection) as queries:
            text = text_of(Client().get("/"))
        assert text.count("3 of 4 places are left.") == last
        asked.append(len(queries))
    assert asked[0] == asked[1]
