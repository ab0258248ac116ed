"""Disputes at the desk: listed and counted, read, decided with a look at what changes, appealed."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.models import Decision, Dispute, Entry
from tests.factories import RoleFactory
from tests.support.desk.disputes import decided, dispute, raised, sent_by
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, game, match

__all__ = ["dispute"]


def referee_of(desk: Desk, **said: Any) -> Client:
    client = Client()
    client.force_login(RoleFactory(tournament=desk.tournament, **{"role": "referee", **said}).user)
    return client


def test_a_dispute_is_counted_on_every_page_and_listed(playing: Desk, dispute: Dispute) -> None:
    for page in ("overview", "bracket", "tables"):
        assert '<span class="badge num">1</span>' in playing.get(page).content.decode()
    page = text_of(playing.get("disputes"))
    assert "Team 1 – Team 4 match 1" in page
    assert "what is written is not what happened" in page


def test_the_list_keeps_itself_fresh(playing: Desk, dispute: Dispute) -> None:
    assert f'data-live="/{playing.tournament.slug}/live"' in playing.get("disputes").content.decode()


def test_the_match_says_that_it_is_disputed(playing: Desk, dispute: Dispute) -> None:
    page = text_of(playing.get("match", dispute.subject))
    assert "disputed" in page
    assert "Hand 1 open" in page


def test_a_referee_reads_who_raised_it_the_words_and_the_record(playing: Desk, dispute: Dispute) -> None:
    page = text_of(playing.get("dispute", dispute.public_id))
    for words in ("for Team 4, by the desk", "We had 104.", "Hand 1 as entered", "The rules it rests on"):
        assert words in page


def test_the_desk_raises_one_for_a_side(playing: Desk, write: Any) -> None:
    write(game(playing.tournament, 1), count("A"))
    first = match(playing.tournament, 1).public_id
    typed = {"about": "hand-1-1", "side": "A", "reason": "rule", "words": "x", "key": str(uuid.uuid4())}
    for _ in range(2):
        response = playing.after("raise_dispute", first, **typed)
    dispute = Dispute.objects.get()
    assert response.redirect_chain[-1][0] == playing.at("dispute", dispute.public_id)
    assert (dispute.hand, dispute.side) == (1, "A")


def test_a_hand_is_corrected_with_the_form_of_hands(playing: Desk, dispute: Dispute) -> None:
    page = playing.get("decide", dispute.public_id, outcome="corrected")
    figures = page.context["figures"].initial
    typed = {key: value for key, value in figures.items() if value not in (None, "")} | {"points": 120}
    done = decided(playing.client, playing, dispute, "corrected", **typed)
    assert "Decided: hand corrected" in text_of(done)
    found = match(playing.tournament, 1)
    assert tuple(side.score for side in found.sides) == (0, 2)


def test_what_changes_is_seen_before_anything_is_saved(playing: Desk, dispute: Dispute) -> None:
    said = {"outcome": "game_forfeited", "side": "A", "rules": ["EV-FORF-1"], "text": "They left.", "action": "check"}
    page = text_of(playing.post("decide", dispute.public_id, **said))
    assert "That wins the match for Team 4." in page
    assert "Match 3" in page
    assert not Decision.objects.exists()
    assert Entry.objects.count() == 2


@pytest.mark.parametrize(("outcome", "typed", "balls"), [
    ("stands", {}, (1, 1)),
    ("warning", {"side": "A"}, (1, 1)),
    ("replayed", {}, (0, 1)),
    ("adjusted", {"balls_A": "2", "balls_B": "-1", "score": "artificial"}, (3, 0)),
    ("hand_forfeited", {"side": "A"}, (0, 1)),
    ("game_forfeited", {"side": "B"}, (1, 1)),
    ("match_forfeited", {"side": "B"}, (1, 1)),
    ("disqualified", {"side": "B"}, (1, 1)),
])  # fmt: skip
def test_every_outcome_can_be_decided(
    playing: Desk, dispute: Dispute, outcome: str, typed: dict[str, Any], balls: tuple[int, int]
) -> None:
    assert playing.get("decide", dispute.public_id, outcome=outcome).status_code == 200
    done = decided(playing.client, playing, dispute, outcome, **typed)
    assert done.status_code == 200
    assert Decision.objects.get().outcome == outcome
    found = match(playing.tournament, 1)
    assert tuple(side.score for side in found.sides) == balls
    lost = (outcome.endswith("_forfeited") and outcome != "hand_forfeited") or outcome == "disqualified"
    assert found.winning_side == ("A" if lost else "")


@pytest.mark.parametrize(("typed", "words"), [
    ({"rules": []}, "Name at least one rule"),
    ({"rules": [], "rule_1": "EV-ADJ-9"}, "EV-ADJ-9 is no rule. Did you mean"),
    ({"rules": [], "rule_1": "ball"}, "BALL is no rule"),
    ({"text": ""}, "Say why."),
    ({"balls_A": "0"}, "Say how many balls are given or taken"),
    ({"balls_A": "-9"}, "fewer than no balls"),
    ({"balls_A": "99"}, "less than or equal to 13"),
])  # fmt: skip
def test_what_is_missing_in_a_decision_is_said(
    playing: Desk, dispute: Dispute, typed: dict[str, Any], words: str
) -> None:
    response = decided(playing.client, playing, dispute, "adjusted", **{"balls_A": "2", "score": "assigned", **typed})
    assert response.status_code == 422
    assert words in text_of(response)


def test_any_rule_of_the_game_can_be_cited_by_its_id(playing: Desk, dispute: Dispute) -> None:
    decided(playing.client, playing, dispute, "stands", rules=["EV-DISP-1"], rule_2="th-count-5 The count")
    assert Decision.objects.get().rules == ["EV-DISP-1", "TH-COUNT-5"]


@pytest.mark.slow
def test_a_decision_saved_twice_is_one_and_one_of_another_referee_is_not_overruled(
    playing: Desk, dispute: Dispute
) -> None:
    at = playing.at("decide", dispute.public_id)
    said = {"outcome": "stands", "rules": ["EV-DISP-1"], "text": "As written.", "action": "check"}
    other = referee_of(playing)
    mine, theirs = (client.post(at, said) for client in (playing.client, other))
    saved = [playing.client.post(at, sent_by(mine), follow=True) for _ in range(2)]
    assert "saved already" in text_of(saved[1])
    assert "decided already" in text_of(other.post(at, sent_by(theirs), follow=True))
    assert Decision.objects.count() == 1


@pytest.mark.slow
def test_a_decision_on_a_sheet_that_went_on_is_looked_at_again(playing: Desk, dispute: Dispute, write: Any) -> None:
    at = playing.at("decide", dispute.public_id)
    said = {"outcome": "replayed", "rules": ["EV-REPLAY-1"], "text": "Seats.", "action": "check"}
    review = playing.client.post(at, said)
    write(game(playing.tournament, 1), count("A"))
    again = playing.client.post(at, sent_by(review))
    assert again.status_code == 409
    assert "Something else was written on this sheet" in text_of(again)
    assert playing.client.post(at, sent_by(again)).status_code == 302


def test_a_referee_whose_team_plays_is_told_so_and_a_chief_says_why(playing: Desk, dispute: Dispute) -> None:
    team = match(playing.tournament, 1).team("A").public_id
    own, chief = referee_of(playing, team=team), referee_of(playing, team=team, role="chief_referee")
    assert "Another referee decides" in text_of(own.get(playing.at("dispute", dispute.public_id)))
    assert decided(own, playing, dispute, "stands").status_code == 422
    assert decided(chief, playing, dispute, "stands").status_code == 422
    decided(chief, playing, dispute, "stands", override="Nobody else is here.")
    assert Decision.objects.get().override_reason == "Nobody else is here."


@pytest.mark.slow
def test_an_appeal_is_written_down_with_its_deposit_and_heard_by_another(
    playing: Desk, dispute: Dispute, organiser: Any
) -> None:
    first = referee_of(playing)
    decided(first, playing, dispute, "adjusted", balls_B="2", score="assigned")
    key = str(uuid.uuid4())
    page = playing.after("appeal", dispute.public_id, side="A", text="No.", deposit="R200", key=key)
    assert "under appeal" in text_of(page)
    assert "You decided this first" in text_of(first.get(playing.at("dispute", dispute.public_id)))
    assert decided(first, playing, dispute, "uphold", deposit="kept").status_code == 422
    assert decided(playing.client, playing, dispute, "stands").status_code == 422  # and the deposit?
    decided(playing.client, playing, dispute, "stands", deposit="returned")
    assert Decision.objects.last().act == "overturn"
    assert match(playing.tournament, 1).side("B").score == 1


def test_an_appeal_can_be_upheld(playing: Desk, dispute: Dispute) -> None:
    decided(referee_of(playing), playing, dispute, "adjusted", balls_B="2", score="assigned")
    playing.post("appeal", dispute.public_id, side="A", text="No.", key=str(uuid.uuid4()))
    decided(playing.client, playing, dispute, "uphold", rules=["EV-APPEAL-1"])
    assert Decision.objects.last().act == "uphold"
    assert match(playing.tournament, 1).side("B").score == 3


def test_the_page_says_when_nobody_could_hear_an_appeal(playing: Desk, dispute: Dispute) -> None:
    decided(playing.client, playing, dispute, "stands", rules=["EV-DISP-1"])
    assert "nobody here can hear an appeal" in text_of(playing.get("dispute", dispute.public_id))
    referee_of(playing)
    assert "nobody here can hear an appeal" not in text_of(playing.get("dispute", dispute.public_id))


def test_a_dispute_about_the_game_asks_which_hand_is_corrected(playing: Desk, dispute: Dispute, organiser: Any) -> None:
    whole = raised(playing, organiser, about="game", hand=None)
    assert "Which hand?" in text_of(playing.get("decide", whole.public_id, outcome="corrected"))
    page = playing.get("decide", whole.public_id, outcome="corrected", hand=2)
    assert page.context["figures"] is not None


@pytest.mark.parametrize("query", [{}, {"outcome": "nonsense"}, {"outcome": "uphold"}])
def test_no_outcome_that_does_not_fit_is_asked_for(playing: Desk, dispute: Dispute, query: dict[str, str]) -> None:
    response = playing.get("decide", dispute.public_id, **query)
    assert response["Location"] == playing.at("dispute", dispute.public_id)


def test_the_list_asks_the_same_for_any_number_of_disputes(
    playing: Desk, dispute: Dispute, organiser: Any, django_assert_max_num_queries: Any
) -> None:
    for reason in ("rule", "late", "seats", "conduct", "other"):
        raised(playing, organiser, reason=reason)
    with django_assert_max_num_queries(12):
        playing.get("disputes")


def test_whoever_reads_a_dispute_of_another_tournament_finds_nothing(playing: Desk, dispute: Dispute) -> None:
    other = Client()
    other.force_login(RoleFactory(role="referee").user)
    assert other.get(reverse("desk:dispute", args=[playing.tournament.slug, dispute.public_id])).status_code == 404
