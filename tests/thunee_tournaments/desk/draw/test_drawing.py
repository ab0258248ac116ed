"""The draw: what it would make, making it once, making it again, the bracket."""

from typing import Any

import pytest

from tests.factories import TeamFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, game
from thunee_tournaments.brackets.formats.knockout import Knockout
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.desk import access
from thunee_tournaments.desk.draw import pictures
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

LOT = "00112233445566778899aabbccddeeff"


def test_the_preview_says_what_the_draw_would_make(draft: Desk) -> None:
    draft.post("seeding", move="", seen="", **{f"seed-{draft.tournament.teams.get(name='Jacks').public_id}": "1"})
    text = text_of(draft.get("draw"))
    assert "Teams 3 Rounds 2 Matches 2 Byes 1" in text
    assert "2 teams have no seed: the lot places them below the others." in text
    assert "The best seed goes on without playing in the first round." in text
    bracket = draft.get("draw").context["bracket"]
    first = bracket.rounds[0].matches[0]
    assert (first.top.name, first.state) == ("Jacks", "bye")
    assert not draft.fresh().stages.exists()


@pytest.mark.parametrize("teams", [2, 3, 13, 16, 100])
def test_the_preview_is_the_bracket_that_is_drawn(teams: int, organiser: Any, draft: Desk) -> None:
    draft.tournament.teams.all().delete()
    entered = [TeamFactory(tournament=draft.tournament, name=f"T{n}", players=()) for n in range(1, teams + 1)]
    acts.order_seeds(actor=organiser, tournament=draft.tournament, teams=[team.public_id for team in entered])
    before = draft.get("draw").context["bracket"]
    draft.post("draw", count=2, lot=LOT)
    after = draft.get("bracket").context["bracket"]

    def shape(bracket: Any) -> list[Any]:
        return [[(m.top.name, m.bottom.name, m.label, m.state == "bye") for m in one.matches] for one in bracket.rounds]

    assert shape(before) == shape(after)


def test_too_many_teams_for_the_first_stage_are_told_where_the_plan_is_changed(draft: Desk, monkeypatch: Any) -> None:
    monkeypatch.setattr(Knockout, "most_teams", 2)
    page = draft.get("draw")
    assert "3 teams are too many" in text_of(page)
    assert "At most 2 teams can play the first stage." in text_of(page)
    assert f'href="{draft.at("plan")}">Change the plan</a>' in page.content.decode()
    assert "So many teams cannot play this plan." in text_of(draft.get("rehearsal"))


def test_the_draw_is_made_and_shown(draft: Desk) -> None:
    after = draft.after("draw", count=2, lot=LOT)
    assert after.redirect_chain == [(draft.at("bracket"), 302)]
    assert draft.fresh().status == Tournament.Status.RUNNING
    text = text_of(after)
    assert "The draw is made." in text
    assert "00112233 44556677 8899aabb ccddeeff" in text
    assert "It placed every team" in text


def test_tapping_twice_makes_one_draw(draft: Desk) -> None:
    draft.post("draw", count=2, lot="")
    lot = draft.fresh().stages.get().lot
    again = draft.after("draw", lot="")
    assert "The draw has been made. This is it." in text_of(again)
    assert draft.tournament.stages.get().lot == lot


def test_the_second_of_two_taps_at_once_is_shown_the_draw_of_the_first(draft: Desk, monkeypatch: Any) -> None:
    as_it_was = Tournament.objects.get(pk=draft.tournament.pk)  # read before the first tap was through
    draft.post("draw", count=2, lot="")
    monkeypatch.setattr(access, "tournament_and_roles", lambda *_: (as_it_was, frozenset({"organiser"})))
    response = draft.post("draw", count=2, lot="")
    assert response["Location"] == draft.at("bracket")
    assert draft.tournament.stages.count() == 1


@pytest.mark.parametrize("teams", [0, 1])
def test_too_few_teams_are_not_drawn(teams: int, draft: Desk) -> None:
    for team in draft.tournament.teams.all()[teams:]:
        draft.post("remove_team", team.public_id)
    assert "not enough" in text_of(draft.get("draw"))
    response = draft.post("draw", count=2, lot="")
    assert response.status_code == 422
    assert "at least two teams" in str(response.context["form"].non_field_errors())
    assert draft.fresh().status == Tournament.Status.DRAFT


def test_a_number_that_is_no_lot_is_refused(draft: Desk) -> None:
    response = draft.post("draw", count=2, lot="xyz")
    assert response.status_code == 422
    assert "lot" in response.context["form"].errors
    assert draft.fresh().status == Tournament.Status.DRAFT


def test_it_can_be_drawn_again_while_nothing_is_written(draft: Desk) -> None:
    draft.post("draw", count=2, lot=LOT)
    after = draft.after("redraw", before=LOT)
    lot = draft.fresh().stages.get().lot
    assert lot != LOT
    assert "Drawn again, with a new lot." in text_of(after)
    draft.post("redraw", before=LOT)  # a second tap
    assert draft.fresh().stages.get().lot == lot


def test_it_can_be_undone_while_nothing_is_written(draft: Desk) -> None:
    draft.post("draw", count=2, lot=LOT)
    after = draft.after("undo")
    assert after.redirect_chain == [(draft.at("overview"), 302)]
    assert draft.fresh().status == Tournament.Status.DRAFT
    assert draft.after("undo").status_code == 200


def test_once_a_hand_is_written_the_draw_stands(playing: Desk, write: Any) -> None:
    write(game(playing.tournament, 1), count("A"))
    lot = playing.tournament.stages.get().lot
    assert "Play has begun" in text_of(playing.after("redraw", before=lot))
    assert "Play has begun" in text_of(playing.after("undo"))
    assert playing.tournament.stages.get().lot == lot
    page = playing.get("bracket").content.decode()
    assert playing.at("redraw") not in page
    assert playing.at("undo") not in page


def test_the_pages_before_and_after_the_draw_lead_to_each_other(draft: Desk) -> None:
    assert draft.get("bracket")["Location"] == draft.at("draw")
    draft.post("draw", count=2, lot="")
    assert draft.get("draw")["Location"] == draft.at("bracket")


def test_the_bracket_says_of_each_match_what_is_to_know(playing: Desk, organiser: Any, win: Any) -> None:
    win(playing.tournament, 1, "A")
    acts.award_walkover(actor=organiser, match=Match.objects.get(number=2), side="B", reason="not there")
    drawing = playing.get("bracket").context["bracket"]
    first, second = drawing.rounds[0].matches
    final = drawing.rounds[1].matches[0]
    assert (first.top.name, first.top.score, first.bottom.score, first.top.won) == ("Team 1", 12, 0, True)
    assert (second.note, second.top.score, second.bottom.won) == ("walkover", None, True)
    assert (final.top.name, final.bottom.name, final.note) == ("Team 1", "Team 3", "Table 1")
    assert final.href == playing.at("match", Match.objects.get(number=3).public_id)


def test_where_a_team_comes_from_is_said_until_it_is_known(playing: Desk) -> None:
    final = playing.get("bracket").context["bracket"].rounds[1].matches[0]
    assert (final.top.name, final.bottom.name, final.top.known) == ("Winner of match 1", "Winner of match 2", False)


def test_seeds_the_lot_decides_on_have_no_name_before_the_draw() -> None:
    bracket = pictures.preview("x", ["Spades", None, None])
    sides = {m.top.seed: m.top.name for m in bracket.rounds[0].matches} | {
        m.bottom.seed: m.bottom.name for m in bracket.rounds[0].matches
    }
    assert (sides[1], sides[2], sides[3]) == ("Spades", "by lot", "by lot")


def test_the_draw_asks_how_many_tables_there_are_and_invents_none(draft: Desk) -> None:
    response = draft.post("draw", lot="")
    assert response.status_code == 422
    assert "Say how many tables there are." in text_of(response)
    assert not draft.fresh().stages.exists()
    draft.post("draw", lot="", count="1")
    assert draft.fresh().tables.count() == 1
    assert draft.fresh().table_count == 1


def test_the_draw_knows_the_number_of_tables_that_was_said_before(draft: Desk) -> None:
    draft.post("tables", count="4")
    draft.fresh()
    assert draft.get("draw").context["form"]["count"].value() == 4
    response = draft.post("draw", lot="", count="500")
    assert "A hall has 1 to 256 tables." in text_of(response)
    assert draft.fresh().status == Tournament.Status.DRAFT
