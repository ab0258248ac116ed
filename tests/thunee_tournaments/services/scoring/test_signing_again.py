"""However a game is opened again after it was signed: who wins it then goes on only when that is signed."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache

from adjudication.models import Entry
from adjudication.outcomes import ProposedDecision
from tests.factories import RoleFactory
from tests.support.services.signing import sign_as
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.services.record import replay
from thunee_tournaments.simulation import invariants
from thunee_tournaments.tournaments.models import Tournament


@pytest.fixture
def tournament(organiser: Any) -> Tournament:
    cache.clear()
    return draw(organiser, 4, table_count=2, policies={})


def both_sign(organiser: Any, played: MatchGame) -> Match:
    """Both sides sign the game as it is written now."""
    for side in "AB":
        done = sign_as(organiser, played, side)
    invariants.called_on_signed(played.match.stage.tournament)
    found: Match = done.match
    return found


@pytest.fixture
def signed(tournament: Tournament, organiser: Any, write: Any) -> MatchGame:
    """The first match's game, won by side A with three thunees and signed by both: the match is over."""
    played = game(tournament, 1)
    for _ in range(3):
        write(played, thunee("A"))
    assert both_sign(organiser, played).over
    return MatchGame.objects.select_related("sheet", "match__stage__tournament").get(pk=played.pk)


def entry(played: MatchGame, seq: int) -> Entry:
    return played.sheet.entries.get(seq=seq)


def correction(played: MatchGame, organiser: Any, correct: Any) -> None:
    """The last hand is worth one ball: 8–0 becomes nine."""
    correct(played, entry(played, 3), count("A"))


def strike_out(played: MatchGame, organiser: Any, correct: Any) -> None:
    correct(played, entry(played, 3), None)


def correction_of_an_earlier_hand(played: MatchGame, organiser: Any, correct: Any) -> None:
    correct(played, entry(played, 1), count("A"))


def proposed(played: MatchGame, organiser: Any, correct: Any) -> None:
    """A dispute is decided: the last hand is void and dealt again."""
    key = {"device": "d", "client_uuid": uuid.uuid4()}
    dispute = acts.raise_dispute(
        actor=organiser, match=played.match, about="hand", reason="wrong_record", words="", game=played, hand=3, **key
    ).dispute
    played.sheet.refresh_from_db()
    again = ProposedDecision("replayed", ("TH-DEAL-1",), "Dealt wrongly.", head=played.sheet.head)
    referee = RoleFactory(tournament=played.match.stage.tournament, role="referee").user
    acts.decide_dispute(actor=referee, match=played.match, dispute=dispute, proposed=again, **key)


REOPENED: list[Callable[..., None]] = [correction, strike_out, correction_of_an_earlier_hand, proposed]


@pytest.mark.parametrize("reopen", REOPENED, ids=lambda way: way.__name__)
def test_whoever_wins_again_after_the_game_was_opened_again_signs_again(
    tournament: Tournament, signed: MatchGame, organiser: Any, correct: Any, write: Any, reopen: Any
) -> None:
    reopen(signed, organiser, correct)
    assert match(tournament, 1).state == "playing"
    while not game(tournament, 1).sheet.is_over:
        write(signed, thunee("A"))  # the same side wins again
    after = match(tournament, 1)
    assert (after.over, after.side("A").games_won, match(tournament, 3).team("A")) == (False, 0, None)
    assert replay.check(tournament) == []
    invariants.called_on_signed(tournament)
    assert both_sign(organiser, signed).over
    assert match(tournament, 3).team("A") == after.team("A")
    assert replay.check(tournament) == []


def test_a_hand_struck_out_and_written_again_by_the_desk_is_signed_again(
    tournament: Tournament, signed: MatchGame, organiser: Any, correct: Any
) -> None:
    correct(signed, entry(signed, 3), count("A"))
    correct(signed, entry(signed, 4), thunee("A"))  # put back as both had signed it
    assert not match(tournament, 1).over
    assert both_sign(organiser, signed).over


def test_what_was_turned_and_turned_back_is_signed_again(
    tournament: Tournament, signed: MatchGame, organiser: Any, correct: Any
) -> None:
    for seq in (1, 2, 3):
        correct(signed, entry(signed, seq), thunee("B"))
    for seq in (4, 5, 6):
        correct(signed, entry(signed, seq), thunee("A"))
    assert not match(tournament, 1).over
    assert both_sign(organiser, signed).over


def test_a_missed_hand_that_ends_the_game_otherwise_is_signed_again(
    tournament: Tournament, signed: MatchGame, organiser: Any, correct: Any, write: Any
) -> None:
    correct(signed, entry(signed, 3), None)
    signed.sheet.refresh_from_db()
    key = acts.WriteKey("desk", uuid.uuid4(), signed.sheet.head)
    acts.insert_hand(actor=organiser, game=signed, after=1, body=thunee("A"), key=key, reason="it was missed")
    assert not match(tournament, 1).over
    assert both_sign(organiser, signed).over


def test_the_first_game_of_three_opened_again_is_signed_before_the_second_begins(
    organiser: Any, write: Any, correct: Any
) -> None:
    longer = draw(organiser, 2, best_of=3, policies={})
    first = game(longer, 1)
    for _ in range(3):
        write(first, thunee("A"))
    both_sign(organiser, first)
    assert game(longer, 1).number == 2
    correct(first, entry(first, 3), count("A"))
    assert match(longer, 1).games.get() == first
    write(first, thunee("A"))
    assert match(longer, 1).games.count() == 1
    both_sign(organiser, first)
    assert game(longer, 1).number == 2
    assert replay.check(longer) == []


def test_a_verdict_overturned_on_appeal_leaves_what_was_signed(
    tournament: Tournament, signed: MatchGame, organiser: Any, correct: Any
) -> None:
    proposed(signed, organiser, correct)
    assert not match(tournament, 1).over
    dispute = signed.sheet.disputes.get()
    key = {"device": "d", "client_uuid": uuid.uuid4()}
    acts.appeal_decision(
        actor=organiser, match=match(tournament, 1), dispute=dispute, side="A", text="It was dealt right.", **key
    )
    signed.sheet.refresh_from_db()
    key["client_uuid"] = uuid.uuid4()
    acts.decide_appeal(
        actor=organiser, match=match(tournament, 1), dispute=dispute, overturn=True, rules=["TH-DEAL-1"],
        text="So it was.", head=signed.sheet.head, **key,
    )  # fmt: skip
    assert match(tournament, 1).over  # a referee has put back what both had signed
    assert replay.check(tournament) == []


def test_the_same_winner_after_a_correction_stays_where_he_is(
    tournament: Tournament, signed: MatchGame, correct: Any
) -> None:
    correct(signed, entry(signed, 3), {"tally": {"trumper": 2, "declared": {
        "seat": 2, "kind": "thunee", "lost_to": None}}})  # fmt: skip
    assert match(tournament, 1).over
    assert replay.check(tournament) == []
    invariants.called_on_signed(tournament)


@pytest.mark.slow
def test_a_match_struck_out_and_counted_again_on_appeal_needs_no_new_signature(
    tournament: Tournament, signed: MatchGame, organiser: Any, correct: Any, write: Any
) -> None:
    second = game(tournament, 2)
    for _ in range(3):
        write(second, thunee("A"))
    both_sign(organiser, second)
    final = game(tournament, 3)
    for _ in range(3):
        write(final, thunee("A"))
    assert both_sign(organiser, final).over
    for seq in (1, 2, 3):
        correct(signed, entry(signed, seq), thunee("B"))
    both_sign(organiser, signed)
    assert match(tournament, 3).conflict == "A"
    referee = RoleFactory(tournament=tournament, role="referee").user
    said = {"error_by": "own", "text": "They went on wrongly.", "departing": "so found"}
    decision = acts.resolve_conflict(
        actor=referee, match=match(tournament, 3), choice="match_replayed", device="d", client_uuid=uuid.uuid4(), **said
    )
    assert not match(tournament, 3).over
    acts.appeal_decision(
        actor=organiser, match=match(tournament, 3), dispute=decision.dispute, side="A", text="Not so.", device="d",
        client_uuid=uuid.uuid4(),
    )  # fmt: skip
    acts.decide_appeal(
        actor=organiser, match=match(tournament, 3), dispute=decision.dispute, overturn=True, rules=["EV-LATE-2"],
        text="It stays.", device="d", client_uuid=uuid.uuid4(),
    )  # fmt: skip
    assert match(tournament, 3).over
    assert replay.check(tournament) == []


LATER = {
    "adjusted": ProposedDecision("adjusted", ("EV-FORF-1",), "A ball for A.", balls={"A": 1, "B": 0}),
    "hand forfeited": ProposedDecision("hand_forfeited", ("EV-FORF-1",), "Their hand, too.", side="B", hand=1),
}


@pytest.mark.parametrize("later", LATER)
def test_a_forfeit_nobody_signed_stands_whatever_else_is_decided_about_the_game(
    tournament: Tournament, organiser: Any, write: Any, later: str
) -> None:
    played = game(tournament, 1)
    write(played, thunee("B"))
    referee = RoleFactory(tournament=tournament, role="referee").user

    def decide(proposed: ProposedDecision) -> None:
        key: dict[str, Any] = {"device": "d", "client_uuid": uuid.uuid4()}
        dispute = acts.raise_dispute(
            actor=organiser,
            match=played.match,
            about="game",
            reason="conduct",
            words="",
            game=game(tournament, 1),
            **key,
        ).dispute
        played.sheet.refresh_from_db()
        key["client_uuid"] = uuid.uuid4()
        found = replace(proposed, head=played.sheet.head)
        acts.decide_dispute(actor=referee, match=played.match, dispute=dispute, proposed=found, **key)

    decide(ProposedDecision("game_forfeited", ("EV-FORF-1",), "They left.", side="B"))
    assert match(tournament, 1).winning_side == "A"
    decide(LATER[later])
    assert match(tournament, 1).over
    assert match(tournament, 1).winning_side == "A"
    assert replay.check(tournament) == []
    invariants.called_on_signed(tournament)
