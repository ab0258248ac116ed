"""The hall screen: who is called, in scenes that fit, fresh by itself."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import TournamentFactory
from tests.support.public.event_pages import page, text
from tests.thunee_tournaments.services.conftest import count, draw, game
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.public import hall
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def scenes(html: str) -> dict[str, str]:
    """Each scene's text by its id."""
    found = re.findall(r'<section class="hall-scene[^>]* id="([\w-]+)" data-scene.*?>(.*?)</section>', html, re.S)
    return {name: text(inside) for name, inside in found}


def test_whoever_is_called_stands_at_the_side_with_the_table(client: Client, organiser: Any) -> None:
    draw(organiser, 8, slug="shield", table_count=2)
    html = page(client, "/shield/hall")
    called = text(html.split("<aside")[1])
    upcoming = scenes(html)["next-1"]
    for words in ("Table 1", "Team 1", "Team 8", "Table 2", "Team 4", "Team 5"):
        assert words in called
    assert "Team 2" in upcoming
    assert "Team 7" in upcoming
    assert "Team 1" not in upcoming


def test_a_match_that_is_played_is_no_longer_called(client: Client, organiser: Any, write: Any) -> None:
    tournament = draw(organiser, 2, slug="shield")
    write(game(tournament, 1), count("A"))
    html = page(client, "/shield/hall")
    assert "To your tables" not in html.split("<aside")[1].split("</aside>")[0]
    assert "Follow along" in html
    assert "Team 1" in scenes(html)["tables-1"]


def test_nobody_who_is_called_is_left_out_however_many_they_are(client: Client, organiser: Any) -> None:
    draw(organiser, 32, slug="shield", table_count=12)
    side = page(client, "/shield/hall").split("<aside")[1]
    lists = re.findall(r'<ul class="plain hall-calls of-\d( is-shown)?">(.*?)</ul>', side, re.S)
    assert [bool(shown) for shown, _inside in lists] == [True, False, False]  # they take turns
    assert [inside.count("<li") for _shown, inside in lists] == [hall.CALLED, hall.CALLED, 2]
    assert side.count("data-news") == 1


def test_each_scene_holds_what_fits_a_screen(client: Client, organiser: Any, write: Any) -> None:
    tournament = draw(organiser, 32, slug="shield")
    for number in range(1, 8):
        write(game(tournament, number), count("A"))
    shown = scenes(page(client, "/shield/hall"))
    assert [name for name in shown if name.startswith("tables")] == ["tables-1", "tables-2"]
    assert len([name for name in shown if name.startswith("ties")]) == -(-16 // hall.TIES)
    assert "tree" not in shown
    assert [name for name in shown if name.startswith("standings")] == ["standings-1"]  # the best eight, no more
    assert "Top 8" in shown["standings-1"]
    assert page(client, "/shield/hall").count("<tr") == 1 + hall.BEST


@pytest.mark.slow
def test_the_bracket_is_drawn_as_a_tree_from_the_quarter_finals_on(client: Client, organiser: Any, win: Any) -> None:
    tournament = draw(organiser, 16, slug="shield")
    for one in Match.objects.filter(stage__tournament=tournament, round__number=1):
        win(tournament, one.number, "A")
    tree = scenes(page(client, "/shield/hall"))["tree"]
    assert "Round of 16" not in tree
    assert tree.index("Quarter-finals") < tree.index("Semi-finals") < tree.index("Final")


def test_the_champion_ends_the_calling(client: Client, organiser: Any, win: Any) -> None:
    tournament = draw(organiser, 2, slug="shield")
    win(tournament, 1, "B")
    html = page(client, "/shield/hall")
    shown = scenes(html)
    assert next(iter(shown)) == "champion-1"
    assert "Champion Team 2" in shown["champion-1"]
    assert '<svg class="balls' in html.split('id="champion-1"')[1].split("</section>")[0]  # the sixes lie open
    assert "To your tables" not in html.split("<aside")[1].split("</aside>")[0]


def test_before_the_draw_the_screen_welcomes(client: Client, organiser: Any) -> None:
    TournamentFactory(slug="draft", organiser=organiser)
    client.force_login(organiser)
    assert "The draw is still to come" in page(client, "/draft/hall")


@pytest.mark.parametrize(("asked", "theme"), [("?theme=dark", "dark"), ("?theme=light", "light"), ("?theme=x", None)])
def test_the_address_can_choose_the_theme(client: Client, event: Tournament, asked: str, theme: str | None) -> None:
    found = re.search(r'<html[^>]*data-theme="(\w+)"', page(client, f"/shield/hall{asked}"))
    assert (found[1] if found else None) == theme


def test_the_screen_costs_few_queries_however_many_tables(
    client: Client, organiser: Any, write: Any, django_assert_max_num_queries: Any
) -> None:
    tournament = draw(organiser, 32, slug="shield")
    for number in range(1, 12):
        write(game(tournament, number), count("A"))
    with django_assert_max_num_queries(19):
        client.get("/shield/hall")


def test_what_is_being_bid_for_comes_back_until_the_hammer_falls(client: Client, organiser: Any) -> None:
    event = draw(organiser, 4, slug="shield")

    def called_up(kind: str, name: str, *bids: tuple[int, int]) -> Any:
        item = acts.add_auction_item(actor=organiser, tournament=event, kind=kind, name=name, least=50_00)
        for paddle, cents in bids:
            acts.write_bid(actor=organiser, item=item, paddle=paddle, cents=cents)
        return item

    called_up("sale", "A lamp nobody wants")
    assert not [name for name in scenes(page(client, "/shield/hall")) if name.startswith(("bids", "gone"))]
    cake = called_up("sale", "A cake", (7, 60_00), (12, 80_00))
    html = page(client, "/shield/hall")
    assert scenes(html)["bids-2"].strip() == "Auction A cake R 80 paddle 12 bids most"
    assert 'id="bids-2" data-scene data-often' in html
    acts.let_hammer_fall(actor=organiser, item=cake, seen=2)
    shown = scenes(page(client, "/shield/hall"))
    assert "bids-2" not in shown
    assert shown["gone-1"].strip() == "Auction R 80 A cake · sold to paddle 12"
    called_up("raise", "Sheets for the roof", (3, 350_00), (4, 700_00))
    assert (
        scenes(page(client, "/shield/hall"))["bids-3"].strip()
        == "Paddle raise Sheets for the roof R 1 050 2 paddles give"
    )
