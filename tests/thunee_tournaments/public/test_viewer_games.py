"""The hand viewer opens a hand with cards of any game, for any number of players."""

from random import Random
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

import engine
from engine.replay import replay
from tests.engine import cases, naive_sizes
from tests.support.public.seen import seen
from tests.support.quick import first
from thunee_tournaments.presentation import rulings
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.public.viewer import viewed

GAMES = ("tarneeb", "egyptian-tarneeb", "400", "forty-one", "tunge")
NAMES = Voices({"A": "Spades", "B": "Nines"}, ["Anil", "Ravi", "Priya", "Sam", "Devi", "Kumar"])


def hands(game: str) -> list[dict[str, Any]]:
    """Golden hands of a game that were written down event by event."""
    return [record for _, record, _ in cases.load() if record["game"] == game and len(record.get("events") or ()) > 1]


def shown(record: dict[str, Any], moment: Any = 0) -> tuple[dict[str, Any], str]:
    """What the viewer shows of a hand at a moment, and as a page."""
    whole = engine.read(record).to_dict()
    request = RequestFactory().get("/", {"moment": moment})
    context = viewed(request, whole, engine.adjudicate(whole).to_dict(), NAMES)
    return context, render_to_string("public/_viewer.html", context | {"rail_head": "public/_other_hands.html"})


@pytest.mark.parametrize("nth", first(range(6), 2))
@pytest.mark.parametrize("game", GAMES)
def test_every_moment_of_a_hand_of_any_game_is_a_page(game: str, nth: int) -> None:
    record = hands(game)[nth % len(hands(game))]
    last = shown(record)[0]["last"]
    assert last == len(record["events"])
    for moment in {0, 1, last // 2, last}:
        context, page = shown(record, moment)
        assert context["moment"].number == moment
        assert "None" not in page
        assert context["said"].text in seen(page)


@pytest.mark.parametrize("players", [2, 6])
def test_thunee_for_two_and_for_six_is_played_through_too(players: int) -> None:
    record = naive_sizes.play_out(naive_sizes.deal(Random(4), players), Random(4))
    for moment in (0, len(record["events"]) // 2, len(record["events"])):
        context, page = shown(record, moment)
        assert len(context["seats"]) == players
        assert "Anil" in seen(page)


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_of_the_explanation_are_lit_where_they_belong(game: str) -> None:
    """What was bid is said before the play, what the hand comes to at its end."""
    record = next(one for one in hands(game) if engine.adjudicate(one).status == "decided" and len(one["events"]) > 12)
    context, _ = shown(record)
    at = [step.moment for step, _ in context["steps"]]
    assert all(0 <= moment <= context["last"] for moment in at)
    assert context["steps"][-1][0].moment == context["last"]
    if game != "tunge":
        early = [
            step.moment
            for step, _ in context["steps"]
            if step.line.rule in ("TAR-BID-1", "TAR-EG-1", "FH-BID-2", "FO-1")
        ]
        assert early
        assert max(early) <= [event["type"] for event in record["events"]].index("play")


def test_a_card_against_the_rules_is_marked_at_its_moment() -> None:
    bids = [{"type": "bid", "seat": seat, "tricks": 3} for seat in (1, 2, 3, 0)]
    plays = [{"type": "play", "seat": 1, "card": "2s"}, {"type": "play", "seat": 2, "card": "3h"},
             {"type": "play", "seat": 3, "card": "4s"}, {"type": "play", "seat": 0, "card": "5s"},
             {"type": "play", "seat": 2, "card": "9s"}]  # fmt: skip
    context, page = shown({"format": "hand-record/1", "game": "400", "dealer": 0, "events": [*bids, *plays]}, 6)
    assert [offence.text for offence in context["said"].offences] == ["revoke"]
    assert "is-wrong" in page


def test_whoever_owes_a_pick_up_is_named() -> None:
    events = [{"type": "play", "seat": 0, "cards": ["5h", "6h"]}, {"type": "play", "seat": 1, "cards": ["6s", "7s"]}]
    _, page = shown({"format": "hand-record/1", "game": "tunge", "dealer": 0, "players": 3, "events": events}, 2)
    assert "Priya has to pick up 1 card." in seen(page)
    assert "Last sequence: 6 7" in seen(page)


def test_every_offence_on_record_has_its_words() -> None:
    named = {one["offence"] for _, record, _ in cases.load() for one in engine.adjudicate(record).infractions}
    assert named | {"bad_bid", "bad_sequence", "not_held", "wrong_pickup"} <= set(rulings.OFFENCES)


def test_the_order_of_a_hand_stays_while_cards_are_drawn_and_played() -> None:
    for record in hands("tunge")[:4]:
        context, _ = shown(record)
        moments = replay(engine.read(record).to_dict())
        for moment in moments:
            for seat, view in enumerate(context["seats"]):
                assert {part.what for part in view.held if moment.number in part.at} == set(moment.hands[seat])
