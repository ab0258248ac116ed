"""An offence found late, at the desk: where the rules allow it, in a hand written card by card."""

import uuid
from random import Random
from typing import Any

import pytest
from django.test import Client

from tests.factories import RoleFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services import demo_hands
from tests.thunee_tournaments.services.conftest import count, draw, game, match
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused


def carded(dealer: int) -> dict[str, Any]:
    """A plain hand with all its cards, that side A wins."""
    before: dict[str, Any] = {"balls": {"A": 0, "B": 0}, "khanuck_called": False}
    won = {"A": 1, "B": 0}
    return demo_hands.find(Random(7), dealer, before, demo_hands.count, lambda r, b: r["balls"] == won)[0]


@pytest.fixture
def desk(organiser: Any, browser_of: Client, write: Any) -> Desk:
    """A hand with cards and one without, under rules by which an offence may be found late."""
    drawn = draw(organiser, 2, preset=demo_hands.RULES, changes={"late_accusation": "allowed"})
    write(game(drawn, 1), carded(game(drawn, 1).sheet.first_dealer))
    write(game(drawn, 1), count("A"))
    return Desk(browser_of, drawn)


TYPED = {"against": "0", "seat": "1", "offence": "signal", "upheld": "found", "reason": "Two people saw the sign."}


def at(desk: Desk, seq: int = 1) -> list[Any]:
    return [match(desk.tournament, 1).public_id, 1, seq]


def test_the_hand_is_judged_with_the_offence_after_a_look_at_what_changes(desk: Desk) -> None:
    assert "Offence found late" in text_of(desk.get("match", match(desk.tournament, 1).public_id))
    review = desk.post("late", *at(desk), action="check", **TYPED)
    assert "What changes" in text_of(review)
    assert match(desk.tournament, 1).side("B").score == 0
    sent = {"action": "save", "key": str(review.context["key"]), "head": review.context["head"], **TYPED}
    for _ in range(2):
        desk.post("late", *at(desk), **sent)
    found = match(desk.tournament, 1)
    assert tuple(side.score for side in found.sides) == (1, 4)
    assert game(desk.tournament, 1).sheet.seq == 3


def test_a_key_that_is_none_is_refused_in_words(desk: Desk) -> None:
    head = desk.post("late", *at(desk), action="check", **TYPED).context["head"]
    for key in ("", "nonsense"):
        answer = desk.post("late", *at(desk), action="save", head=head, key=key, **TYPED)
        assert "not usable" in text_of(answer)
    assert game(desk.tournament, 1).sheet.seq == 2


def test_a_reason_is_asked_for(desk: Desk) -> None:
    assert desk.post("late", *at(desk), action="check", **{**TYPED, "reason": ""}).status_code == 422


def test_a_hand_without_cards_is_not_accused_late(desk: Desk) -> None:
    assert "whose cards were written down" in text_of(desk.client.get(desk.at("late", *at(desk, 2)), follow=True))


def test_where_the_rules_bar_it_the_page_says_so(organiser: Any, browser_of: Client, write: Any) -> None:
    drawn = draw(organiser, 2, preset=demo_hands.RULES, changes={"late_accusation": "barred"})
    write(game(drawn, 1), carded(game(drawn, 1).sheet.first_dealer))
    barred = Desk(browser_of, drawn)
    assert "TH-PEN-4" in text_of(barred.client.get(barred.at("late", *at(barred)), follow=True))
    said = {"hand": 1, "seat": 1, "against": 0, "offence": "signal", "upheld": True, "reason": "x"}
    with pytest.raises(Refused) as refused:
        acts.preview_late(actor=organiser, game=game(drawn, 1), **said)
    assert refused.value.code == "late_barred"


def test_nobody_enforces_one_where_their_own_team_plays(desk: Desk) -> None:
    team = match(desk.tournament, 1).team("A").public_id
    own = RoleFactory(tournament=desk.tournament, role="referee", team=team).user
    played = game(desk.tournament, 1)
    with pytest.raises(Refused) as refused:
        acts.enforce_late(
            actor=own, game=played, hand=1, seat=1, against=0, offence="signal", upheld=True, reason="x",
            head=played.sheet.head, device="desk", client_uuid=uuid.uuid4(),
        )  # fmt: skip
    assert refused.value.code == "conflict"
