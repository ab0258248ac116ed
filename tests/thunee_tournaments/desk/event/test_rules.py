"""The rules page: a preset, single choices, and what the draw does to them."""

import re
from typing import Any

import pytest

from engine import games, profiles, rulebook
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.desk.event.rules_form import RulesForm, groups
from thunee_tournaments.presentation.stems import STEM_TITLES


def everything(desk: Desk, **changed: Any) -> dict[str, Any]:
    """What the rules page sends when nothing but this is changed."""
    profile = profiles.build(desk.fresh().rules)
    values = {name: "" if value is None else value for name, value in profile.values.items()}
    return {**values, **changed}


def test_every_parameter_of_the_game_can_be_chosen() -> None:
    profile = profiles.build("durban-classic")
    shown = [item for group in groups(profile, RulesForm(profile=profile)) for item in group.items]
    assert sorted(item.parameter.name for item in shown) == sorted(one.name for one in profiles.parameters())
    assert all(item.field is not None and item.sources and item.rule.text for item in shown)


def test_every_group_of_rules_that_leaves_a_choice_has_a_title() -> None:
    every = [parameter for game in games.GAMES for parameter in profiles.parameters(game)]
    stems = {rulebook.get(parameter.rule).stem for parameter in every}
    assert stems <= set(STEM_TITLES)


def test_each_choice_shows_its_rule_its_source_and_the_presets_answer(draft: Desk) -> None:
    text = text_of(draft.get("rules"))
    rule = rulebook.get("TH-KHAN-3")
    assert rule.title in text
    assert rule.text in text
    assert "Thunee, encyclopaedia article (earlier edition)" in text
    assert "as in Durban classic" in text
    assert 'href="/rules/TH-KHAN-3"' in draft.get("rules").content.decode()


def test_a_changed_rule_is_kept_and_marked(draft: Desk) -> None:
    after = draft.after("rules", **everything(draft, two_to_clear="always", four_ball="3"))
    assert draft.fresh().changes == {"two_to_clear": "always", "four_ball": 3}
    assert "Saved: Durban classic with 2 of its rules changed." in text_of(after)
    assert "2 rules differ from the preset" in text_of(after)
    assert re.search(r'class="rule-item is-changed" id="p-two_to_clear"', after.content.decode())


def test_a_number_may_be_left_empty_where_there_may_be_none(draft: Desk) -> None:
    draft.post("rules", **everything(draft, khanuck_raises_to=""))
    assert draft.fresh().changes == {"khanuck_raises_to": None}


def test_choosing_the_presets_own_value_is_no_change(draft: Desk) -> None:
    draft.post("rules", **everything(draft, two_to_clear="always"))
    draft.post("rules", **everything(draft, two_to_clear="never"))
    assert draft.fresh().changes == {}


@pytest.mark.parametrize(("name", "value"), [
    ("four_ball", "200"), ("four_ball", "-1"), ("four_ball", "many"), ("four_ball", ""), ("four_ball", "2.5"),
    ("balls_to_win", "0"), ("two_to_clear", "sometimes"), ("max_call", "102"), ("two_to_clear", ""),
])  # fmt: skip
def test_a_value_that_cannot_be_is_refused_beside_its_field(draft: Desk, name: str, value: str) -> None:
    response = draft.post("rules", **everything(draft, **{name: value, "thunee_loss": "5"}))
    assert response.status_code == 422
    form = response.context["form"]
    assert list(form.errors) == [name]
    assert form["thunee_loss"].value() == "5"
    assert next(group for group in response.context["groups"] if group.wrong).open
    assert draft.fresh().changes == {}


def test_the_page_of_changed_rules_leaves_the_others_alone(draft: Desk) -> None:
    draft.post("rules", **everything(draft, two_to_clear="always", four_ball="3"))
    shown = draft.get("rules", only="changed")
    assert [item.parameter.name for group in shown.context["groups"] for item in group.items] == [
        "four_ball", "two_to_clear",
    ]  # fmt: skip
    draft.client.post(draft.at("rules") + "?only=changed", {"two_to_clear": "never", "four_ball": "3"})
    assert draft.fresh().changes == {"four_ball": 3}


def test_another_preset_may_keep_the_changes_made_so_far(draft: Desk) -> None:
    draft.post("rules", **everything(draft, four_ball="3", thunee_loss="4"))
    draft.post("preset", preset="durban-modern", keep="on")
    assert (draft.fresh().preset, draft.tournament.changes) == ("durban-modern", {"four_ball": 3})
    draft.post("preset", preset="club-strict")
    assert (draft.fresh().preset, draft.tournament.changes) == ("club-strict", {})


def test_single_changes_and_all_of_them_can_be_taken_back(draft: Desk) -> None:
    draft.post("rules", **everything(draft, four_ball="3", two_to_clear="always", murrials="off"))
    draft.post("take_back", parameter="murrials")
    assert set(draft.fresh().changes) == {"four_ball", "two_to_clear"}
    draft.post("take_back", parameter="all")
    assert draft.fresh().changes == {}


def test_how_long_a_match_is_can_be_chosen(draft: Desk) -> None:
    draft.post("rules", best_of="5")
    assert draft.fresh().best_of == 5
    assert draft.post("rules", best_of="2").status_code == 422


def whole(desk: Desk, **changed: Any) -> dict[str, Any]:
    """What the whole page sends, whichever of its buttons is pressed."""
    start = {"best_of": str(desk.fresh().best_of), "preset": desk.tournament.preset, "players": "4", "keep": "on"}
    return {**everything(desk), **start, **changed}


def test_one_button_saves_the_length_and_the_rules_together(draft: Desk) -> None:
    said = text_of(draft.after("rules", **whole(draft, best_of="3", four_ball="3")))
    assert (draft.fresh().best_of, draft.tournament.changes) == (3, {"four_ball": 3})
    assert "Saved: Durban classic with 1 of its rules changed. Best of 3." in said


@pytest.mark.parametrize(("button", "there"), [("draw", "draw"), ("policies", "policies")])
def test_a_button_that_leads_on_saves_what_was_chosen_first(draft: Desk, button: str, there: str) -> None:
    response = draft.post("rules", **whole(draft, best_of="3", four_ball="3", then=button))
    assert response["Location"] == draft.at(there)
    assert (draft.fresh().best_of, draft.tournament.changes) == (3, {"four_ball": 3})


def test_looking_at_the_changed_ones_only_saves_what_was_chosen_first(draft: Desk) -> None:
    response = draft.post("rules", **whole(draft, four_ball="3", then="changed"))
    assert response["Location"] == draft.at("rules") + "?only=changed"
    response = draft.client.post(response["Location"], {"four_ball": "5", "best_of": "3", "then": "all"})
    assert response["Location"] == draft.at("rules")
    assert (draft.fresh().best_of, draft.tournament.changes) == (3, {"four_ball": 5})


def test_another_preset_takes_over_what_was_chosen_and_not_saved_yet(draft: Desk) -> None:
    draft.post("preset", **whole(draft, preset="durban-modern", four_ball="3", best_of="3"))
    assert (draft.fresh().preset, draft.tournament.changes, draft.tournament.best_of) == (
        "durban-modern", {"four_ball": 3}, 3,
    )  # fmt: skip


def test_a_preset_that_was_chosen_counts_whichever_button_saves(draft: Desk) -> None:
    draft.post("rules", **whole(draft, preset="fundraiser", four_ball="3"))
    assert (draft.fresh().preset, draft.tournament.changes) == ("fundraiser", {"four_ball": 3})


def test_taking_one_rule_back_saves_the_others_that_were_chosen(draft: Desk) -> None:
    draft.post("rules", **everything(draft, murrials="off"))
    draft.post("take_back", **whole(draft, four_ball="3", best_of="5", parameter="murrials"))
    assert (draft.fresh().changes, draft.tournament.best_of) == ({"four_ball": 3}, 5)


@pytest.mark.parametrize("page", ["rules", "preset", "take_back"])
def test_one_thing_that_cannot_be_saves_nothing_and_loses_nothing(draft: Desk, page: str) -> None:
    response = draft.post(page, **whole(draft, best_of="3", two_to_clear="always", four_ball="-1", then="draw"))
    assert response.status_code == 422
    assert (draft.fresh().best_of, draft.tournament.changes) == (1, {})
    assert response.context["length_form"]["best_of"].value() == "3"
    assert response.context["form"]["two_to_clear"].value() == "always"


def test_after_the_draw_the_rules_are_read_only_with_their_fingerprint(playing: Desk) -> None:
    response = playing.get("rules")
    page = response.content.decode()
    assert '<input type="radio"' not in page
    fingerprint = playing.tournament.fingerprint
    assert all(fingerprint[start : start + 16] in page for start in range(0, 64, 16))
    assert len([item for group in response.context["groups"] for item in group.items]) == len(profiles.parameters())


@pytest.mark.parametrize(("page", "typed"), [
    ("rules", {"four_ball": "3"}), ("preset", {"preset": "fundraiser"}), ("take_back", {"parameter": "all"}),
    ("rules", {"best_of": "3"}),
])  # fmt: skip
def test_after_the_draw_a_change_is_refused_with_the_reason(playing: Desk, page: str, typed: dict[str, str]) -> None:
    before = playing.fresh().rules
    text = text_of(playing.after(page, **typed))
    assert "draw" in text
    assert "Fixed at the draw" in text
    assert playing.fresh().rules == before
    assert playing.tournament.best_of == 1
