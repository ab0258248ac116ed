"""A match hand by hand: the score, every ruling with its reason, what the table wrote, and what was changed."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.thunee_tournaments.public.conftest import CALL_AND_LOSS
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db

DEAL = [["Jh 9h Ks Qs", "Tc Qd"], ["Js 9s As Ts", "Kd Qc"], ["Jc 9c Ac Kc", "Ah Th"], ["Jd 9d Ad Td", "Kh Qh"]]


def show(client: Client, tournament: Tournament, number: int, query: str = "") -> str:
    response = client.get(f"/{tournament.slug}/m/{match(tournament, number).public_id}{query}")
    assert response.status_code == 200
    return response.content.decode()


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_score_is_shown_as_ball_cards_and_said_in_words(client: Client, event: Tournament) -> None:
    html = show(client, event, 3)
    playing = match(event, 3)
    assert f'aria-label="{playing.team("A")} 2 balls, {playing.team("B")} 1"' in html
    assert html.count('class="balls ') == 2


@pytest.mark.parametrize(("preset", "words"), [("fundraiser", "First to 13, win by 2"), ("durban-classic", "to 12")])
def test_a_board_says_what_wins_the_game(client: Client, organiser: Any, preset: str, words: str) -> None:
    tournament = draw(organiser, 2, slug="to", preset=preset)
    assert re.search(rf">\s*{words}\s*<", show(client, tournament, 1))


def test_every_hand_has_its_result_its_reason_and_its_explanation(client: Client, event: Tournament) -> None:
    playing = match(event, 3)
    html = text(show(client, event, 3))
    assert f"{playing.team('A')} opens 2 balls" in html
    assert "Call and loss 110, needed 105" in html
    assert f"{playing.team('B')} opens 1 ball" in html


def test_every_line_of_an_explanation_leads_to_its_rule(client: Client, event: Tournament) -> None:
    html = show(client, event, 3)
    lines = re.findall(
        r"<li(?: class=\"is-result\")?>\s*<span>([^<]+)</span>\s*<a class=\"chip chip-rule\" href=\"([^\"]+)\"", html
    )
    assert len(lines) > 8
    for _text, address in lines:
        assert client.get(address).status_code == 200


def test_what_the_table_wrote_stands_beside_what_the_rules_say(client: Client, event: Tournament) -> None:
    html = text(show(client, event, 3))
    assert "The table says otherwise." in html
    assert "Table differs" in html


def test_the_newest_hand_comes_first_and_is_open(client: Client, event: Tournament) -> None:
    html = show(client, event, 3)
    numbers = re.findall(r'<span class="hand-number num">(\d+)</span>', html)
    assert numbers == ["2", "1"]
    assert re.findall(r'<details id="hand-(\d+)-more"( open)?>', html) == [("2", " open"), ("1", "")]


def test_a_corrected_hand_shows_its_history_and_its_reason(client: Client, event: Tournament, correct: Any) -> None:
    playing = game(event, 3)
    correct(playing, playing.sheet.entries.get(seq=2), {**CALL_AND_LOSS, "claimed": {"winner": "A", "balls": 2}})
    html = text(show(client, event, 3))
    assert "Table differs" not in html
    assert "Corrected" in html
    assert "written on the wrong side" in html
    assert "the desk" in html


def test_a_hand_that_was_struck_out_stays_visible_and_counts_nothing(
    client: Client, event: Tournament, correct: Any
) -> None:
    playing = game(event, 3)
    correct(playing, playing.sheet.entries.get(seq=2), None)
    html = show(client, event, 3)
    assert "Struck out" in html
    assert "is-voided" in html
    assert f'aria-label="{match(event, 3).team("A")} 0 balls, {match(event, 3).team("B")} 1"' in html


def test_cards_are_shown_as_cards_where_they_were_written_down(client: Client, organiser: Any, write: Any) -> None:
    tournament = draw(organiser, 2, slug="cards")
    acts.set_first_dealer(actor=organiser, match=match(tournament, 1), seat=0)
    plays = ["Jc", "Qh", "Tc", "Qc"]
    events = [{"type": "trump", "seat": 1, "suit": "s"}]
    events += [{"type": "play", "seat": (2 + n) % 4, "card": card} for n, card in enumerate(plays)]
    events.append({"type": "accuse", "seat": 0, "against": 3, "offence": "revoke"})
    events.append({"type": "accuse", "seat": 0, "against": 3, "offence": "signal", "upheld": True})
    write(game(tournament, 1), {"deal": DEAL, "events": events})
    html = show(client, tournament, 1)
    assert html.count('id="card-Jc"') == 1
    assert re.search(r'aria-label="jack of clubs"[^>]*><use href="#card-Jc"/>', html)
    assert html.count("<use ") == 24 + 4
    assert "Trick by trick" in html


def test_a_tally_says_that_it_is_trusted(client: Client, event: Tournament) -> None:
    html = show(client, event, 3)
    assert "The cards were not written down" in html
    assert "card-symbols" not in html


def test_the_games_of_a_match_can_be_read_one_by_one(client: Client, organiser: Any, write: Any) -> None:
    tournament = draw(organiser, 2, slug="three", best_of=3)
    for _ in range(3):
        write(game(tournament, 1), thunee("A"))
    first, second = (show(client, tournament, 1, query) for query in ("?game=1", ""))
    assert 'aria-label="Team 1 12 balls, won the game, Team 2 0"' in first
    assert 'aria-label="Team 1 0 balls, Team 2 0"' in second


@pytest.mark.parametrize("asked", ["9", "0", "-1", "one", ""])
def test_a_game_that_was_never_played_is_answered_with_the_last(client: Client, event: Tournament, asked: str) -> None:
    assert "opens 2 balls" in show(client, event, 3, f"?game={asked}")


def test_who_sits_where_and_how_the_first_dealer_was_found_is_shown(client: Client, event: Tournament) -> None:
    html = text(show(client, event, 3))
    assert "Who sits where" in html
    assert "the black jack came there" in html
    assert "TH-DEAL-1" in html


def test_a_game_without_a_rule_on_the_first_dealer_cites_none(client: Client, organiser: Any) -> None:
    evening = draw(organiser, 2, slug="tarneeb-evening", preset="tarneeb")
    html = text(show(client, evening, 1))
    assert "the black jack came there" in html
    assert "TH-DEAL-1" not in html


def test_a_match_whose_teams_are_not_known_says_where_they_come_from(client: Client, event: Tournament) -> None:
    final = Match.objects.filter(stage__tournament=event).last()
    html = text(show(client, event, final.number))
    assert "Winner of match" in html
    assert "Both teams have to be known first." in html


def test_a_walkover_gives_its_reason(client: Client, event: Tournament, organiser: Any) -> None:
    waiting = next(one for one in Match.objects.filter(stage__tournament=event, state="playing"))
    acts.award_walkover(actor=organiser, match=match(event, waiting.number), side="A", reason="The others went home.")
    html = text(show(client, event, waiting.number))
    assert "Walkover" in html
    assert "The others went home." in html


def test_a_long_match_costs_as_few_queries_as_a_short_one(
    client: Client, event: Tournament, write: Any, django_assert_max_num_queries: Any
) -> None:
    for side in "ABABABAB":
        write(game(event, 3), count(side))
    address = f"/shield/m/{match(event, 3).public_id}"
    with django_assert_max_num_queries(12):
        client.get(address)
