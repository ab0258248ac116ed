"""Appeals around a game too many: against keeping it or striking it out, and against what made it one."""

import uuid
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from adjudication.outcomes import ProposedDecision
from tests.factories import RoleFactory
from tests.support.services.beyond import best_of, beyond, nth, play, sound, three, turn
from tests.support.services.drawing import refused
from tests.support.services.late_results import appeal_overturned
from tests.support.services.late_results import resolve as resolve_match
from tests.support.services.surplus_games import KEEP, SAID, STRIKE, decided, kinds, resolve, waits
from tests.thunee_tournaments.services.conftest import count, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.tournaments.models import Role, Tournament

pytestmark = pytest.mark.walks

__all__ = ["decided", "three"]


def test_a_struck_game_counts_again_when_that_is_overturned_on_appeal(
    decided: Tournament, organiser: Any, correct: Any
) -> None:
    decision = resolve(organiser, decided, STRIKE)
    turn(correct, nth(decided, 1, 1), thunee("A"))
    assert not match(decided, 1).over
    appeal_overturned(decided, organiser, decision, KEEP, number=1)
    assert (match(decided, 1).winning_side, match(decided, 1).side("A").games_won, waits(decided)) == ("A", 2, [])
    assert [one.number for one in match(decided, 1).games.all()] == [1, 2, 3]
    sound(decided)


def test_a_game_played_anew_lies_beyond_when_the_struck_one_counts_again(
    decided: Tournament, organiser: Any, write: Any, correct: Any
) -> None:
    decision = resolve(organiser, decided, STRIKE)
    turn(correct, nth(decided, 1, 1), thunee("A"))
    write(game(decided, 1), count("B"))
    appeal_overturned(decided, organiser, decision, None, number=1)
    assert (match(decided, 1).winning_side, waits(decided)) == ("A", [(1, 4)])
    sound(decided)


def test_keeping_is_overturned_on_appeal_and_struck_out_and_without_another_decision_it_waits_again(
    decided: Tournament, organiser: Any
) -> None:
    decision = resolve(organiser, decided, KEEP)
    appeal_overturned(decided, organiser, decision, None, number=1)
    assert waits(decided) == [(1, 3)]
    again = resolve(organiser, decided, KEEP)
    appeal_overturned(decided, organiser, again, STRIKE, number=1)
    assert (waits(decided), kinds(decided, 3)) == ([], ["hand", "void"])
    sound(decided)


def test_what_counts_again_is_not_struck_out_on_appeal(decided: Tournament, organiser: Any, correct: Any) -> None:
    decision = resolve(organiser, decided, KEEP)
    turn(correct, nth(decided, 1, 1), thunee("A"))
    with pytest.raises(Refused) as caught:
        appeal_overturned(decided, organiser, decision, STRIKE, number=1)
    assert caught.value.code == "not_beyond"
    assert kinds(decided, 3) == ["hand"]


def test_a_verdict_overturned_on_appeal_gives_the_kept_game_its_place_back(three: Tournament, organiser: Any) -> None:
    first, key = nth(three, 1, 1), {"device": "d"}
    dispute = acts.raise_dispute(
        actor=organiser, match=match(three, 1), about="hand", reason="wrong_record", words="", game=first, hand=1,
        client_uuid=uuid.uuid4(), **key,
    ).dispute  # fmt: skip
    said = ProposedDecision(
        "corrected", ("TH-DEAL-1",), "The other side made it.", head=first.sheet.head, body=thunee("B")
    )
    referee = RoleFactory(tournament=three, role=Role.Name.REFEREE).user
    told: dict[str, Any] = {"match": match(three, 1), "dispute": dispute, **key}
    acts.decide_dispute(actor=referee, proposed=said, client_uuid=uuid.uuid4(), **told)
    assert waits(three) == [(1, 3)]
    resolve(organiser, three, KEEP)
    acts.appeal_decision(actor=organiser, side="A", text="Not so.", client_uuid=uuid.uuid4(), **told)
    first.sheet.refresh_from_db()
    acts.decide_appeal(
        actor=organiser, overturn=True, rules=["TH-DEAL-1"], text="As it was.", head=first.sheet.head,
        client_uuid=uuid.uuid4(), **told,
    )  # fmt: skip
    assert (match(three, 1).winning_side, beyond(three, 1), waits(three)) == ("A", [], [])
    sound(three)


@pytest.mark.slow
def test_a_game_struck_out_before_its_match_was_does_not_come_back_into_it(
    organiser: Any, write: Any, correct: Any
) -> None:
    tournament = best_of(organiser, 3)
    play(write, tournament, 1, "AA")
    play(write, tournament, 2, "AA")
    play(write, tournament, 3, "ABA")
    turn(correct, nth(tournament, 3, 1), thunee("B"))
    said = {"match": match(tournament, 3), "game": nth(tournament, 3, 3), "client_uuid": uuid.uuid4(), **SAID}
    decision = acts.resolve_surplus(actor=organiser, choice=STRIKE, **said)
    turn(correct, nth(tournament, 1, 2), thunee("B"))
    play(write, tournament, 1, "B")
    resolve_match(organiser, tournament, 3, "match_replayed", error_by="own")
    with pytest.raises(Refused) as caught:
        appeal_overturned(tournament, organiser, decision, KEEP)
    assert caught.value.code == "begun"
    sound(tournament)


def test_an_appeal_is_taken_in_time_and_not_later(decided: Tournament, organiser: Any) -> None:
    decision = resolve(organiser, decided, STRIKE)
    said = {"actor": organiser, "match": match(decided, 1), "dispute": decision.dispute, "side": "A", "text": "No."}
    with time_machine.travel(timezone.now() + timezone.timedelta(hours=2)):
        assert refused(acts.appeal_decision, device="d", client_uuid=uuid.uuid4(), **said) == "appeal_late"
