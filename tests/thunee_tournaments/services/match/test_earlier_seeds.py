"""Seeding by another event's final standings: whose it may be, what is stored, and that the draw can be made again."""

from typing import Any

import pytest

from tests.factories import RoleFactory, TeamFactory, TournamentFactory, UserFactory
from tests.thunee_tournaments.services.conftest import LOT, draw
from thunee_tournaments.services import acts
from thunee_tournaments.services.core import pseudonyms
from thunee_tournaments.services.match import earlier_seeds
from thunee_tournaments.services.record import redraw
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.walks


@pytest.fixture
def before(organiser: Any, win: Any) -> Tournament:
    """Four teams; Team 3 wins the final against Team 1, and it is over."""
    tournament = draw(organiser, 4)
    for number in (1, 2):
        for player, team in enumerate(tournament.teams.order_by("pk")):
            team.players.filter(order=number).update(name=f"Player {player}{number}")
    win(tournament, 1, "A")
    win(tournament, 2, "B")
    win(tournament, 3, "B")
    return tournament


@pytest.fixture
def shield(organiser: Any, before: Tournament) -> Tournament:
    """The next one: two of those teams by their names, one by its players, and a new one."""
    tournament: Any = TournamentFactory(organiser=organiser, name="Shield")
    for name, players in {"New here": ("x", "y"), "team  1": ("z", "w"), "Renamed": ("player 11", "PLAYER 12"),
                          "TEAM 3": ("v", "u")}.items():  # fmt: skip
        TeamFactory(tournament=tournament, name=name, players=players)
    return tournament


def seed(organiser: Any, tournament: Tournament, source: Tournament, seen: str | None = None) -> Any:
    if seen is None:
        seen = " ".join(one.team for one in earlier_seeds.propose_seeds(tournament, source).places)
    return acts.seed_by_earlier(actor=organiser, tournament=tournament, source=source, seen=seen)


def seeds(tournament: Tournament) -> list[str]:
    seeded: Any = Team.objects.filter(tournament=tournament).exclude(seed=None).order_by("seed")
    return list(seeded.values_list("name", flat=True))


def refused(act: Any, *args: Any, **said: Any) -> str:
    with pytest.raises(acts.Refused) as found:
        act(*args, **said)
    return found.value.code


def test_teams_are_seeded_by_their_places_there(organiser: Any, shield: Tournament, before: Tournament) -> None:
    champion: Any = before.stages.get().matches.get(number=3).winner
    seed(organiser, shield, before)
    first = "TEAM 3" if champion.name == "Team 3" else "team  1"
    assert seeds(shield)[0] == first
    assert set(seeds(shield)) == {"TEAM 3", "team  1", "Renamed"}


def test_the_others_follow_by_the_lot_and_the_draw_can_be_made_again(
    organiser: Any, shield: Tournament, before: Tournament
) -> None:
    seed(organiser, shield, before)
    seeded = seeds(shield)
    acts.draw_knockout(actor=organiser, tournament=shield, lot=LOT)
    assert seeds(shield) == [*seeded, "New here"]
    assert redraw.check(shield) == []
    stage = shield.stages.get()
    assert stage.inputs["seeding"]["from"] == before.public_id
    stage.inputs["seeding"]["standings"].reverse()
    stage.save()
    assert "seeds by an earlier event" in {difference.where for difference in redraw.check(shield)}


def test_a_result_there_that_changes_later_changes_no_draw(
    organiser: Any, shield: Tournament, before: Tournament
) -> None:
    seed(organiser, shield, before)
    acts.draw_knockout(actor=organiser, tournament=shield, lot=LOT)
    before.teams.filter(name="Team 1").update(name="Renamed since", name_key="renamedsince")
    assert redraw.check(shield) == []


def test_changed_by_hand_it_is_by_hand_and_says_from_what(
    organiser: Any, shield: Tournament, before: Tournament
) -> None:
    seed(organiser, shield, before)
    order = list(shield.teams.exclude(seed=None).order_by("-seed").values_list("public_id", flat=True))
    acts.order_seeds(actor=organiser, tournament=shield, teams=order)
    shield.refresh_from_db()
    assert shield.seeding["by"] == "hand"
    assert shield.seeding["before"]["from"] == before.public_id
    acts.draw_knockout(actor=organiser, tournament=shield, lot=LOT)
    assert redraw.check(shield) == []


def test_a_team_taken_out_afterwards_leaves_the_others_as_they_are(
    organiser: Any, shield: Tournament, before: Tournament
) -> None:
    seed(organiser, shield, before)
    [first, *others] = seeds(shield)
    acts.remove_team(actor=organiser, team=shield.teams.get(name=first))
    assert seeds(shield) == others
    acts.draw_knockout(actor=organiser, tournament=shield, lot=LOT)
    assert redraw.check(shield) == []


def test_an_event_that_is_still_played_is_refused(organiser: Any, shield: Tournament) -> None:
    assert refused(earlier_seeds.propose_seeds, shield, draw(organiser, 2)) == "not_over"


def test_an_event_with_nobody_of_ours_is_refused(organiser: Any, before: Tournament) -> None:
    strangers: Any = TournamentFactory(organiser=organiser)
    TeamFactory(tournament=strangers, name="Strangers", players=("q", "r"))
    assert refused(earlier_seeds.propose_seeds, strangers, before) == "nobody_known"


def test_an_event_in_which_one_has_no_role_is_not_there(organiser: Any, shield: Tournament, before: Tournament) -> None:
    other: Any = UserFactory()
    RoleFactory(tournament=shield, user=other)
    assert earlier_seeds.earlier_events(other, shield) == []
    assert earlier_seeds.earlier_event(other, shield, before.slug) is None
    seen = " ".join(one.team for one in earlier_seeds.propose_seeds(shield, before).places)
    assert refused(seed, other, shield, before, seen) == "not_there"
    RoleFactory(tournament=before, user=other, role="viewer")
    assert [one.pk for one in earlier_seeds.earlier_events(other, shield)] == [before.pk]
    seed(other, shield, before)


def test_a_draft_and_the_event_itself_are_not_offered(organiser: Any, shield: Tournament, before: Tournament) -> None:
    TournamentFactory(organiser=organiser)
    assert [one.pk for one in earlier_seeds.earlier_events(organiser, shield)] == [before.pk]


def test_what_was_not_shown_is_not_saved(organiser: Any, shield: Tournament, before: Tournament) -> None:
    assert refused(seed, organiser, shield, before, seen="") == "changed_meanwhile"
    assert seeds(shield) == []


def test_after_the_draw_it_is_too_late(organiser: Any, shield: Tournament, before: Tournament) -> None:
    acts.draw_knockout(actor=organiser, tournament=shield, lot=LOT)
    assert refused(seed, organiser, shield, before) == "drawn_already"


def test_erased_players_make_no_two_teams_the_same(organiser: Any, shield: Tournament, before: Tournament) -> None:
    for name in ("Player 11", "Player 12"):
        pseudonyms.forget(pseudonyms.find(name))
    assert [one.by for one in earlier_seeds.propose_seeds(shield, before).places] == ["name", "name"]
