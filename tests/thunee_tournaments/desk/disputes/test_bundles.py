"""What a referee reads before deciding: every version of the hand with its ruling, its rules, and earlier decisions."""

import uuid
from typing import Any

import pytest
from django.template.loader import render_to_string

from adjudication import accepting, disputes
from adjudication.book import Actor
from adjudication.hands import all_hands
from adjudication.outcomes import ProposedDecision
from tests.thunee_tournaments.services.conftest import count, draw, game, match
from thunee_tournaments.desk.disputes import bundles
from thunee_tournaments.tournaments.models import Tournament


@pytest.fixture
def played(organiser: Any, write: Any) -> Tournament:
    """A match with a hand in which the table claims two balls and the rules find one."""
    tournament = draw(organiser, 4, table_count=2)
    write(game(tournament, 1), count("A") | {"claimed": {"winner": "A", "balls": 2}})
    write(game(tournament, 1), count("B"))
    return tournament


def actor(tournament: Tournament, name: str = "user:9") -> Actor:
    return Actor(name, tournament.public_id, frozenset({"chief_referee", "organiser"}))


def dispute(tournament: Tournament, number: int = 1, **said: Any) -> Any:
    about = {"about": "hand", "hand": 1, "sheet": game(tournament, number).sheet.public_id, **said}
    return disputes.raise_dispute(
        actor=actor(tournament), subject=match(tournament, number).public_id, reason=about.pop("reason", "rule"),
        words="two balls, we say", device="d", client_uuid=uuid.uuid4(), **about,
    )  # fmt: skip


def decide(raised: Any, tournament: Tournament, *rules: str) -> Any:
    proposed = ProposedDecision("stands", rules, "The count is right.")
    return disputes.decide(raised.pk, proposed, actor=actor(tournament), device="d", client_uuid=uuid.uuid4())


def shown(tournament: Tournament, raised: Any) -> str:
    bundle = bundles.bundle_of(tournament, match(tournament, 1), raised)
    return render_to_string("desk/_bundle.html", {"bundle": bundle})


def test_the_tables_claim_and_the_ruling_stand_side_by_side(played: Tournament) -> None:
    html = shown(played, dispute(played))
    assert "Team 1 opens 2 balls" in html
    assert "Team 1 opens 1 ball" in html
    assert "They differ" in html


def test_what_was_written_is_told_figure_by_figure(played: Tournament) -> None:
    facts = bundles.bundle_of(played, match(played, 1), dispute(played)).hands[0].current.facts
    assert ("Card points of Team 4", "60") in facts
    assert ("Tricks of Team 1", "4") in facts
    assert any(what == "Set trump" and how.endswith(", spades") for what, how in facts)


def test_every_version_of_a_hand_has_its_own_ruling(played: Tournament, correct: Any) -> None:
    entry = all_hands(game(played, 1).sheet)[0].entry
    correct(game(played, 1), entry, count("B"), reason="the wrong side was tapped")
    bundle = bundles.bundle_of(played, match(played, 1), dispute(played))
    assert [version.headline for version in bundle.hands[0].versions] == ["Team 1 opens 1 ball", "Team 4 opens 1 ball"]
    assert [version.counts for version in bundle.hands[0].versions] == [False, True]
    assert bundle.hands[0].differ
    assert "the wrong side was tapped" in shown(played, dispute(played))


def test_a_side_that_accepted_what_the_other_wrote_is_named(played: Tournament) -> None:
    sheet = game(played, 1).sheet
    phone = Actor(
        "table:1/B", played.public_id, frozenset({"scorekeeper"}), frozenset({sheet.public_id}), frozenset("B")
    )
    accepting.accept(sheet.pk, actor=phone, side="B", entry=1, device="d", client_uuid=uuid.uuid4())
    assert "Team 4 accepted it as written." in shown(played, dispute(played))


def test_a_hand_struck_out_is_in_the_bundle_with_what_it_was(played: Tournament, correct: Any) -> None:
    correct(game(played, 1), all_hands(game(played, 1).sheet)[0].entry, None)
    html = shown(played, dispute(played))
    assert "It counts nothing." in html
    assert "Team 1 opens 1 ball" in html


def test_the_rules_of_the_explanation_are_there_with_their_text_and_a_link(played: Tournament) -> None:
    bundle = bundles.bundle_of(played, match(played, 1), dispute(played))
    assert {"TH-COUNT-1", "TH-COUNT-5"} <= {law.id for law in bundle.laws}
    assert 'href="/rules/TH-COUNT-5"' in shown(played, dispute(played))


def test_decisions_before_under_the_same_rules_are_shown_and_others_are_not(played: Tournament) -> None:
    decide(dispute(played, hand=2), played, "TH-COUNT-5")
    decide(dispute(played, about="conduct", hand=None, sheet=None), played, "EV-COND-1")
    bundle = bundles.bundle_of(played, match(played, 1), dispute(played))
    assert [one.shared for one in bundle.earlier] == [["TH-COUNT-5"]]
    assert "The count is right." in shown(played, dispute(played))


def test_what_was_decided_in_another_tournament_is_nobodys_business(played: Tournament, organiser: Any) -> None:
    other = draw(organiser, 4, table_count=2)
    decide(dispute(other, about="match", hand=None, sheet=None), other, "TH-COUNT-5")
    assert bundles.bundle_of(played, match(played, 1), dispute(played)).earlier == []


def test_a_dispute_about_conduct_brings_the_regulations_on_conduct(played: Tournament) -> None:
    raised = dispute(played, about="conduct", reason="conduct", hand=None, sheet=None)
    bundle = bundles.bundle_of(played, match(played, 1), raised)
    assert bundle.hands == []
    assert [law.id for law in bundle.laws] == ["EV-COND-1", "EV-COND-2"]


def test_a_dispute_about_a_game_brings_every_hand_of_it(played: Tournament) -> None:
    raised = dispute(played, about="game", hand=None)
    assert [one.hand.seq for one in bundles.bundle_of(played, match(played, 1), raised).hands] == [1, 2]
