"""The demo tells the story it promises, through the services, and stands up to being computed once more."""

import json
import re
from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command

from adjudication.hands import current_hands
from adjudication.models import Entry, Scoresheet
from engine.games import GAMES
from tests.factories import TournamentFactory, UserFactory
from tests.support.worlds import kept
from tests.thunee_tournaments.services.demo_hands import khanuck_gap
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import demo
from thunee_tournaments.services.match import disputed
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.tables.links import find
from thunee_tournaments.teams.sign_ups import doubles_of
from thunee_tournaments.tournaments.models import OutboxTask, Tournament
from thunee_tournaments.tournaments.organisations import Organisation

pytestmark = pytest.mark.walks


@kept
def told() -> str:
    """The demo, loaded once for these tests; what it printed."""
    out = StringIO()
    said = ("--only", "--password", "nine-jack-ace-1", "--base-url", "https://hall.example/")
    call_command("load_demo", *said, stdout=out)
    return out.getvalue()


@pytest.fixture
def tournament(told: str) -> Tournament:
    return Tournament.objects.get()


@pytest.fixture
def hands(tournament):
    """Every hand that counts."""
    return [hand for sheet in Scoresheet.objects.all() for hand in current_hands(sheet)]


def of_kind(hands, kind, detail=None):
    return [hand for hand in hands if (hand.ruling["kind"], hand.ruling["detail"]) == (kind, detail)]


def with_cards(hands):
    return [hand for hand in hands if any(event["type"] == "play" for event in hand.body.get("events", []))]


def test_sixteen_teams_are_in_mid_play(tournament):
    assert tournament.status == "running"
    assert tournament.teams.count() == 16
    states = dict(Match.objects.values_list("number", "state"))
    assert all(states[number] == "done" for number in range(1, 11))
    assert [states[number] for number in range(11, 16)] == ["playing", "playing", "playing", "waiting", "waiting"]


def test_some_hands_were_written_card_by_card_and_some_as_a_tally(hands):
    cards = with_cards(hands)
    assert len(hands) > 150
    assert 60 < len(cards) < len(hands) - 60


def test_there_is_a_call_and_loss(hands):
    assert with_cards(of_kind(hands, "call_and_loss"))


def test_there_is_a_khanuck_made(hands):
    assert with_cards(of_kind(hands, "khanuck", "made"))


def test_there_is_a_khanuck_that_failed_by_a_single_point(hands):
    gaps = {khanuck_gap(hand.ruling, hand.body): hand for hand in with_cards(of_kind(hands, "khanuck", "failed"))}
    last = gaps[0].ruling["tricks"][-1]["winner"]
    assert "AB"[last % 2] != gaps[0].ruling["winner"]  # the last trick was won: it was the point that was missing


def test_there_is_a_backside_double(hands):
    assert with_cards(of_kind(hands, "backside_double", "made"))


def test_there_is_a_partner_catch(hands):
    [hand] = with_cards(of_kind(hands, "thunee", "partner_catch"))
    assert max(hand.ruling["balls"].values()) == 8


def test_there_is_a_murrials(hands):
    claims = [claim for hand in with_cards(hands) for claim in hand.ruling["claims"]]
    assert any(claim.get("murrials") == "upheld" for claim in claims)


def test_there_are_four_balls_for_a_revoke_and_for_a_signal(hands):
    found = of_kind(hands, "four_ball", "upheld")
    assert with_cards(found)
    assert any("tally" in hand.body for hand in found)


def test_a_game_went_to_two_to_clear(tournament):
    match = Match.objects.filter(state="done", side__side="A", side__score=12).get(side__side="B", side__score=14)
    scores = [hand.ruling["after"]["balls"] for hand in current_hands(match.games.get().sheet)]
    assert {"A": 12, "B": 13} in scores or {"A": 12, "B": 12} in scores


def test_there_is_a_void_hand_a_correction_a_walkover_and_a_difference(tournament, hands):
    assert of_kind(hands, "trumpless")
    assert Entry.objects.filter(kind="correction").exclude(reason="").exists()
    assert Match.objects.filter(outcome="walkover").exclude(reason="").exists()
    assert [hand for hand in hands if hand.ruling["discrepancies"]]


def test_there_is_an_open_dispute_a_decided_one_and_one_under_appeal(tournament):
    states = {case.match.number: str(case.state) for case in disputed.cases_of(tournament)}
    assert states == {7: "decided", 11: "open", 13: "appealed"}
    assert disputed.pending_disputes(tournament) == 2


def test_nothing_in_a_hand_written_by_cards_breaks_the_rules_but_the_revoke(hands):
    broken = [hand for hand in with_cards(hands) if hand.ruling["infractions"]]
    assert [hand.ruling["kind"] for hand in broken] == ["four_ball"]


def test_it_stands_up_to_being_computed_and_drawn_again(tournament):
    assert replay.check(tournament) == []
    assert redraw.check(tournament) == []


def test_every_change_was_promised_its_standings(tournament):
    assert OutboxTask.objects.filter(kind="standings", payload__version=tournament.version).exists()


def test_it_prints_a_link_for_every_role(told, tournament):
    assert f"https://hall.example/{tournament.slug}/" in told
    assert f"https://hall.example/desk/{tournament.slug}/" in told
    assert authenticate(username="demo-organiser", password="nine-jack-ace-1") is not None
    tokens = re.findall(r"https://hall\.example/t/(\S+)", told)
    assert [find(token).table.number for token in tokens] == list(range(1, 9))


def passwords(out):
    return re.search(r"password  (\S+)", out.getvalue())[1]


@pytest.fixture
def small(tmp_path, monkeypatch):
    """In place of the fixtures: the same event with four teams and the first hands of one match."""
    fixture = demo.read_fixture("fundraiser")
    fixture["teams"] = fixture["teams"][:4]
    fixture["money"]["receipts"] = []  # of teams that are not there
    fixture["play"] = [{"match": 1, "hands": [{"hand": {"tally": {"four_ball": {"against": 3, "offence": "signal"}}}}]}]
    monkeypatch.setattr(demo, "FIXTURES", tmp_path)
    (tmp_path / "fundraiser.json").write_text(json.dumps(fixture))
    for name in ("games", "announced"):
        (tmp_path / f"{name}.json").write_text(json.dumps({"format": "demo/1", "events": []}))


@pytest.mark.django_db
def test_loading_it_again_gives_new_links_to_the_same_event_and_a_fresh_one_stands_beside_it(small):
    first, again, fresh = StringIO(), StringIO(), StringIO()
    call_command("load_demo", stdout=first)
    entries = Entry.objects.count()
    call_command("load_demo", stdout=again)
    assert (Tournament.objects.count(), Entry.objects.count()) == (1, entries)
    assert "there already" in again.getvalue()
    tokens = [re.search(r"/t/(\S+)", out.getvalue())[1] for out in (first, again)]
    assert find(tokens[0]) is None
    assert find(tokens[1]) is not None
    assert passwords(first) != passwords(again)
    assert entries == 1
    call_command("load_demo", "--fresh", stdout=fresh)
    slugs = list(Tournament.objects.order_by("pk").values_list("slug", flat=True))
    assert slugs == ["hall-roof-evening", "hall-roof-evening-2"]


def test_a_file_of_another_format_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(demo, "FIXTURES", tmp_path)
    (tmp_path / "odd.json").write_text('{"format": "demo/9"}')
    with pytest.raises(ValueError, match="no demo/1 file"):
        demo.read_fixture("odd")


@pytest.mark.django_db
def test_there_is_a_small_event_of_every_game_and_its_entries_give_it_again():
    loaded = demo.load_each("games", UserFactory(username="organiser"))
    played = {(one.tournament.game, one.tournament.players) for one in loaded}
    assert {game for game, _players in played} == set(GAMES)
    assert {players for game, players in played if game == "thunee"} == {2, 6}
    for one in loaded:
        assert replay.check(one.tournament) == [], one.tournament.slug
        assert one.tokens, "every event has a table to look at"
        hands = Entry.objects.filter(sheet__book=one.tournament.public_id)
        assert all(hand.rulings[0]["ruling"]["status"] in ("decided", "void") for hand in hands)
    assert Match.objects.filter(stage__tournament__slug="tarneeb-evening", state="done").exists()
    assert Match.objects.filter(stage__tournament__slug="tunge-evening", state="done").exists()


@pytest.mark.django_db
def test_an_announced_event_shows_teams_that_are_in_that_wait_and_that_look_like_a_double():
    organiser = UserFactory(username="organiser")
    (event,) = demo.load_announced("announced", organiser)
    assert (event.status, event.announcement.takes_teams, event.announcement.left) == ("draft", True, 0)
    sign_ups = list(event.sign_ups.order_by("number"))
    assert [sign_up.state for sign_up in sign_ups] == ["in"] * 5 + ["waiting"] * 2
    assert doubles_of(sign_ups) == {6: [1]}
    assert demo.load_announced("announced", organiser) == [event]


@pytest.mark.django_db
def test_an_organisation_holds_the_evenings_and_is_begun_once():
    organiser = UserFactory(username="organiser")
    first, second = TournamentFactory(organiser=organiser), TournamentFactory(organiser=organiser)
    demo.hold_together([first], organiser)
    demo.hold_together([first, second], organiser)
    assert Organisation.objects.get().name == demo.HOLDER.name
    assert {event.organisation for event in Tournament.objects.all()} == {Organisation.objects.get()}
