"""The list of tournaments, and making one."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine import profiles
from engine.games import GAMES
from tests.factories import RoleFactory, TournamentFactory, UserFactory
from tests.thunee_tournaments.desk.conftest import text_of
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.desk.event import home
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.games import GAMES as PLAYED
from thunee_tournaments.tournaments.models import Role, Tournament

NEW = {
    "name": "Diwali Shield",
    "slug": "",
    "cause": "",
    "venue": "",
    "date": "",
    "preset": "fundraiser",
    "best_of": "3",
}


def make(client: Client, **typed: str) -> Any:
    return client.post(reverse("desk:create"), {**NEW, **typed})


def test_somebody_without_a_tournament_is_shown_how_to_begin(browser_of: Client) -> None:
    assert "Make your first tournament" in text_of(browser_of.get(reverse("desk:home")))


def test_a_tournament_is_made_of_a_name(browser_of: Client, organiser: Any) -> None:
    response = make(browser_of)
    made = Tournament.objects.get()
    assert response["Location"] == reverse("desk:overview", args=["diwali-shield"])
    assert (made.name, made.slug, made.preset, made.best_of) == ("Diwali Shield", "diwali-shield", "fundraiser", 3)
    assert made.roles.get().user == organiser


def test_everything_that_is_typed_is_kept(browser_of: Client) -> None:
    make(browser_of, slug="Shield-2025", cause="New roof", venue="Temple hall", date="2025-11-22")
    made = Tournament.objects.get()
    assert (made.slug, made.cause, made.venue) == ("shield-2025", "New roof", "Temple hall")
    assert made.date == datetime.date(2025, 11, 22)


@pytest.mark.parametrize(
    ("typed", "field", "says"),
    [
        ({"name": ""}, "name", "needs a name"),
        ({"name": " ​ "}, "name", "needs a name"),
        ({"name": "x" * 121}, "name", "120"),
        ({"slug": "admin"}, "slug", "used by the site itself"),
        ({"slug": "two words"}, "slug", "small letters"),
        ({"slug": "-"}, "slug", "small letters"),
        ({"date": "soon"}, "date", "year-month-day"),
        ({"best_of": "2"}, "best_of", "valid choice"),
        ({"preset": "poker"}, "preset", "valid choice"),
    ],
)
def test_a_fault_stands_beside_its_field_and_nothing_typed_is_lost(
    browser_of: Client, typed: dict[str, str], field: str, says: str
) -> None:
    response = make(browser_of, **{"venue": "Temple hall", **typed})
    assert response.status_code == 422
    form = response.context["form"]
    assert list(form.errors) == [field]
    assert says in str(form.errors[field])
    assert form["venue"].value() == "Temple hall"
    assert not Tournament.objects.exists()


def test_an_address_that_somebody_else_has_is_refused_beside_the_address(browser_of: Client) -> None:
    TournamentFactory(slug="diwali-shield", name="Theirs")
    response = make(browser_of, slug="diwali-shield")
    assert "Another tournament has this address" in str(response.context["form"].errors["slug"])


def test_without_an_address_a_free_one_is_found(browser_of: Client) -> None:
    TournamentFactory(slug="diwali-shield", name="Theirs")
    assert make(browser_of)["Location"] == reverse("desk:overview", args=["diwali-shield-2"])


@pytest.mark.parametrize("slug", ["", "shield"])
def test_tapping_twice_makes_one_tournament(browser_of: Client, slug: str) -> None:
    first, second = make(browser_of, slug=slug), make(browser_of, slug=slug)
    assert first["Location"] == second["Location"]
    assert Tournament.objects.count() == 1


def test_the_second_of_two_taps_at_once_finds_what_the_first_made(browser_of: Client, monkeypatch: Any) -> None:
    look, looks = home._made_just_now, []

    def blind_at_first(*args: Any) -> Any:
        looks.append(args)
        return look(*args) if len(looks) != 2 else None  # the second request looks before the first has written

    monkeypatch.setattr(home, "_made_just_now", blind_at_first)
    first, second = make(browser_of, slug="shield"), make(browser_of, slug="shield")
    assert first["Location"] == second["Location"]
    assert Tournament.objects.count() == 1


def test_the_list_holds_what_is_yours_and_the_archive_what_is_over(browser_of: Client, organiser: Any) -> None:
    TournamentFactory(organiser=organiser, name="Being made")
    TournamentFactory(organiser=UserFactory(), name="Of somebody else")
    looked_at = TournamentFactory(name="Only looked at")
    RoleFactory(tournament=looked_at, user=organiser, role=Role.Name.VIEWER)
    draw(organiser, 3, name="In play")
    acts.close_tournament(actor=organiser, tournament=draw(organiser, 2, name="Long ago"), reason="rain")
    response = browser_of.get(reverse("desk:home"))
    groups = {key: [one.name for one in response.context[key]] for key in ("running", "draft", "closed")}
    assert groups == {"running": ["In play"], "draft": ["Only looked at", "Being made"], "closed": ["Long ago"]}
    assert "0 of 2 matches over" in text_of(response)


def test_every_preset_is_described_by_what_it_says() -> None:
    assert {game: list(played.presets) for game, played in PLAYED.items()} == {
        game: profiles.presets(game) for game in GAMES
    }
    values = {name: profiles.build(name).values for name in profiles.presets()}
    assert {name: one["balls_to_win"] for name, one in values.items()} == {
        "durban-classic": 12, "durban-modern": 12, "club-strict": 12, "fundraiser": 13,
    }  # fmt: skip
    assert values["fundraiser"]["two_to_clear"] == "always"
    assert values["durban-classic"]["jodhi_window"] == "team_first_third"
    assert values["durban-modern"]["jodhi_window"] == "trick_one_three"
    assert values["durban-classic"]["backside_double"] == values["durban-classic"]["backside_khanuck"] == "off"
    assert values["durban-modern"]["backside_double"] == "on"
    strict = values["club-strict"]
    assert (strict["call_step"], strict["max_call"], strict["blind_call"]) == ("exact", 104, "off")
    assert strict["royals"] == strict["murrials"] == "off"
