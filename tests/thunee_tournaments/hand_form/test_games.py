"""Every game has a form, a title and a way to be scored; what a form makes of a record is what it was made from."""

import pytest
from django.forms import RadioSelect

from engine.games import GAMES, traits
from engine.profiles import build
from thunee_tournaments.hand_form.games import entry_form, form_of
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import Seat
from thunee_tournaments.tournaments import games

BODIES = [
    ("tarneeb", {"tally": {"declarer": 1, "bid": 8, "trump": "h", "tricks": {"B": 9}}}),
    ("tarneeb", {"events": [{"type": "pass", "seat": seat} for seat in (1, 2, 3, 0)]}),
    (
        "tarneeb",
        {"tally": {"declarer": 0, "bid": 7, "trump": "s", "tricks": {"A": 7}}, "claimed": {"scores": {"A": 7}}},
    ),
    ("egyptian-tarneeb", {"tally": {"declarer": 2, "bid": 9, "trump": "nt", "doubled": True, "tricks": {"A": 8}}}),
    ("400", {"tally": {"bids": [3, 2, 4, 3], "tricks": [4, 2, 5, 2]}}),
    ("400", {"tally": {"bids": [2, 2, 2, 2]}}),
    ("forty-one", {"tally": {"bids": [1, 5, 3, 4], "tricks": [2, 5, 2, 4]}, "claimed": {"scores": [1, 5, -3, 4]}}),
    ("tunge", {"tally": {"left": [["Kd", "2s"], [], ["Ah"], None]}}),
]


def form(game: str, data: dict[str, object]):
    profile = build(None, game)
    seats = [Seat(number, f"Player {number}", "Team", deals=number == 0) for number in range(4)]
    voices = Voices({} if game == "tunge" else {"A": "Ours", "B": "Theirs"}, [seat.name for seat in seats])
    return entry_form(data, seats=seats, names=voices, profile=profile)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_in_a_tournament(game: str):
    assert form_of(game).template
    assert games.title(game) != game or game == "400"
    assert traits(game).balls == (game == "thunee")
    assert games.GAMES[game].at_a_table[0] == 4


@pytest.mark.parametrize(("game", "body"), BODIES)
def test_what_was_written_comes_back_the_same_from_the_form(game: str, body: dict[str, object]):
    typed = form_of(game).typed(body)
    assert typed is not None
    sent = {name: str(value) for name, value in typed.items() if value is not None and value is not False}
    filled = form(game, {**sent, "head": "0" * 64})
    assert filled.is_valid(), filled.errors
    assert filled.body() == body


@pytest.mark.parametrize(("game", "body"), [("tarneeb", {"events": [{"type": "play", "seat": 0, "card": "As"}]}),
                                            ("tunge", {"events": [{"type": "draw", "seat": 0}]})])  # fmt: skip
def test_a_hand_written_card_by_card_is_not_turned_into_figures(game: str, body: dict[str, object]):
    assert form_of(game).typed(body) is None


@pytest.mark.parametrize(("game", "path", "field"), [
    ("tarneeb", "tally.tricks.A", "tricks"), ("tarneeb", "tally.bid", "bid"), ("400", "tally.bids[2]", "bid_2"),
    ("400", "claimed.scores[1]", "claimed_1"), ("tunge", "tally.left[2][0]", "left_2"), ("tunge", "nowhere", None),
])  # fmt: skip
def test_an_error_of_the_record_stands_beside_its_field(game: str, path: str, field: str | None):
    assert form_of(game).field_of(path) == field


def test_whoever_played_out_has_no_cards_left():
    filled = form("tunge", {"out": "1", "left_0": "Kd", "left_1": "2s", "head": "0" * 64})
    assert not filled.is_valid()
    assert "left_1" in filled.errors


def test_what_is_tapped_is_tapped_on_big_buttons():
    asked = form("tarneeb", {}).fields
    assert all(isinstance(asked[name].widget, RadioSelect) for name in ("declarer", "bid", "trump", "tricks"))
