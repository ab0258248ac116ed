"""How the event is run: chosen at the desk, fixed in part by the first hand, public beside the rules."""

from typing import Any

import pytest

from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, game, match
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments import policies

TYPED = {
    "scoring": "both_sides",
    "signing": "evening_pin",
    "correction_minutes": "20",
    "appeal_minutes": "45",
    "deposit": " R200,  back if the appeal is right ",
    "freeze": "yes",
    "late_scorecard": "yes",
    "late_correction": "own_error",
    "bell_finish": "at_once",
    "bell_level": "last_hand",
    "overdue_minutes": "15",
    "no_show_minutes": "7",
    "substitutions": "2",
    "substitute_stage": "1",
    "substitute_round": "3",
    "substitute_when": "between_hands",
    "substitute_from": "team_out",
}
CHOSEN = policies.EventPolicies(
    scoring="both_sides",
    signing=True,
    sign_with="evening_pin",
    correction_minutes=20,
    appeal_minutes=45,
    deposit="R200, back if the appeal is right",
    freeze=True,
    late_scorecard=True,
    late_correction="own_error",
    bell_finish="at_once",
    bell_level="last_hand",
    overdue_minutes=15,
    no_show_minutes=7,
    substitutions=2,
    substitute_stage=1,
    substitute_round=3,
    substitute_when="between_hands",
    substitute_from="team_out",
)


def now(desk: Desk) -> policies.EventPolicies:
    return policies.read(desk.fresh().policies)


def test_everything_an_event_decides_is_chosen_on_one_page(draft: Desk) -> None:
    said = text_of(draft.after("policies", **TYPED))
    assert "Saved." in said
    assert now(draft) == CHOSEN


def test_the_page_shows_what_was_chosen(draft: Desk) -> None:
    draft.post("policies", **TYPED)
    form = draft.get("policies").context["form"]
    assert {name: form[name].value() for name in ("scoring", "signing", "freeze", "correction_minutes")} == {
        "scoring": "both_sides", "signing": "evening_pin", "freeze": "yes", "correction_minutes": 20,
    }  # fmt: skip


def test_what_was_chosen_stands_beside_the_public_rules(draft: Desk) -> None:
    draft.post("policies", **TYPED)
    page = text_of(draft.client.get(f"/{draft.tournament.slug}/rules"))
    assert "A game counts once both sides have signed its scoresheet, each with its PIN of the evening." in page
    assert "until 20 minutes after both sides signed" in page
    assert "within 45 minutes. Deposit: R200, back if the appeal is right." in page


@pytest.mark.parametrize(("field", "typed"), [
    ("correction_minutes", "-1"), ("appeal_minutes", "9999"), ("scoring", "nobody"), ("deposit", "x" * 121),
])  # fmt: skip
def test_what_makes_no_sense_is_marked_and_not_saved(draft: Desk, field: str, typed: str) -> None:
    response = draft.post("policies", **{**TYPED, field: typed})
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert now(draft) == policies.EventPolicies(signing=False)


@pytest.mark.parametrize("name", ["correction_minutes", "deposit", "scoring", "late_correction"])
def test_the_act_itself_refuses_what_makes_no_sense(draft: Desk, organiser: Any, name: str) -> None:
    bad = {"correction_minutes": -1, "deposit": "x" * 121, "scoring": "nobody", "late_correction": "maybe"}[name]
    chosen = policies.EventPolicies(**{name: bad})  # type: ignore[arg-type]
    with pytest.raises(acts.Refused) as caught:
        acts.set_policies(actor=organiser, tournament=draft.tournament, policies=chosen)
    assert caught.value.code == "bad_policies"
    assert [error["path"] for error in caught.value.errors] == [name]


def test_the_first_hand_fixes_what_decides_results_and_nothing_else(playing: Desk, write: Any) -> None:
    playing.post("policies", **{**TYPED, "signing": "match_pin"})
    assert now(playing).signing
    playing.post("policies", **{**TYPED, "signing": "no", "scoring": "single"})
    write(game(playing.tournament, 1), count("A"))
    page = playing.get("policies")
    assert "Hands are written already." in text_of(page)
    assert page.context["form"]["late_scorecard"].field.disabled
    assert not page.context["form"]["signing"].field.disabled
    playing.post("policies", **{**TYPED, "signing": "tap", "late_scorecard": "no", "correction_minutes": "5"})
    chosen = now(playing)
    assert (chosen.signing, chosen.late_scorecard, chosen.correction_minutes) == (True, True, 5)
    draws = text_of(playing.client.get(f"/{playing.tournament.slug}/draws"))
    assert "Games are signed in the matches that begin from now on" in draws


def test_where_games_are_signed_the_way_to_sign_may_change_in_play_and_is_told(playing: Desk, write: Any) -> None:
    playing.post("policies", **{**TYPED, "signing": "match_pin"})
    write(game(playing.tournament, 1), count("A"))
    offered = [value for value, _text in playing.get("policies").context["form"].fields["signing"].choices]
    assert offered == ["tap", "evening_pin", "match_pin", "no"]
    playing.post("policies", **{**TYPED, "signing": "tap"})
    assert (now(playing).signing, now(playing).sign_with) == (True, "tap")
    rules = text_of(playing.client.get(f"/{playing.tournament.slug}/rules"))
    assert "A game counts once both sides have agreed to its scoresheet, with one tap." in rules


def test_five_questions_come_first_and_a_fault_among_the_others_shows_them(draft: Desk) -> None:
    form = draft.get("policies").context["form"]
    assert [field.name for field in form.first] == [
        "scoring", "signing", "no_show_minutes", "bell_finish", "substitutions",
    ]  # fmt: skip
    assert {field.name for field in form.first} | {field.name for field in form.more} == set(form.fields)
    assert not form.opens_more
    assert all(field.help_text for field in form.first)
    assert draft.post("policies", **{**TYPED, "appeal_minutes": "9999"}).context["form"].opens_more


def test_no_other_way_changes_what_is_fixed(playing: Desk, write: Any, organiser: Any) -> None:
    write(game(playing.tournament, 1), count("A"))
    chosen = policies.EventPolicies(late_scorecard=True)
    with pytest.raises(acts.Refused) as caught:
        acts.set_policies(actor=organiser, tournament=playing.tournament, policies=chosen)
    assert caught.value.code == "policies_fixed"


def test_a_closed_tournament_only_shows_how_it_was_run(playing: Desk, organiser: Any) -> None:
    acts.close_tournament(actor=organiser, tournament=playing.tournament, reason="rain")
    assert "A game counts as soon as it is over." in text_of(playing.get("policies"))
    assert playing.post("policies", **TYPED).status_code == 422
    assert not now(playing).freeze


def test_a_match_that_began_with_pins_keeps_them_on_its_page_and_the_next_has_none(playing: Desk, write: Any) -> None:
    playing.post("policies", **{**TYPED, "signing": "match_pin"})
    write(game(playing.tournament, 1), count("A"))
    playing.post("policies", **{**TYPED, "signing": "no"})
    assert [len(playing.get("match", match(playing.tournament, n).public_id).context["pins"]) for n in (1, 2)] == [2, 0]
