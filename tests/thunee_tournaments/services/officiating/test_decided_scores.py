"""A decision on the score reaches the match, and what is recomputed agrees with it."""

import uuid
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from adjudication import disputes
from adjudication.book import Actor
from adjudication.outcomes import ProposedDecision
from tests.thunee_tournaments.services.conftest import count, draw, match
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.services import acts
from thunee_tournaments.services.match.settlement import settle
from thunee_tournaments.services.record import replay
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.walks]


@pytest.fixture
def tournament(organiser: Any) -> Tournament:
    """A tournament in whose first match each side has won a hand, and a referee gave side B two balls more."""
    drawn = draw(organiser, 4)
    for side in "AB":
        record(organiser, drawn, side)
    game = current_game(match(drawn, 1))
    referee = Actor(label="user:1", book=drawn.public_id, roles=frozenset({"referee"}))
    dispute = disputes.raise_dispute(
        actor=referee, subject="match", about="game", reason="rule", words="", device="desk", client_uuid=uuid.uuid4(),
        sheet=game.sheet.public_id,
    )  # fmt: skip
    balls = {"A": 0, "B": 2}
    proposed = ProposedDecision("adjusted", ("EV-ADJ-1",), "A card was seen.", head=game.sheet.head, balls=balls)
    disputes.decide(dispute.pk, proposed, actor=referee, device="desk", client_uuid=uuid.uuid4())
    settle(game.match_id)
    return drawn


def record(organiser: Any, tournament: Tournament, side: str) -> None:
    game = current_game(match(tournament, 1))
    acts.record_hand(
        actor=organiser, game=game, body=count(side), key=acts.WriteKey("desk", uuid.uuid4(), game.sheet.head)
    )


def test_the_balls_of_a_decision_count_in_the_match_and_in_what_is_recomputed(tournament: Tournament) -> None:
    played = match(tournament, 1)
    assert tuple(side.score for side in played.sides) == (1, 3)
    assert replay.check(tournament) == []


def test_the_next_hand_is_previewed_and_recorded_at_the_score_that_was_decided(
    organiser: Any, tournament: Tournament
) -> None:
    game = current_game(match(tournament, 1))
    shown = acts.preview_hand(actor=organiser, game=game, body=count("A"))
    assert shown["after"]["balls"] == {"A": 2, "B": 3}
    record(organiser, tournament, "A")
    assert match(tournament, 1).side("A").score == 2
    assert replay.check(tournament) == []


def test_commands_of_the_record_know_a_tournament_by_its_slug(tournament: Tournament, tmp_path: Path) -> None:
    call_command("export_audit", tournament.slug, "-o", str(tmp_path / "record.jsonl"), verbosity=0)
    assert tournament.public_id in (tmp_path / "record.jsonl").read_text()
