"""Tables at the desk: how many, what is where, and the links of their phones."""

import re
import secrets
from typing import Any

import pytest
import segno
from django.test import Client, override_settings

from tests.factories import RoleFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, draw, game, match
from thunee_tournaments.presentation import qr
from thunee_tournaments.services import acts
from thunee_tournaments.tables.admitting import MOST_WRONG, admit, pin_of
from thunee_tournaments.tables.links import find
from thunee_tournaments.tables.models import Seating, TableLink


def tokens(response: Any) -> list[str]:
    return re.findall(r'href="[^"]*/t/([\w-]+)"', response.content.decode())


def key() -> str:
    return secrets.token_urlsafe(16)


def test_the_number_of_tables_is_set(draft: Desk) -> None:
    assert "The hall has 3 tables." in text_of(draft.after("tables", count="3"))
    assert [table.number for table in draft.tournament.tables.all()] == [1, 2, 3]
    draft.post("tables", count="2")
    assert draft.tournament.tables.count() == 2


@pytest.mark.parametrize("count_", ["0", "257", "-1", "many", ""])
def test_a_number_of_tables_that_cannot_be_is_refused_beside_its_field(draft: Desk, count_: str) -> None:
    response = draft.post("tables", count=count_)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["count"]
    assert response.context["form"]["count"].value() == count_


def test_fewer_tables_are_had_at_any_time_once_it_is_said_what_that_means(playing: Desk, write: Any) -> None:
    write(game(playing.tournament, 1), count("A"))
    response = playing.post("tables", count="1")
    assert response.status_code == 422
    said = text_of(response)
    assert "Match 2, Team 2 – Team 3, was called to table 2 and has not begun: it waits for another table." in said
    assert Seating.objects.filter(table__number=2).exists()
    again = playing.after("tables", count="1", told=response.context["fewer"].word)
    assert "The hall has 1 table. Match 2 waits for a table." in text_of(again)
    assert playing.tournament.tables.count() == 1


def test_a_match_in_play_stays_at_its_table_until_it_is_over(playing: Desk, write: Any, win: Any) -> None:
    write(game(playing.tournament, 2), count("A"))
    response = playing.post("tables", count="1")
    assert "Match 2, Team 2 – Team 3, is being played at table 2: it stays there until it is over." in text_of(response)
    said = text_of(playing.after("tables", count="1", told=response.context["fewer"].word))
    assert "Put away" in said
    assert Seating.objects.get(match=match(playing.tournament, 2)).table.number == 2
    win(playing.tournament, 2, "A")
    assert "Put away" not in text_of(playing.get("tables"))
    win(playing.tournament, 1, "A")
    assert Seating.objects.get(match=match(playing.tournament, 3)).table.number == 1


def test_what_was_said_about_fewer_tables_is_said_again_when_it_has_changed(playing: Desk, write: Any) -> None:
    told = playing.post("tables", count="1").context["fewer"].word
    write(game(playing.tournament, 2), count("A"))  # meanwhile
    response = playing.post("tables", count="1", told=told)
    assert response.status_code == 422
    assert "is being played at table 2" in text_of(response)
    assert playing.fresh().table_count == 2


@pytest.mark.slow
def test_nothing_is_called_or_moved_to_a_table_that_was_put_away(playing: Desk, write: Any, win: Any) -> None:
    win(playing.tournament, 2, "A")  # over, so that nothing has to be said
    away = playing.tournament.tables.get(number=2)
    playing.post("tables", count="1")
    assert playing.fresh().table_count == 1
    win(playing.tournament, 1, "A")
    assert Seating.objects.get(match=match(playing.tournament, 3)).table.number == 1
    assert 'value="2"' not in playing.get("table", match(playing.tournament, 3).public_id).content.decode()
    said = text_of(
        playing.after("table", match(playing.tournament, 3).public_id, table=away.number, reason="The lamp.")
    )
    assert "Table 2 was put away." in said
    assert "Match 2" in text_of(
        playing.get("match", match(playing.tournament, 2).public_id)
    )  # where it was played stays


def test_a_table_put_away_is_back_when_there_are_more_again(playing: Desk, win: Any) -> None:
    win(playing.tournament, 2, "A")
    playing.post("tables", count="1")
    playing.post("tables", count="2")
    assert [place["table"].number for place in playing.get("tables").context["places"]] == [1, 2]


def test_a_match_that_goes_on_does_not_go_back_to_a_table_that_was_put_away(
    playing: Desk, win: Any, correct: Any
) -> None:
    win(playing.tournament, 2, "A")
    playing.post("tables", count="1")
    last = match(playing.tournament, 2).games.get().sheet.entries.order_by("-seq").first()
    correct(match(playing.tournament, 2).games.get(), last, None)
    seating = Seating.objects.filter(match=match(playing.tournament, 2), ended_at=None).first()
    assert seating is None  # table 1 is taken: it waits
    assert "Match 2" in text_of(playing.get("tables"))


def test_the_link_of_a_table_put_away_stays_until_the_desk_ends_it(playing: Desk, organiser: Any, win: Any) -> None:
    link = acts.issue_table_link(actor=organiser, table=playing.tournament.tables.get(number=2))
    win(playing.tournament, 2, "A")
    said = text_of(playing.after("tables", count="1"))
    assert "Put away" in said
    assert find(link.token) is not None
    playing.post("revoke", 2)
    assert find(link.token) is None
    assert "Put away" not in text_of(playing.get("tables"))


def test_all_links_are_made_and_shown_on_one_page_to_print(playing: Desk) -> None:
    response = playing.post("links", key=key())
    assert response.status_code == 200
    assert [find(token).table.number for token in tokens(response)] == [1, 2]
    page = response.content.decode()
    assert page.count("<svg") >= 2
    assert page.count('class="link-card"') == 2
    assert "Scan with your phone" in page
    assert "no-store" in response["Cache-Control"]
    assert response["Referrer-Policy"] == "strict-origin"


def test_nothing_that_is_stored_opens_a_table(playing: Desk) -> None:
    token = tokens(playing.post("links", key=key()))[0]
    assert not TableLink.objects.filter(token_hash__contains=token).exists()
    assert token not in str(list(TableLink.objects.values()))


def test_reloading_the_page_or_tapping_twice_gives_the_same_links(playing: Desk) -> None:
    once = key()
    first, second = (tokens(playing.post("links", key=once)) for _ in range(2))
    assert first == second
    assert all(find(token) for token in first)
    assert TableLink.objects.count() == 2


def test_new_links_end_the_ones_before(playing: Desk) -> None:
    old, new = tokens(playing.post("links", key=key())), tokens(playing.post("links", key=key()))
    assert not any(find(token) for token in old)
    assert all(find(token) for token in new)


def test_a_page_from_before_cannot_bring_links_back(playing: Desk) -> None:
    first = key()
    playing.post("links", key=first)
    new = tokens(playing.post("links", key=key()))
    after = playing.after("links", key=first)
    assert "replaced or taken back" in text_of(after)
    assert all(find(token) for token in new)


def test_one_table_gets_a_new_link_and_the_others_keep_theirs(playing: Desk) -> None:
    one, two = tokens(playing.post("links", key=key()))
    response = playing.post("link", 1, key=key())
    assert "Link of table 1" in text_of(response)
    assert not find(one)
    assert find(two)
    assert find(tokens(response)[0])


def test_only_the_missing_links_are_made(playing: Desk) -> None:
    (one,) = tokens(playing.post("link", 1, key=key()))
    assert "1 of 2 tables have a link." in text_of(playing.get("tables"))
    made = tokens(playing.post("links", key=key(), only="2,"))
    assert [find(token).table.number for token in made] == [2]
    assert find(one)


def test_a_link_is_ended(playing: Desk) -> None:
    (token,) = tokens(playing.post("link", 1, key=key()))
    after = playing.after("revoke", 1)
    assert "opens nothing any more" in text_of(after)
    assert not find(token)


@pytest.mark.parametrize(("page", "args"), [("links", []), ("link", [1])])
def test_links_are_not_made_by_looking(playing: Desk, page: str, args: list[int]) -> None:
    assert playing.get(page, *args)["Location"] == playing.at("tables")
    assert not TableLink.objects.exists()


def test_links_are_shown_again_as_they_hang_at_the_tables(playing: Desk) -> None:
    made = tokens(playing.post("links", key=key()))
    again = playing.get("links")
    assert tokens(again) == made
    assert "no-store" in again["Cache-Control"]
    assert again["Referrer-Policy"] == "strict-origin"
    assert tokens(playing.get("link", 2)) == made[1:]
    (new,) = tokens(playing.post("link", 1, key=key()))
    playing.post("revoke", 2)
    assert tokens(playing.get("links")) == [new]
    assert TableLink.objects.count() == 3


def test_a_link_of_before_works_on_and_is_shown_no_more(playing: Desk) -> None:
    one, two = tokens(playing.post("links", key=key()))
    TableLink.objects.filter(table__number=1).update(key="")
    assert tokens(playing.get("links")) == [two]
    assert "no link that could be shown again" in text_of(playing.client.get(playing.at("link", 1), follow=True))
    assert find(one)


def test_an_installation_with_another_secret_shows_no_link_that_would_not_open(playing: Desk, organiser: Any) -> None:
    playing.post("links", key=key())
    assert len(acts.table_links_again(actor=organiser, tournament=playing.tournament)) == 2
    with override_settings(SECRET_KEY="of another installation"):
        assert acts.table_links_again(actor=organiser, tournament=playing.tournament) == []


@pytest.mark.parametrize(("hours", "works"), [("12", 12), ("168", 168), ("", 48), ("x", 48)])
def test_the_organiser_says_how_long_links_work(playing: Desk, hours: str, works: int) -> None:
    playing.post("links", key=key(), hours=hours)
    until = {round((link.expires_at - link.created_at).total_seconds() / 3600) for link in TableLink.objects.all()}
    assert until == {works}


def test_no_link_works_for_longer_than_two_weeks(playing: Desk) -> None:
    assert "two weeks at the most" in text_of(playing.after("links", key=key(), hours="999"))
    assert not TableLink.objects.exists()


def test_before_a_link_is_replaced_it_is_said_which_phones_that_puts_out(playing: Desk) -> None:
    (token,) = tokens(playing.post("link", 1, key=key()))
    assert "No phone has opened it yet." in text_of(playing.get("tables"))
    assert "The links that hang at the tables end at once. They work for" in text_of(playing.get("tables"))
    Client().post(f"/t/{token}")
    said = text_of(playing.get("tables"))
    assert "A new link ends the one that hangs there: 1 phone that keeps score has to scan again." in said
    assert "1 phone that keeps score has to scan again. They work for" in said


@pytest.mark.parametrize("bad", ["", "short"])
def test_a_page_without_its_key_makes_no_links(playing: Desk, bad: str) -> None:
    assert "not complete" in text_of(playing.after("links", key=bad))
    assert not TableLink.objects.exists()


def test_each_form_of_a_page_has_a_key_of_its_own(playing: Desk) -> None:
    keys = re.findall(r'name="key" value="([^"]+)"', playing.get("tables").content.decode())
    assert len(keys) == len(set(keys)) == 7
    assert all(len(one) >= 22 for one in keys)


@override_settings(PUBLIC_URL="http://192.168.1.20:8000")
def test_links_bear_the_address_phones_can_reach(playing: Desk) -> None:
    response = playing.post("link", 1, key=key())
    assert "http://192.168.1.20:8000/t/" in response.content.decode()
    assert "Phones cannot open these links" not in text_of(response)


@override_settings(PUBLIC_URL="")
@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000"])
def test_links_that_no_phone_could_open_are_warned_of(playing: Desk, host: str) -> None:
    response = playing.client.get(playing.at("tables"), headers={"host": host})
    assert "Phones cannot open these links" in text_of(response)


def test_a_link_on_paper_opens_its_table(playing: Desk) -> None:
    (token,) = tokens(playing.post("link", 2, key=key()))
    phone = Client()
    phone.post(f"/t/{token}")
    assert "Team 2" in phone.get("/table").content.decode()


def test_a_code_holds_exactly_its_address() -> None:
    address = "http://192.168.1.20:8000/t/abcdefghijklmnopqrstuv"
    drawing = str(qr.picture(address))
    plain = segno.make(address, error="m", boost_error=False, micro=False)
    path = re.search(r' d="([^"]+)"', plain.svg_inline(border=2, omitsize=True))
    assert path is not None
    assert path[1] in drawing
    assert "style=" not in drawing


def test_a_free_table_gets_a_match_that_waits(organiser: Any, browser_of: Client) -> None:
    desk = Desk(browser_of, draw(organiser, 8, table_count=2))
    assert "Match 3" in text_of(desk.get("tables"))
    assert "No table is free, or no match is waiting." in text_of(desk.after("call"))
    desk.post("tables", count="3")
    assert match(desk.tournament, 3).seating.table.number == 3


def test_a_closed_tournament_shows_no_links_to_make(playing: Desk, organiser: Any) -> None:
    acts.close_tournament(actor=organiser, tournament=playing.fresh(), reason="rain")
    assert "<button" not in playing.get("tables").content.decode().split("<h1>")[1].split("</main>")[0]
    assert "closed" in text_of(playing.after("links", key=key()))


def pin_shown(page: Any) -> list[str]:
    return re.findall(r"PIN (\d{4})", text_of(page))


@pytest.fixture
def linked(playing: Desk, organiser: Any) -> tuple[Desk, TableLink]:
    table = playing.tournament.tables.get(number=1)
    return playing, acts.issue_table_link(actor=organiser, table=table).link


def test_the_pin_of_a_link_stands_on_the_tables_page_and_nowhere_else(linked: tuple[Desk, TableLink]) -> None:
    desk, link = linked
    assert pin_shown(desk.get("tables")) == [pin_of(link)]
    assert "not opened yet" in text_of(desk.get("tables"))
    for page in (desk.get("overview"), desk.get("bracket"), desk.post("link", 1, key="k" * 16)):
        assert pin_shown(page) == []


@pytest.mark.parametrize(("role", "told"), [
    ("referee", True), ("chief_referee", True), ("scorekeeper", False), ("treasurer", False), ("viewer", False),
])  # fmt: skip
def test_referees_may_tell_the_pin_and_lookers_never_see_it(
    linked: tuple[Desk, TableLink], role: str, told: bool
) -> None:
    desk, link = linked
    client = Client()
    client.force_login(RoleFactory(tournament=desk.tournament, role=role).user)
    assert pin_shown(client.get(desk.at("tables"))) == ([pin_of(link)] if told else [])


def test_the_desk_sees_a_locked_link_and_unlocks_it_with_another_pin(linked: tuple[Desk, TableLink]) -> None:
    desk, link = linked
    admit(link, "first")
    TableLink.objects.update(wrong_pins=MOST_WRONG)
    page = text_of(desk.get("tables"))
    assert "locked: wrong PINs" in page
    assert "1 phone" in page
    page = text_of(desk.after("new_pin", 1))
    assert "Table 1 has a new PIN." in page
    assert "locked" not in page
    link.refresh_from_db()
    assert (link.pins_given, link.wrong_pins) == (2, 0)


def test_a_link_can_be_made_for_the_match_or_the_round_that_is_there(playing: Desk) -> None:
    for wanted in ("match", "round"):
        page = text_of(playing.post("link", 1, key=f"{wanted}-{'k' * 16}", **{"for": wanted}))
        assert "Only for" in page
    link = TableLink.objects.get(revoked_at=None)
    assert (link.match, link.round) == (None, match(playing.tournament, 1).round)
    assert "only this round" in text_of(playing.get("tables"))


def test_a_table_without_a_match_has_none_to_make_a_link_for(playing: Desk) -> None:
    Seating.objects.all().delete()
    assert "No match is at this table" in text_of(playing.after("link", 1, key="k" * 16, **{"for": "match"}))


def test_where_each_side_has_its_phone_a_table_gets_two_links(playing: Desk) -> None:
    playing.tournament.policies = {"scoring": "both_sides"}
    playing.tournament.save()
    page = text_of(playing.post("links", key="k" * 16))
    assert (page.count("Side A"), page.count("Side B")) == (2, 2)
    tables = text_of(playing.get("tables"))
    assert "Every table has a link" in tables
    assert len(pin_shown(playing.get("tables"))) == 4
    playing.post("revoke", 1)
    assert TableLink.objects.filter(revoked_at=None).count() == 2
