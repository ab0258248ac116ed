"""docs/adding-a-game.md, carried out: a folder, a preset and a line, and the engine judges a seventh game."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = Path(__file__).resolve().parent / "seventh"
LINE = '    "whist": _Known("whist", ("whist",)),\n'


@pytest.fixture(scope="module")
def engine_with_whist(tmp_path_factory):
    """A copy of the engine to which whist was added as the guide says; answers what a program prints with it."""
    folder = tmp_path_factory.mktemp("seven")
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(EXAMPLE / "whist", folder / "engine" / "whist", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(EXAMPLE / "whist.toml", folder / "engine" / "presets" / "whist.toml")
    games = folder / "engine" / "games.py"
    text = games.read_text(encoding="utf-8")
    last = '    "tunge": _Known("tunge", ("tunge",)),\n'
    assert text.count(last) == 1
    games.write_text(text.replace(last, last + LINE), encoding="utf-8")

    def answer(records):
        program = (
            "import json, sys, engine\n"
            "records = json.load(sys.stdin)\n"
            "hands = [engine.adjudicate(record).to_dict() for record in records]\n"
            "json.dump({'hands': hands, 'game': engine.adjudicate_game(records).to_dict()}, sys.stdout)\n"
        )
        ran = subprocess.run(
            [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(folder)!r})\n{program}"],
            input=json.dumps(records), capture_output=True, text=True, check=True,
        )  # fmt: skip
        return json.loads(ran.stdout)

    lacking = (
        "from engine import games\n"
        "asked = [name for name in vars(games.GameInfo) if not name.startswith('_')]\n"
        "print([name for name in asked if not hasattr(games.load('whist'), name)])\n"
    )
    path = f"import sys; sys.path.insert(0, {str(folder)!r})\n"
    told = subprocess.run(
        [sys.executable, "-I", "-S", "-c", path + lacking], capture_output=True, text=True, check=True
    )
    answer.lacks = json.loads(told.stdout.replace("'", '"'))
    return answer


def hand(**more):
    return {"format": "hand-record/1", "game": "whist", "dealer": 0, **more}


def test_a_tally_of_a_seventh_game_is_judged_with_its_own_rule(engine_with_whist):
    found = engine_with_whist([hand(tally={"tricks_a": 9})])["hands"][0]
    assert (found["status"], found["winner"], found["scores"]) == ("decided", "A", {"A": 3, "B": 0})
    assert found["steps"][0]["text"] == "Side A took 9 tricks and scores 3"
    assert found["steps"][0]["rule"] == "WH-1"


def test_cards_of_a_seventh_game_are_played_out_by_the_code_all_share(engine_with_whist):
    ranks = "23456789TJQKA"
    deal = [[" ".join(rank + suit for rank in ranks)] for suit in "shdc"]
    plays = [
        {"type": "play", "seat": (1 + step) % 4, "card": rank + "shdc"[(1 + step) % 4]}
        for rank in ranks
        for step in range(4)
    ]
    events = [{"type": "trump", "seat": 0, "suit": "h"}, *plays]
    found = engine_with_whist([hand(deal=deal, events=events)])["hands"][0]
    assert (found["winner"], found["scores"]) == ("B", {"A": 0, "B": 7})
    assert found["after"]["game_winner"] == "B"
    assert found["infractions"] == []


def test_the_ledger_leads_a_seventh_game_to_its_end(engine_with_whist):
    second = hand(tally={"tricks_a": 8}) | {"dealer": 1}
    game = engine_with_whist([hand(tally={"tricks_a": 9}), second])["game"]
    assert game["winner"] == "A"
    assert game["problems"] == []


def test_what_is_missing_or_wrong_in_it_is_said_as_in_any_game(engine_with_whist):
    found = engine_with_whist([hand(events=[]), hand(tally={"tricks_a": 9}, claimed={"scores": {"A": 4}})])["hands"]
    assert found[0]["status"] == "undecidable"
    assert found[1]["discrepancies"] == [{"field": "scores.A", "claimed": 4, "found": 3, "rule": "WH-1"}]


def test_it_offers_all_that_is_asked_of_games(engine_with_whist):
    assert engine_with_whist.lacks == []
