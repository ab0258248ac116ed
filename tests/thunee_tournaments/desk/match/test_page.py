"""A match at the desk: hands with claim and finding, seats, first dealer, walkovers."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.brackets import black_jack
from thunee_tournaments.services import acts

LOT = "ffeeddccbbaa99887766554433221100"
First = Callable[[], Any]


def test_hands_are_shown_with_ruling_and_reason_the_latest_first(playing: Desk, first: First, write: Any) -> None:
    write(game(playing.tournament, 1), count("A"))
    write(game(playing.tournament, 1), count("B"))
    response = playing.get("match", first().public_id)
    rows = response.context["game"].hands
    assert [(row.hand.number, row.headline) for row in rows] == [
        (2, "Team 4 opens 1 ball"), (1, "Team 1 opens 1 ball"),
    ]  # fmt: skip
    assert rows[0].lines
    assert 'href="/rules/TH-COUNT-5"' in response.content.decode()


def test_what_the_table_wrote_stands_beside_what_the_rules_find(playing: Desk, first: First, write: Any) -> None:
    write(game(playing.tournament, 1), {**count("A"), "claimed": {"winner": "B", "balls": 2}})
    text = text_of(playing.get("match", first().public_id))
    assert "The table wrote: Team 4 opens 2 balls" in text
    assert "The rules find: Team 1 opens 1 ball" in text
    overview = text_of(playing.get("overview"))
    assert "A table wrote another result than the rules give" in overview
    assert "Match 1, hand 1" in overview


def test_a_claim_the_rules_agree_with_is_no_difference(playing: Desk, first: First, write: Any) -> None:
    write(game(playing.tournament, 1), {**count("A"), "claimed": {"winner": "A", "balls": 1}})
    assert "The table wrote the same." in text_of(playing.get("match", first().public_id))
    assert not playing.get("overview").context["differences"]


def test_a_difference_that_was_put_right_is_none_any_more(playing: Desk, write: Any, correct: Any) -> None:
    entry = write(game(playing.tournament, 1), {**count("A"), "claimed": {"winner": "B", "balls": 1}}).entry
    correct(game(playing.tournament, 1), entry, {**count("B"), "claimed": {"winner": "B", "balls": 1}})
    assert not playing.get("overview").context["differences"]


def test_the_history_of_a_hand_is_told(playing: Desk, first: First, write: Any, correct: Any) -> None:
    entry = write(game(playing.tournament, 1), count("A")).entry
    correct(game(playing.tournament, 1), entry, count("B"))
    text = text_of(playing.get("match", first().public_id))
    assert "corrected by the desk" in text
    assert "written on the wrong side" in text


def test_a_match_whose_teams_are_not_known_says_so(playing: Desk) -> None:
    final = match(playing.tournament, 3)
    assert "Not known yet who plays this" in text_of(playing.get("match", final.public_id))
    for page in ("seats", "walkover"):
        assert playing.get(page, final.public_id)["Location"] == playing.at("match", final.public_id)


def test_players_change_seats_with_their_partner(playing: Desk, first: First) -> None:
    a, b, c, d = first().seats
    playing.post("seats", first().public_id, seat_0=c, seat_1=d, seat_2=a, seat_3=b)
    assert first().seats == [c, d, a, b]


def test_a_seat_may_be_left_open(playing: Desk, first: First) -> None:
    a, b, _c, d = first().seats
    playing.post("seats", first().public_id, seat_0=a, seat_1=b, seat_2="", seat_3=d)
    assert first().seats == [a, b, None, d]
    assert "Team 1, player 2" in text_of(playing.get("match", first().public_id))


def test_a_player_on_two_seats_is_refused_and_the_choice_stays(playing: Desk, first: First) -> None:
    a, b, _c, d = before = first().seats
    response = playing.post("seats", first().public_id, seat_0=a, seat_1=b, seat_2=a, seat_3=d)
    assert response.status_code == 422
    assert "each player once" in str(response.context["form"].non_field_errors())
    assert response.context["form"]["seat_2"].value() == a
    assert first().seats == before


def test_a_player_of_the_other_team_cannot_be_chosen(playing: Desk, first: First) -> None:
    a, b, c, d = first().seats
    response = playing.post("seats", first().public_id, seat_0=b, seat_1=a, seat_2=c, seat_3=d)
    assert set(response.context["form"].errors) == {"seat_0", "seat_1"}


def test_the_cards_that_were_turned_are_shown_one_for_each_seat_in_turn(playing: Desk, first: First) -> None:
    shown = playing.get("seats", first().public_id)
    turned = shown.context["turned"]
    draw = first().dealer_draw
    assert [one["card"] for one in turned] == draw["cards"]
    assert turned[0]["seat"].number == 1  # the first card goes to the right of seat 1, which is seat 2
    assert turned[-1]["card"] in black_jack.BLACK_JACKS
    assert turned[-1]["seat"].number == draw["dealer"] == game(playing.tournament, 1).sheet.first_dealer
    assert shown.content.decode().count('class="card card-small') == len(turned)


def test_the_first_dealer_is_drawn_afresh(playing: Desk, first: First) -> None:
    before = first().dealer_draw["lot"]
    after = playing.after("dealer", first().public_id, by="lot", before=before, lot=LOT)
    assert first().dealer_draw["lot"] == LOT
    assert "The cards are turned" in text_of(after)


def test_tapping_twice_turns_the_cards_once(playing: Desk, first: First) -> None:
    before = first().dealer_draw["lot"]
    playing.post("dealer", first().public_id, by="lot", before=before, lot="")
    lot = first().dealer_draw["lot"]
    assert "already" in text_of(playing.after("dealer", first().public_id, by="lot", before=before, lot=""))
    assert first().dealer_draw["lot"] == lot


def test_a_number_that_is_no_lot_is_refused_beside_its_field(playing: Desk, first: First) -> None:
    before = first().dealer_draw["lot"]
    response = playing.post("dealer", first().public_id, by="lot", before=before, lot="dice")
    assert response.status_code == 422
    assert "32 digits" in str(response.context["lot_form"].errors["lot"])
    assert first().dealer_draw["lot"] == before


@pytest.mark.parametrize("seat", ["0", "1", "2", "3"])
def test_the_first_dealer_is_set_by_hand(playing: Desk, first: First, seat: str) -> None:
    after = playing.after("dealer", first().public_id, by="hand", seat=seat)
    assert game(playing.tournament, 1).sheet.first_dealer == int(seat)
    assert "deals first, set by hand." in text_of(after)


@pytest.mark.parametrize("seat", ["", "4", "x"])
def test_a_dealer_without_a_seat_is_refused(playing: Desk, first: First, seat: str) -> None:
    before = first().dealer_draw
    told = [str(one) for one in playing.after("dealer", first().public_id, by="hand", seat=seat).context["messages"]]
    assert told == ["There are only the seats 1 to 4."]
    assert first().dealer_draw == before


def test_once_the_game_has_begun_the_dealer_stands(playing: Desk, first: First, write: Any) -> None:
    write(game(playing.tournament, 1), count("A"))
    lot = first().dealer_draw["lot"]
    assert "has begun" in text_of(playing.after("dealer", first().public_id, by="hand", seat="2"))
    assert "has begun" in text_of(playing.after("dealer", first().public_id, by="lot", before=lot, lot=""))
    assert 'name="by"' not in playing.get("seats", first().public_id).content.decode()


def test_a_match_is_given_to_a_team_with_a_reason(playing: Desk, first: First) -> None:
    after = playing.after("walkover", first().public_id, side="B", reason="Team 1 did not come")
    assert first().winner.name == "Team 4"
    text = text_of(after)
    assert "Walkover" in text
    assert "Team 1 did not come" in text


@pytest.mark.parametrize(("typed", "field"), [
    ({"side": "A", "reason": ""}, "reason"), ({"side": "A", "reason": "  "}, "reason"), ({"reason": "x"}, "side"),
    ({"side": "C", "reason": "x"}, "side"),
])  # fmt: skip
def test_a_walkover_without_team_or_reason_is_refused(
    playing: Desk, first: First, typed: dict[str, str], field: str
) -> None:
    response = playing.post("walkover", first().public_id, **typed)
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert first().winner is None


def test_a_walkover_is_taken_back(playing: Desk, first: First) -> None:
    playing.post("walkover", first().public_id, side="B", reason="not there")
    assert "Take the walkover back?" in text_of(playing.get("walkover", first().public_id))
    playing.post("walkover", first().public_id, act="back", reason="they came after all")
    assert first().winner is None
    assert match(playing.tournament, 3).team("A") is None


@pytest.mark.slow
def test_a_walkover_taken_back_after_the_next_match_has_begun_puts_that_one_under_review(
    playing: Desk, first: First, win: Any, write: Any
) -> None:
    playing.post("walkover", first().public_id, side="B", reason="not there")
    win(playing.tournament, 2, "A")
    write(game(playing.tournament, 3), count("A"))
    foreseen = text_of(playing.get("walkover", first().public_id))
    assert "under review Match 3" in foreseen  # before it is done the page lists what it changes
    playing.post("walkover", first().public_id, act="back", reason="they came after all")
    assert first().outcome == ""
    assert match(playing.tournament, 3).conflict == "A"


def test_tapping_twice_gives_one_walkover_and_takes_none_back(playing: Desk, first: First) -> None:
    typed = {"side": "B", "reason": "not there"}
    playing.post("walkover", first().public_id, **typed)
    assert "This had been done already." in text_of(playing.after("walkover", first().public_id, **typed))
    assert first().winner.name == "Team 4"


def test_a_match_that_was_played_is_not_given_away(playing: Desk, first: First, win: Any) -> None:
    win(playing.tournament, 1, "A")
    after = playing.after("walkover", first().public_id, side="B", reason="x")
    assert "Only a match of two teams that is not over" in text_of(after)
    assert first().winner.name == "Team 1"


def test_games_of_a_long_match_are_shown_apart(organiser: Any, browser_of: Client, win: Any, write: Any) -> None:
    desk = Desk(browser_of, draw(organiser, 2, best_of=3))
    while match(desk.tournament, 1).games.count() < 2:
        write(game(desk.tournament, 1), thunee("A"))
    response = desk.get("match", match(desk.tournament, 1).public_id)
    assert [one.game.number for one in response.context["games"]] == [2, 1]
    assert "Best of 3, 1–0" in text_of(response)


def test_a_closed_tournament_offers_nothing_to_change(playing: Desk, first: First, organiser: Any, write: Any) -> None:
    write(game(playing.tournament, 1), count("A"))
    acts.close_tournament(actor=organiser, tournament=playing.fresh(), reason="rain")
    page = playing.get("match", first().public_id).content.decode()
    for name in ("walkover", "table", "seats"):
        assert playing.at(name, first().public_id) not in page
    assert "/correct" not in page


def test_the_board_says_when_it_takes_a_lead_of_two(organiser: Any, browser_of: Client) -> None:
    for preset, clear in (("fundraiser", True), ("durban-classic", False)):
        desk = Desk(browser_of, draw(organiser, 2, preset=preset))
        shown = desk.get("match", match(desk.tournament, 1).public_id).context["game"]
        assert shown.clear is clear


def test_a_bye_says_who_goes_on(organiser: Any, browser_of: Client) -> None:
    desk = Desk(browser_of, draw(organiser, 3))
    bye = desk.tournament.stages.get().matches.get(state="bye")
    text = text_of(desk.get("match", bye.public_id))
    assert "Team 1 goes on without playing" in text
    assert "has won" not in text


def test_a_game_behind_one_that_is_open_again_is_shown_as_not_counting(
    organiser: Any, browser_of: Any, write: Any, correct: Any
) -> None:
    tournament = draw(organiser, 2, best_of=3, changes={"balls_to_win": 4}, table_count=1)
    write(game(tournament, 1), thunee("A"))
    write(game(tournament, 1), count("B"))
    first = match(tournament, 1).games.get(number=1)
    assert "does not count" not in text_of(Desk(browser_of, tournament).get("match", match(tournament, 1).public_id))
    correct(first, first.sheet.entries.last(), count("A"))
    page = Desk(browser_of, tournament).get("match", match(tournament, 1).public_id)
    assert text_of(page).count("This game does not count") == 1
    assert page.content.decode().count("Write the next hand") == 1
    public = f"/{tournament.slug}/m/{first.match.public_id}"
    assert "This game does not count" in text_of(browser_of.get(f"{public}?game=2"))
    assert "This game does not count" not in text_of(browser_of.get(public))  # the first one, which is played now
