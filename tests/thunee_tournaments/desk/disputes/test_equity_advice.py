"""What a card or a call cost, beside a dispute and a what-if: advice in words, and why where there is none."""

import uuid
from random import Random
from typing import Any

import pytest

import engine
from engine.equity import equity
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import game, match, thunee
from tests.thunee_tournaments.services.demo_hands import Players
from thunee_tournaments.desk.disputes import equity_advice
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.services import acts
from thunee_tournaments.services.scoring import what_if

NAMES = Voices({"A": "Spades", "B": "Nines"}, ["Anil", "Ravi", "Priya", "Sam"])


def plays(record: Any) -> list[int]:
    return [number for number, event in enumerate(record["events"]) if event["type"] == "play"]


@pytest.fixture
def record() -> Any:
    return engine.read(
        {"format": "hand-record/1", "game": "thunee", "dealer": 0, **Players(Random(3), 0).plain().body()}
    ).to_dict()


def with_a_revoke(record: Any) -> Any:
    """The same hand in which somebody does not follow suit, though able to: two of their cards change places."""
    for number in plays(record):
        event = record["events"][number]
        for later in plays(record):
            other = record["events"][later]
            if later > number and other["seat"] == event["seat"] and other["card"][1] != event["card"][1]:
                swapped = [dict(one) for one in record["events"]]
                swapped[number]["card"], swapped[later]["card"] = other["card"], event["card"]
                spoilt = {**record, "events": swapped}
                found = engine.adjudicate(spoilt)
                if found.status == "decided" and any(one["offence"] == "revoke" for one in found.infractions):
                    return spoilt
    raise AssertionError("no revoke could be made of this hand")


def test_the_words_say_what_the_engine_finds(record: Any) -> None:
    last = plays(record)[-5]
    found, told = equity(engine.read(record), last), equity_advice.advice(record, last, NAMES)
    assert str(found.before.total) in told.before
    assert str(found.after.total) in told.after
    assert [one.card for one in told.choices] == list(found.choices)
    assert [one.card for one in told.choices if one.played] == [record["events"][last]["card"]]
    assert told.why_not == ""


def test_the_first_offence_is_found_by_its_card(record: Any) -> None:
    spoilt = with_a_revoke(record)
    ruling = engine.adjudicate(spoilt).to_dict()
    event = equity_advice.offence_at(spoilt, ruling)
    assert event is not None
    assert spoilt["events"][event]["card"] == ruling["infractions"][0]["card"]
    assert equity_advice.offence_at(record, engine.adjudicate(record).to_dict()) is None


def test_unknown_cards_are_said_and_not_guessed(record: Any) -> None:
    part = {key: value for key, value in record.items() if key != "deal"}
    part["events"] = record["events"][: plays(record)[9]]
    assert "Not all cards" in equity_advice.advice(part, plays(record)[4], NAMES).why_not
    assert "no such moment" in equity_advice.advice(record, 999, NAMES).why_not


def test_what_would_take_too_long_is_said_to(record: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equity_advice, "MOST_POSITIONS", 5)
    assert "too many ways" in equity_advice.advice(record, plays(record)[0], NAMES).why_not


@pytest.mark.parametrize("code", ["game", "event", "cards", "trump", "declared", "half", "winners", "order", "hard"])
def test_every_reason_has_its_words(code: str) -> None:
    assert equity_advice.WHY_NOT[code]


def test_a_dispute_about_a_hand_shows_what_its_offence_cost(playing: Desk, organiser: Any, write: Any) -> None:
    first = game(playing.tournament, 1)
    write(first, Players(Random(3), first.sheet.first_dealer).plain().body())
    whole = what_if.record_of(game(playing.tournament, 1).sheet, 1)
    spoilt: dict[str, Any] = {key: part for key, part in with_a_revoke(whole).items() if key in ("deal", "events")}
    sheet = game(playing.tournament, 1).sheet
    acts.correct_hand(
        actor=organiser,
        game=game(playing.tournament, 1),
        entry=sheet.entries.get(),
        body=spoilt,
        key=acts.WriteKey("desk", uuid.uuid4(), sheet.head),
        reason="x",
    )
    found = match(playing.tournament, 1)
    dispute = acts.raise_dispute(
        actor=organiser, match=found, about="hand", hand=1, game=game(playing.tournament, 1), reason="revoke",
        words="", device="desk", client_uuid=uuid.uuid4(),
    ).dispute  # fmt: skip
    page = text_of(playing.get("dispute", dispute.public_id))
    assert "Advice, not a ruling" in page
    assert "Before it" in page


@pytest.mark.slow
def test_a_what_if_tells_what_a_chosen_moment_cost(playing: Desk, write: Any) -> None:
    first = game(playing.tournament, 1)
    write(first, Players(Random(3), first.sheet.first_dealer).plain().body())
    body = what_if.record_of(game(playing.tournament, 1).sheet, 1)
    address = ("what_if", match(playing.tournament, 1).public_id, 1, 1)
    assert "Every card that could have been played" not in text_of(playing.get(*address))
    page = text_of(playing.get(*address, at=plays(body)[10]))
    assert "Advice, not a ruling" in page
    assert "Before it" in page
    assert playing.get(*address, at="nonsense").status_code == 200
    assert "no such moment" in text_of(playing.get(*address, at="999"))


def test_a_hand_of_figures_asks_for_no_moment(playing: Desk, write: Any) -> None:
    write(game(playing.tournament, 1), thunee("A"))
    page = playing.get("what_if", match(playing.tournament, 1).public_id, 1, 1, at=3)
    assert "Which moment" not in text_of(page)
