"""The hand viewer: every moment has an address, the table is as it was then, and the explanation goes along."""

import gzip
import re
from random import Random
from typing import Any

import pytest
from django.test import Client

from adjudication.hands import all_hands
from tests.engine.hands import REVOKE, story
from tests.engine.rotation import rotated_record
from tests.support.public.seen import seen
from tests.thunee_tournaments.services.conftest import correct, count, draw, game, match, write
from tests.thunee_tournaments.services.demo_hands import Players
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["correct", "write"]  # fixtures used here as they are


@pytest.fixture
def played(organiser: Any, write: Any) -> Tournament:
    """A match with three hands: card by card, with a revoke nobody saw, and as figures."""
    tournament = draw(organiser, 4, table_count=2)
    acts.set_first_dealer(actor=organiser, match=match(tournament, 1), seat=2)
    write(game(tournament, 1), Players(Random(3), 2).plain().body())
    dealer = game(tournament, 1).sheet.ledger["after"]["next_dealer"]
    record = rotated_record(story(REVOKE).rest().record, dealer - 3)
    write(game(tournament, 1), {key: record[key] for key in ("deal", "events")})
    write(game(tournament, 1), count("A"))
    return tournament


def page(client: Client, tournament: Tournament, seq: int = 1, **query: Any) -> Any:
    public_id = match(tournament, 1).public_id
    return client.get(f"/{tournament.slug}/m/{public_id}/hand/1-{seq}", query)


def text(response: Any) -> str:
    """What a reader sees: the parts of other moments are hidden."""
    return seen(response.content.decode())


def hands(response: Any) -> list[int]:
    """How many cards each seat holds at the moment that is shown."""
    now = response.context["now"]
    return [len([part for part in seat.held if now in part.at]) for seat in response.context["seats"]]


def test_the_viewer_begins_with_the_deal_and_leads_on(client: Client, played: Tournament) -> None:
    response = page(client, played)
    assert response.context["moment"].number == 0
    assert hands(response) == [6, 6, 6, 6]
    moves = dict(re.findall(r'data-move="(\w+)" href="([^"]+)"', response.content.decode()))
    assert moves == {"before": "?moment=0", "next": "?moment=1"}


@pytest.mark.slow
def test_every_moment_has_its_own_address(client: Client, played: Tournament) -> None:
    last = page(client, played).context["last"]
    cards = []
    for number in range(last + 1):
        response = page(client, played, moment=number)
        assert response.status_code == 200
        assert response.context["moment"].number == number
        cards.append(sum(hands(response)))
    assert cards[0] == 24
    assert cards[-1] == 0
    assert cards == sorted(cards, reverse=True)


@pytest.mark.parametrize("moment", ["", "x", "-1", "99999", "9" * 30, "٣"])
def test_a_moment_that_is_none_still_shows_the_hand(client: Client, played: Tournament, moment: str) -> None:
    assert page(client, played, moment=moment).status_code == 200


def test_a_card_against_the_rules_is_marked_where_it_was_played(client: Client, played: Tournament) -> None:
    moments = page(client, played, seq=2).context["tricks"]
    wrong = [card for trick in moments for card in trick.cards if card.wrong]
    assert len(wrong) == 1
    said = page(client, played, seq=2, moment=wrong[0].moment)
    assert "Against the rules" in text(said)
    assert "TH-PLAY-2" in text(said)
    assert "nobody was penalised for it" in text(said)
    assert "Against the rules" not in text(page(client, played, seq=2, moment=wrong[0].moment - 1))


def test_the_step_of_the_moment_is_lit_and_the_count_builds_up(client: Client, played: Tournament) -> None:
    last = page(client, played).context["last"]
    final = page(client, played, moment=last)
    assert "TH-COUNT-5" in [step.line.rule for step, css in final.context["steps"] if css == "is-lit"]
    first = page(client, played, moment=0)
    assert "TH-COUNT-5" in [step.line.rule for step, css in first.context["steps"] if css == "is-to-come"]
    total = final.context["ruling"]["count"]["total"]
    assert f"{total} / of 105" in text(final)
    assert 'aria-current="step"' in final.content.decode()


def test_a_hand_of_figures_shows_its_explanation_alone(client: Client, played: Tournament) -> None:
    response = page(client, played, seq=3)
    assert "were not written down" in text(response)
    assert "TH-COUNT-5" in text(response)
    assert "moment" not in response.context


def test_a_hand_struck_out_is_shown_as_it_was_and_said_to_count_nothing(
    client: Client, played: Tournament, correct: Any
) -> None:
    correct(game(played, 1), all_hands(game(played, 1).sheet)[1].entry, None)
    response = page(client, played, seq=2)
    assert "counts nothing" in text(response)
    assert response.context["last"] >= 24


def test_no_other_hand_is_found(client: Client, played: Tournament) -> None:
    public_id = match(played, 1).public_id
    for address in (f"m/{public_id}/hand/1-9", f"m/{public_id}/hand/2-1", "m/nobody/hand/1-1"):
        assert client.get(f"/{played.slug}/{address}").status_code == 404


def test_a_moment_that_was_seen_costs_a_304(client: Client, played: Tournament) -> None:
    public_id = match(played, 1).public_id
    address = f"/{played.slug}/m/{public_id}/hand/1-1?moment=4"
    tag = client.get(address)["ETag"]
    assert client.get(address, headers={"if-none-match": tag}).status_code == 304


def test_the_viewer_asks_the_database_little(
    client: Client, played: Tournament, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(20):
        page(client, played, moment=9)


def test_a_page_carries_the_whole_hand_and_is_light(client: Client, played: Tournament) -> None:
    response = page(client, played, moment=7)
    assert [one.number for one in response.context["moments"]] == list(range(response.context["last"] + 1))
    assert len(gzip.compress(response.content)) < 16 * 1024


def test_what_lies_on_the_felt_is_there_until_the_next_trick_is_led(client: Client, played: Tournament) -> None:
    response = page(client, played)
    moments, lying = response.context["moments"], response.context["lying"]
    for number in range(len(moments)):
        there = [one for one in lying if number in one.at]
        assert len(there) <= 4
        assert len({one.place for one in there}) == len(there)
    assert len(lying) == 24
    assert all(one.marks["is-now"] for one in lying)
