"""What a phone says a hand is worth before the server has judged it: never anything else than the engine says then."""

import json
from random import Random
from typing import Any

import pytest
from django.templatetags.static import static

import engine
from tests.engine.random_hands import PRESETS, tuned_rules
from tests.engine.random_tallies import tally
from tests.support.pages.moments import played_by_four
from thunee_tournaments.hand_form.tally import from_body, to_body

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
FIGURES = """async ([module, all]) => {
    const { ofFigures } = await import(module);
    return all.map(([typed, rules]) => ofFigures(typed, rules));
}"""
CARDS = """async ([result, moments, all]) => {
    const { ofCards } = await import(result);
    const { standing } = await import(moments);
    return all.map(([record, rules]) => ofCards(record, rules, standing(record, rules).tally.total));
}"""
GAMES = """async ([module, all]) => {
    const { goOn } = await import(module);
    return all.map(([game, hands, rules]) => goOn(game, hands, rules));
}"""
RESULT = "js/game/result.js"


def values_of(record: dict[str, Any]) -> dict[str, Any]:
    return dict(engine.read(record).profile.values)


def as_said(ruling: dict[str, Any]) -> dict[str, Any] | None:
    """A ruling in the phone's words; None where there is none."""
    if ruling["status"] == "void":
        return {"winner": None, "balls": 0}
    if ruling["status"] != "decided":
        return None
    winner = "AB".index(ruling["winner"])
    return {"winner": winner, "balls": ruling["balls"][ruling["winner"]]}


def ruled(record: dict[str, Any]) -> dict[str, Any]:
    return engine.adjudicate(engine.read(record)).to_dict()


def test_figures_are_worth_what_the_engine_says_or_nothing_is_said(page):
    chance = Random(11)
    asked, wanted = [], []
    for _ in range(1500):
        record = tally(chance, missing=chance.choice((0, 0, 0, 1)))
        record["tally"].pop("tricks", None)  # no form asks for them
        typed = from_body({"tally": record["tally"]}) or {}
        typed = {name: str(value) for name, value in typed.items() if value not in (None, "") and value is not False}
        numbers = {name: int(value) if value.isdigit() else value for name, value in typed.items()}
        record = {key: record[key] for key in ("format", "game", "rules", "dealer")} | to_body(numbers)
        if "tally" not in record:
            continue
        asked.append([typed, values_of(record)])
        wanted.append((record, as_said(ruled(record))))
    page.goto("/")
    said = page.evaluate(FIGURES, [static(RESULT), asked])
    for ours, (record, theirs) in zip(said, wanted, strict=True):
        assert ours is None or ours == theirs, record
    assert sum(one is not None for one in said) > 500


def test_cards_are_worth_what_the_engine_says_or_nothing_is_said(page):
    records = list(played_by_four())
    page.goto("/")
    asked = [[record, values_of(record)] for record in records]
    said = page.evaluate(CARDS, [static(RESULT), static("js/game/moments.js"), asked])
    for ours, record in zip(said, records, strict=True):
        assert ours is None or ours == as_said(ruled(record)), record
    assert sum(one is not None for one in said) > 60


def test_a_game_goes_on_by_plain_hands_as_the_ledger_does(page):
    """Score, dealer and the end of the game."""
    chance = Random(13)
    asked, wanted = [], []
    for _ in range(120):
        rules = chance.choice((*PRESETS, tuned_rules(chance)))
        record = {"format": "hand-record/1", "game": "thunee", "rules": rules, "dealer": chance.randrange(4)}
        values = values_of(record | {"events": []})
        game = {"balls": [0, 0], "khanuck": False, "dealer": record["dealer"]}
        hands: list[dict[str, Any]] = []
        results, last = [], {"game_over": False, "next_dealer": record["dealer"]}
        while len(results) < chance.randrange(2, 30) and not last["game_over"]:
            hands.append({**record, "dealer": last["next_dealer"], "tally": _plain(chance)})
            ledger = engine.adjudicate_game(hands).to_dict()
            results.append(as_said(ledger["hands"][-1]))
            last = ledger["after"]
        asked.append([game, results, values])
        wanted.append((results, last))
    page.goto("/")
    for ours, (results, last) in zip(page.evaluate(GAMES, [static(RESULT), asked]), wanted, strict=True):
        assert ours["judged"] == len(results)
        assert ours["balls"] == [last["balls"]["A"], last["balls"]["B"]], json.dumps(results)
        assert (ours["winner"] is not None) == last["game_over"]
        if not last["game_over"]:
            assert ours["dealer"] == last["next_dealer"], json.dumps(results)


def _plain(chance: Random) -> dict[str, Any]:
    if chance.random() < 0.1:
        return {"trumper": chance.randrange(4), "trumpless": "noticed"}
    points = chance.randrange(20, 280)
    return {"trumper": chance.randrange(4), "card_points": {"A": points}, "last_trick": chance.randrange(4)}
