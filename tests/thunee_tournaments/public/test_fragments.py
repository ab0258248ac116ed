"""How open pages keep themselves fresh: the page without its frame, made once, tagged with what it says."""

import gzip
import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client

from tests.factories import UserFactory
from tests.thunee_tournaments.services.conftest import count, game, match
from thunee_tournaments.public import caching, matches
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PAGES = ["", "bracket", "standings", "teams", "rules"]


@pytest.mark.parametrize("path", PAGES)
def test_a_fragment_is_what_the_page_shows_and_nothing_around_it(client: Client, event: Tournament, path: str) -> None:
    whole = client.get(f"/shield/{path}").content.decode()
    part = client.get(f"/shield/{path}?fragment=1").content.decode()

    def main(html: str) -> str:
        found = re.search(r"<main[^>]*>(.*)</main>", html, re.S)
        assert found
        return re.sub(r"\s+", " ", found[1])

    assert main(part) == main(whole)
    assert "site-head" not in part
    assert "<link" not in part


def test_the_page_names_its_stream_and_its_version(client: Client, event: Tournament) -> None:
    html = client.get("/shield/").content.decode()
    assert f'data-live="/shield/live" data-version="{event.version}"' in html


def test_a_hand_at_another_table_costs_the_readers_of_a_match_only_a_304(
    client: Client, event: Tournament, write: Any
) -> None:
    path = f"/shield/m/{match(event, 2).public_id}?fragment=1"
    tag = client.get(path)["ETag"]
    write(game(event, 3), count("B"))
    assert client.get(path, headers={"if-none-match": tag}).status_code == 304


def test_a_hand_at_another_table_has_the_page_of_a_match_not_made_again(
    client: Client, event: Tournament, write: Any, django_assert_num_queries: Any
) -> None:
    path = f"/shield/m/{match(event, 5).public_id}?fragment=1"
    first = client.get(path)
    write(game(event, 3), count("B"))
    with django_assert_num_queries(2):  # where the tournament and the match stand
        assert client.get(path).content == first.content


def test_what_is_more_than_a_hand_elsewhere_has_the_page_of_a_match_made_again(
    client: Client, event: Tournament, organiser: Any
) -> None:
    path = f"/shield/m/{match(event, 3).public_id}?fragment=1"
    before = client.get(path).content.decode()
    acts.update_details(actor=organiser, tournament=event, name="Another Name", cause="", venue="", date=None)
    after = client.get(path).content.decode()
    assert "Another Name" not in before
    assert "Another Name" in after


def test_the_page_of_a_match_that_is_over_follows_every_change_for_it_shows_what_comes_after(event: Tournament) -> None:
    assert matches.state_of(event, match(event, 2).public_id) == event.version
    assert matches.state_of(event, match(event, 3).public_id) != event.version


def test_a_fragment_is_new_as_soon_as_a_hand_is_written(client: Client, event: Tournament, write: Any) -> None:
    path = f"/shield/m/{match(event, 3).public_id}?fragment=1"
    before = client.get(path)
    write(game(event, 3), count("B"))
    after = client.get(path, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert "hand-3" in after.content.decode()


def test_many_who_ask_for_the_same_fragment_have_it_made_once(
    client: Client, event: Tournament, django_assert_num_queries: Any
) -> None:
    client.get("/shield/standings?fragment=1")
    with django_assert_num_queries(1):
        again = Client().get("/shield/standings?fragment=1")
    assert again.status_code == 200


def test_a_fragment_comes_compressed_to_whoever_can_read_it(client: Client, event: Tournament) -> None:
    plain = client.get("/shield/?fragment=1")
    packed = client.get("/shield/?fragment=1", headers={"accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Accept-Encoding" in packed["Vary"]


def test_nobody_gets_the_fragment_made_for_another_reader(client: Client, event: Tournament) -> None:
    """What a reader who is signed in sees may differ: it is never given to others."""
    reader = Client()
    reader.force_login(UserFactory(username="somebody"))
    mine = reader.get("/shield/?fragment=1")
    assert "private" in mine["Cache-Control"]
    kept = len(caching.FRAGMENTS.kept)
    client.get("/shield/?fragment=1")
    assert len(caching.FRAGMENTS.kept) == kept + 1


def test_what_is_not_there_is_not_kept(client: Client, event: Tournament) -> None:
    kept = len(caching.FRAGMENTS.kept)
    assert client.get("/shield/m/nothing?fragment=1").status_code == 404
    assert len(caching.FRAGMENTS.kept) == kept


def test_the_shelf_lets_the_oldest_go() -> None:
    shelf = caching.Shelf(most=5000)
    for number in range(50):
        shelf.take(str(number), lambda: b"x" * 1000)
    assert shelf.size <= 5000
    assert "49" in shelf.kept
    assert "0" not in shelf.kept


def test_a_proxy_may_keep_what_everybody_gets_and_nothing_else(client: Client, event: Tournament) -> None:
    assert client.get("/shield/")["X-Accel-Expires"] == "1"
    client.cookies.load({"thunee_theme": "dark"})
    assert "X-Accel-Expires" not in client.get("/shield/")


def test_pages_of_a_team_and_of_a_hand_have_fragments_too(client: Client, event: Tournament) -> None:
    playing = match(event, 3)
    assert playing.team("A") is not None
    team = f"/shield/team/{playing.team('A').public_id}"
    assert str(playing.team("A")) in client.get(f"{team}?fragment=1").content.decode()
    for path in (
        f"{team}/calendar.ics",
        f"/shield/m/{playing.public_id}/hand/1-1",
        f"/shield/m/{playing.public_id}.thn",
    ):
        assert client.get(f"{path}?fragment=1").status_code == client.get(path).status_code, path


FIRST = {"accept-encoding": "gzip"}


def test_a_hall_that_opens_a_page_at_once_has_it_made_once(
    client: Client, event: Tournament, django_assert_num_queries: Any
) -> None:
    first = client.get("/shield/")
    for headers in ({}, FIRST):
        with django_assert_num_queries(1):
            again = Client().get("/shield/", headers=headers)
        assert again.status_code == 200
        assert (gzip.decompress(again.content) if headers else again.content) == first.content
        assert "Accept-Encoding" in again["Vary"]
        assert Client().get("/shield/", headers={**headers, "if-none-match": again["ETag"]}).status_code == 304


def test_a_page_is_made_again_after_a_hand_and_as_time_goes_by(
    client: Client, event: Tournament, write: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made(path: str) -> bool:
        before = len(caching.FRAGMENTS.kept)
        assert Client().get(path).status_code == 200
        return len(caching.FRAGMENTS.kept) > before

    monkeypatch.setattr(caching.time, "time", lambda: 1_800_000_030.0)
    assert [made("/shield/"), made("/shield/"), made("/shield/schedule")] == [True, False, True]
    write(game(event, 3), count("B"))
    assert [made("/shield/"), made("/shield/")] == [True, False]
    monkeypatch.setattr(caching.time, "time", lambda: 1_800_000_030.0 + caching.KEPT_FOR)
    assert [made("/shield/"), made("/shield/")] == [True, False]


def test_a_page_made_for_one_reader_is_given_to_no_other(event: Tournament, organiser: Any) -> None:
    signed_in = Client()
    signed_in.force_login(organiser)
    before = len(caching.FRAGMENTS.kept)
    own = signed_in.get("/shield/").content.decode()
    dark = Client()
    dark.cookies["theme"] = "dark"
    dark.get("/shield/")
    assert len(caching.FRAGMENTS.kept) == before
    assert organiser.username in own
    assert organiser.username not in Client().get("/shield/").content.decode()


def test_a_page_with_something_of_this_reader_in_it_is_not_kept(rf: Any) -> None:
    def made(answer: Any) -> bool:
        request = rf.get("/anything")
        request.user = AnonymousUser()
        before = len(caching.FRAGMENTS.kept)
        response = caching.page(request, '"tag"', lambda: answer(request))
        assert response.content == b"text"
        return len(caching.FRAGMENTS.kept) > before

    def with_token(request: Any) -> HttpResponse:
        get_token(request)
        return HttpResponse("text")

    def with_cookie(_request: Any) -> HttpResponse:
        response = HttpResponse("text")
        response.set_cookie("own", "1")
        return response

    assert not made(with_token)
    assert not made(with_cookie)
    assert not made(lambda _request: HttpResponse("text", content_type="text/plain"))
    assert made(lambda _request: HttpResponse("text"))


def test_where_templates_are_written_no_page_is_kept(event: Tournament, settings: Any) -> None:
    settings.DEBUG, settings.ETAGS_IN_DEBUG = True, False
    before = len(caching.FRAGMENTS.kept)
    assert Client().get("/shield/").status_code == 200
    assert len(caching.FRAGMENTS.kept) == before


def test_what_frames_a_page_may_stand_in_is_said_of_a_kept_one_too(event: Tournament) -> None:
    first, again = Client().get("/shield/widget"), Client().get("/shield/widget")
    assert first["Content-Security-Policy"] == again["Content-Security-Policy"]
    assert "frame-ancestors *" in again["Content-Security-Policy"]
    assert "X-Frame-Options" not in again
