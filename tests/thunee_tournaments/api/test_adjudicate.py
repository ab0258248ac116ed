"""Hands in, rulings out: the engine's contract over HTTP, and nothing that is sent breaks it."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

import engine
from tests.engine import cases
from tests.thunee_tournaments.api.asking import COUNTED, HAND, assert_problem, judge
from thunee_tournaments.api import adjudicate, bodies
from thunee_tournaments.api.access import Work

CASES = [record for _name, record, _expected in cases.load()][:40]


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_a_hand_is_judged_as_the_engine_judges_it(client: Client) -> None:
    for record in CASES[:20]:
        response = judge(client, record)
        assert response.status_code == 200
        assert response.json() == plain(engine.adjudicate(record).to_dict())


def test_a_list_of_hands_gets_a_list_of_rulings_in_the_same_order(client: Client) -> None:
    assert judge(client, CASES).json() == [plain(engine.adjudicate(record).to_dict()) for record in CASES]


def test_the_hands_of_one_game_get_its_ledger(client: Client) -> None:
    hands = [COUNTED, {**COUNTED, "dealer": 3}]
    ledger = judge(client, hands, "?game=1").json()
    assert ledger == plain(engine.adjudicate_game(hands).to_dict())
    assert ledger["format"] == "game-ledger/1"


def test_a_list_without_hands_is_judged_too(client: Client) -> None:
    assert judge(client, []).json() == []
    assert judge(client, [], "?game=1").json()["hands"] == []


def test_an_undecidable_hand_is_a_ruling_like_any_other(client: Client) -> None:
    response = judge(client, HAND)
    assert (response.status_code, response.json()["status"]) == (200, "undecidable")


def test_every_fault_of_form_is_named_with_its_path(client: Client) -> None:
    errors = assert_problem(judge(client, {**HAND, "dealer": 9, "tallly": {}}), 400, "invalid")
    assert {error["path"] for error in errors} == {"dealer", "tallly"}
    assert "tally" in next(error["message"] for error in errors if error["path"] == "tallly")


@pytest.mark.parametrize("query", ["", "?game=1"])
def test_a_fault_in_a_list_says_in_which_hand(client: Client, query: str) -> None:
    errors = assert_problem(judge(client, [COUNTED, {**COUNTED, "dealer": "east"}, 7], query), 400, "invalid")
    assert [error["path"] for error in errors] == ["[1].dealer", "[2]"]


def test_a_list_has_at_most_a_hundred_hands(client: Client) -> None:
    assert_problem(judge(client, [COUNTED] * 101), 400, "too_many")
    assert len(judge(client, [COUNTED] * 100).json()) == 100


def test_a_game_that_is_no_list_and_a_game_that_is_neither_yes_nor_no_are_refused(client: Client) -> None:
    assert_problem(judge(client, COUNTED, "?game=1"), 400, "invalid")
    assert [error["path"] for error in assert_problem(judge(client, [], "?game=perhaps"), 400, "bad_query")] == ["game"]


def test_a_body_has_at_most_512_kilobytes(client: Client) -> None:
    assert_problem(judge(client, b" " * (bodies.MOST_BYTES + 1)), 413, "too_large")
    padded = json.dumps(COUNTED).encode().ljust(bodies.MOST_BYTES)
    assert judge(client, padded).status_code == 200


def test_hands_that_take_too_long_together_are_broken_off(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adjudicate, "MOST_SECONDS", -1.0)
    assert_problem(judge(client, [COUNTED], "?game=1"), 413, "too_much")


@pytest.mark.parametrize(
    "body",
    [
        b"{", b"\xff\xfe", b"nothing", b'{"dealer": NaN}', b'{"dealer": 1, "dealer": 2}', b"[" * 200_000,
        b'{"id": 1e999}', b'{"id": ' + b"9" * 5000 + b"}", b"\x00",
    ],
)  # fmt: skip
def test_what_is_no_strict_json_is_refused_with_the_reason(client: Client, body: bytes) -> None:
    assert assert_problem(judge(client, body), 400, "invalid")


def test_text_of_any_kind_comes_back_as_it_went(client: Client) -> None:
    response = judge(client, {**COUNTED, "note": "♠ 九", "id": "九\u2028"})
    assert response.status_code == 200
    assert (response.json()["note"], response.json()["id"]) == ("♠ 九", "九\u2028")


def test_text_that_cannot_be_encoded_is_refused_with_its_path(client: Client) -> None:
    errors = assert_problem(judge(client, {**COUNTED, "note": "half \ud800 a sign"}), 400, "invalid")
    assert [error["path"] for error in errors] == ["note"]


def test_an_empty_body_and_a_form_are_refused(client: Client) -> None:
    assert_problem(client.post("/api/v1/adjudicate/", b"", content_type="application/json"), 400, "empty")
    assert_problem(client.post("/api/v1/adjudicate/", {"dealer": "0"}), 415, "unsupported_media_type")
    assert_problem(client.post("/api/v1/adjudicate/", b"{}", content_type="text/plain"), 415, "unsupported_media_type")


def test_whoever_asks_too_often_is_told_how_long_to_wait_and_others_are_not(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Work, "rate", "2/min")
    assert [judge(client, COUNTED).status_code for _ in range(2)] == [200, 200]
    refused = judge(client, COUNTED)
    assert_problem(refused, 429, "throttled")
    assert 0 < int(refused["Retry-After"]) <= 60
    assert judge(client, COUNTED, REMOTE_ADDR="192.0.2.9").status_code == 200


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
KEYS = st.sampled_from(
    ["format", "game", "rules", "players", "dealer", "before", "deal", "events", "tally", "claimed", "note", "id",
     "seat", "type", "card", "suit", "balls", "A", "B", "trumper", "call", "jodhi", "declared", "preset"]
)  # fmt: skip
WORDS = st.sampled_from(
    ["hand-record/1", "thunee", "tarneeb", "tunge", "400", "Jh", "s", "call", "play", "jodhi", "double", "khanuck"]
) | st.integers(0, 3)
ANYTHING = st.recursive(
    SCALARS | WORDS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=25
)
LIKELY = st.fixed_dictionaries(
    {"format": st.just("hand-record/1"), "game": st.sampled_from(["thunee", "tarneeb", "tunge", "forty-one"])},
    optional=dict.fromkeys(("dealer", "rules", "players", "before", "deal", "events", "tally", "id"), ANYTHING),
)
SENT = ANYTHING | LIKELY | st.lists(LIKELY, max_size=3)


def asked_without_limit(sent: Any, query: str) -> Any:
    cache.clear()
    return judge(Client(raise_request_exception=True), sent, query)


@pytest.mark.slow
@given(SENT, st.sampled_from(["", "?game=1"]))
def test_whatever_json_is_sent_the_answer_is_a_ruling_or_a_complaint(sent: Any, query: str) -> None:
    response = asked_without_limit(sent, query)
    assert response.status_code in (200, 400)
    json.loads(response.content, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))


@given(st.binary(max_size=200), st.sampled_from(["", "?game=1"]))
def test_whatever_bytes_are_sent_the_answer_is_a_ruling_or_a_complaint(sent: bytes, query: str) -> None:
    assert asked_without_limit(sent, query).status_code in (200, 400)
