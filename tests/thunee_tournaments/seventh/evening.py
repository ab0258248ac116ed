"""An evening of whist, from making the event to its standings; run where whist was added as the guide says."""

import json
import re
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from adjudication.models import Dispute
from engine.games import GAMES
from tests.factories import RoleFactory, TeamFactory
from tests.support.desk.disputes import decided
from tests.support.keys import keyed
from tests.support.scoring.fixing import WHY
from tests.thunee_tournaments.desk.conftest import Desk, browser_of, text_of
from tests.thunee_tournaments.scoring.conftest import Phone
from tests.thunee_tournaments.services.conftest import game, match, organiser
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["browser_of", "organiser"]

pytestmark = pytest.mark.django_db
SLUG = "whist-drive"
RANKS = "23456789TJQKA"
# Each holds a suit, and hearts are trump: seat 1, of side B, takes every trick.
BY_CARDS = {
    "deal": [[" ".join(rank + suit for rank in RANKS)] for suit in "shdc"],
    "events": [
        {"type": "trump", "seat": 0, "suit": "h"},
        *(
            {"type": "play", "seat": seat % 4, "card": rank + "shdc"[seat % 4]}
            for rank in RANKS
            for seat in (1, 2, 3, 4)
        ),
    ],
}


@pytest.fixture
def desk(browser_of: Client, organiser: Any) -> Desk:
    """An event of whist, made with the form; four teams, drawn, two tables."""
    assert "For tricks above six, to five points." in text_of(browser_of.get(reverse("desk:create")))
    new = {"name": "Whist drive", "slug": SLUG, "cause": "", "venue": "", "date": "", "preset": "whist", "best_of": "1"}
    assert browser_of.post(reverse("desk:create"), new).status_code == 302
    tournament = Tournament.objects.get(slug=SLUG)
    for name in ("Aces", "Kings", "Queens", "Knaves"):
        TeamFactory(tournament=tournament, name=name)
    Tournament.objects.filter(pk=tournament.pk).update(policies={"signing": False})
    tournament.refresh_from_db()
    acts.set_table_count(actor=organiser, tournament=tournament, count=2)
    acts.draw_event(actor=organiser, tournament=tournament, lot="00" * 16)
    return Desk(browser_of, Tournament.objects.get(slug=SLUG))


@pytest.fixture
def phone(desk: Desk, organiser: Any) -> Phone:
    table = desk.tournament.tables.get(number=1)
    return Phone(acts.issue_table_link(actor=organiser, table=table).token).let_in()


def sheet_of(desk: Desk) -> Any:
    return game(desk.tournament, 1).sheet


def public(page: str, *args: Any) -> str:
    answer = Client().get(reverse(f"public:{page}", args=[SLUG, *args]))
    assert answer.status_code == 200, page
    return text_of(answer)


def written(desk: Desk, organiser: Any, body: dict[str, Any]) -> Any:
    """A hand that the desk writes on the first sheet."""
    at = game(desk.tournament, 1)
    said = {"actor": organiser, "device": "desk", "client_uuid": uuid.uuid4(), "head": at.sheet.head}
    return acts.record_hand(game=at, body=body, **keyed(said))


def test_a_hand_is_checked_and_saved_at_the_table_and_shown_to_all(desk: Desk, phone: Phone) -> None:
    sheet = sheet_of(desk)
    assert "0 to 5" in text_of(phone.client.get(reverse("scoring:table")))
    empty = text_of(phone.check(sheet.public_id))
    assert "Tap how many tricks they took." in empty
    review = phone.check(sheet.public_id, tricks_a="9", claimed_A="4")
    said = text_of(review)
    assert "took 9 tricks and scores 3" in said
    assert "the table says 4, the rules say 3" in said
    assert phone.save(review).status_code == 302
    assert "+3" in phone.table()
    first = match(desk.tournament, 1).public_id
    assert "+3" in public("match", first)
    assert "took 9 tricks and scores 3" in public("hand", first, 1, 1)
    for page in ("tournament", "standings", "bracket", "hall", "event_rules", "teams", "schedule"):
        assert "None" not in public(page)
    fixed = phone.check(sheet.public_id, "fix", tricks_a="8", entry="1", **WHY)
    assert phone.save(fixed).status_code == 302
    assert "+2" in phone.table()


def test_a_hand_of_cards_wins_the_game_and_the_standings_show_it(desk: Desk, organiser: Any) -> None:
    written(desk, organiser, BY_CARDS)
    found = match(desk.tournament, 1)
    assert found.over
    assert [side.score for side in found.sides] == [0, 7]
    assert "scores 7" in public("hand", found.public_id, 1, 1)
    winner = found.sides[1].team.name
    assert f"1 {winner} 1 1 1–0 7–0 +7" in public("standings")
    best = Client().get(reverse("api:standings", args=[SLUG])).json()["rows"][0]
    assert (best["name"], best["values"]["points"]) == (winner, 7)


def test_every_card_of_its_pack_is_drawn(desk: Desk, organiser: Any) -> None:
    written(desk, organiser, BY_CARDS)
    page = Client().get(reverse("public:match", args=[SLUG, match(desk.tournament, 1).public_id])).content.decode()
    drawn, shown = (set(re.findall(rf'{where}card-(\w\w)"', page)) for where in ('id="', 'href="#'))
    assert shown == drawn
    assert len(shown) == 52


def test_the_desk_corrects_inserts_and_asks_what_if(desk: Desk, phone: Phone) -> None:
    phone.save(phone.check(sheet_of(desk).public_id, tricks_a="9"))
    first = match(desk.tournament, 1).public_id
    for page, args in (
        ("overview", []), ("rules", []), ("tables", []), ("match", [first]), ("sheet", [first]), ("seats", [first]),
        ("write", [first, 1]), ("correct", [first, 1, 1]), ("what_if", [first, 1, 1]), ("insert", [first, 1, 0]),
    ):  # fmt: skip
        assert desk.get(page, *args).status_code == 200, page


def test_a_dispute_is_decided_by_a_rule_of_whist(desk: Desk, phone: Phone) -> None:
    phone.save(phone.check(sheet_of(desk).public_id, tricks_a="9"))
    said = {
        "about": "hand-1-1",
        "side": "B",
        "reason": "wrong_record",
        "words": "We had six.",
        "key": str(uuid.uuid4()),
    }
    desk.after("raise_dispute", match(desk.tournament, 1).public_id, **said)
    dispute = Dispute.objects.get()
    referee = Desk(Client(), desk.tournament)
    referee.client.force_login(RoleFactory(tournament=desk.tournament, role="referee").user)
    for outcome in ("corrected", "adjusted", "game_forfeited", "stands"):
        page = referee.get("decide", dispute.public_id, outcome=outcome)
        assert page.status_code == 200, outcome
        assert "Tricks above six" in page.content.decode()
    figures = referee.get("decide", dispute.public_id, outcome="corrected").context["figures"].initial
    typed = {"head": figures["head"], "tricks_a": "7", "rules": ["WH-1"], "text": "Seven, as both saw it."}
    assert "Decided: hand corrected" in text_of(decided(referee.client, referee, dispute, "corrected", **typed))
    assert "WH-1" in public("match", match(desk.tournament, 1).public_id)
    sheet = sheet_of(desk)
    assert sheet.ledger["after"]["scores"] == {"A": 1, "B": 0}


def test_programs_are_told_the_match_and_the_form_of_its_records(desk: Desk, phone: Phone) -> None:
    phone.save(phone.check(sheet_of(desk).public_id, tricks_a="9"))
    found = Client().get(reverse("api:match", args=[SLUG, match(desk.tournament, 1).public_id])).json()
    hand = found["games"][0]["hands"][0]
    assert hand["ruling"]["scores"] == {"A": 3, "B": 0}
    schemas = Client().get(reverse("api:schema")).json()["components"]["schemas"]
    assert schemas["WhistRecord"]["properties"]["tally"]["properties"] == {
        "tricks_a": {"type": "integer", "minimum": 0, "maximum": 13}
    }
    assert schemas["WhistRules"]["anyOf"][0]["enum"] == ["whist"]
    record = {"format": "hand-record/1", "game": "whist", "dealer": 0, **BY_CARDS}
    ruled = Client().post(reverse("api:adjudicate"), json.dumps(record), content_type="application/json")
    assert ruled.json()["scores"] == {"A": 0, "B": 7}


def test_its_rules_and_its_preset_are_in_the_catalogue() -> None:
    assert GAMES[-1] == "whist"
    for page, args in (("rules", []), ("rule", ["whist"]), ("rule", ["WH-1"]), ("rule", ["WH-3"])):
        assert "Whist" in text_of(Client().get(reverse(f"public:{page}", args=args))), page
    presets = Client().get(reverse("api:presets")).json()
    assert [one["name"] for one in presets][-1] == "whist"


def test_what_was_written_is_replayed_and_exported(desk: Desk, phone: Phone, tmp_path: Path) -> None:
    phone.save(phone.check(sheet_of(desk).public_id, tricks_a="9"))
    call_command("replay", SLUG, check=True)
    call_command("redraw", SLUG, check=True)
    assert "whist" in public("match_hands", match(desk.tournament, 1).public_id)
