"""Seeding by an earlier event at the desk: looked at before it is saved, and told to everybody after the draw."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.support.desk.seeding import send
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import LOT, draw
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament


@pytest.fixture
def before(organiser: Any, win: Any) -> Tournament:
    """Nines, then Spades, played a final; Jacks were not there."""
    tournament: Any = draw(organiser, 2, name="Diwali Shield 2025", slug="shield-2025")
    for number, name in ((1, "Nines"), (2, "SPADES")):
        team = tournament.teams.get(name=f"Team {number}")
        acts.edit_team(actor=organiser, team=team, name=name, players=["One", "Two"])
    win(tournament, 1, "A")
    return tournament


def seeded(desk: Desk) -> list[str]:
    teams: Any = desk.tournament.teams.exclude(seed=None).order_by("seed")
    return list(teams.values_list("name", flat=True))


def save(desk: Desk, before: Tournament) -> Any:
    seen = desk.get("seeding_earlier", **{"from": before.slug}).context["seen"]
    return desk.after("seeding_earlier", **{"from": before.slug, "seen": seen})


def test_it_is_shown_who_gets_which_seed_and_why_before_it_is_saved(draft: Desk, before: Tournament) -> None:
    assert "Diwali Shield 2025" in text_of(draft.get("seeding_earlier"))
    page = text_of(draft.get("seeding_earlier", **{"from": before.slug}))
    assert "1 Nines place 1 in Diwali Shield 2025 2 Spades place 2 in Diwali Shield 2025" in page
    assert "Jacks did not take part: by lot at the draw" in page
    assert seeded(draft) == []


def test_saved_it_stands_on_the_seeding_page_and_can_be_changed_by_hand(draft: Desk, before: Tournament) -> None:
    after = text_of(save(draft, before))
    assert "The teams are seeded by the standings of Diwali Shield 2025." in after
    assert "place 2 in Diwali Shield 2025" in after
    assert seeded(draft) == ["Nines", "Spades"]
    spades = draft.tournament.teams.get(name="Spades").public_id
    after = text_of(send(draft, move=f"up:{spades}"))
    assert "Made from the standings of Diwali Shield 2025, then changed by hand." in after
    assert seeded(draft) == ["Spades", "Nines"]


def test_a_second_tap_changes_nothing(draft: Desk, before: Tournament) -> None:
    save(draft, before)
    save(draft, before)
    assert seeded(draft) == ["Nines", "Spades"]


def test_everybody_reads_after_the_draw_how_the_seeds_were_made(
    draft: Desk, before: Tournament, organiser: Any
) -> None:
    save(draft, before)
    acts.draw_knockout(actor=organiser, tournament=draft.tournament, lot=LOT)
    page = text_of(Client().get(reverse("public:bracket", args=[draft.tournament.slug])))
    assert "The seeds are those of the final standings of Diwali Shield 2025." in page
    assert "Teams without a seed were placed below by the lot of the draw." in page
    assert "1 Nines place 1 in Diwali Shield 2025" in page
    assert "3 Jacks by lot" in page
    assert "How the seeds were made" in text_of(draft.get("bracket"))


@pytest.mark.parametrize("slug", ["nowhere", "theirs", "../x", "diwali-shield", "draft-of-mine"])
def test_what_is_not_theirs_to_choose_is_not_there(draft: Desk, organiser: Any, slug: str) -> None:
    TournamentFactory(slug="theirs", status="running", profile={"preset": "durban-classic"})
    TournamentFactory(slug="draft-of-mine", organiser=organiser)
    assert draft.get("seeding_earlier", **{"from": slug}).status_code == 404
    assert draft.post("seeding_earlier", **{"from": slug, "seen": ""}).status_code == 404
    assert "theirs" not in draft.get("seeding_earlier").content.decode()


def test_an_event_still_in_play_says_so(draft: Desk, organiser: Any) -> None:
    open_ = draw(organiser, 2, name="Not over", slug="not-over")
    response = draft.get("seeding_earlier", **{"from": open_.slug})
    assert response.status_code == 422
    assert "Not over is still being played" in text_of(response)


def test_what_changed_since_it_was_shown_is_shown_anew(draft: Desk, before: Tournament) -> None:
    response = draft.post("seeding_earlier", **{"from": before.slug, "seen": "another order"})
    assert response.status_code == 422
    assert "standings have changed" in text_of(response)
    assert seeded(draft) == []


def test_without_any_event_the_page_says_what_is_needed(draft: Desk) -> None:
    assert "as soon as it is over" in text_of(draft.get("seeding_earlier"))
    assert draft.post("seeding_earlier").status_code == 200
