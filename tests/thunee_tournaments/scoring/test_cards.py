"""A hand entered card by card: the same form, the same queue, the engine's reading of the events."""

import json
from typing import Any

import pytest
from django.urls import reverse

from adjudication.models import Entry
from tests.support.scoring.cards import SUITS, all_to_the_trumper, trumper
from tests.thunee_tournaments.desk.conftest import text_of
from tests.thunee_tournaments.scoring.conftest import saved_by

__all__ = ["trumper"]


def check(phone: Any, sheet: str, game: Any, events: Any) -> Any:
    text = events if isinstance(events, str) else json.dumps(events)
    typed = {"events": text, "head": game().sheet.head, "action": "check"}
    return phone.client.post(reverse("scoring:cards", args=[sheet]), typed)


def test_the_page_offers_the_pack_and_the_way_back_to_figures(phone, sheet):
    page = phone.client.get(reverse("scoring:cards", args=[sheet])).content.decode()
    assert page.count("data-card=") == 24
    assert reverse("scoring:hand", args=[sheet]) in page
    assert (
        reverse("scoring:cards", args=[sheet])
        in phone.client.get(reverse("scoring:hand", args=[sheet])).content.decode()
    )


def test_cards_are_judged_shown_and_written_as_events(phone, sheet, game, trumper):
    events = all_to_the_trumper(trumper)
    review = check(phone, sheet, game, events)
    assert review.status_code == 200
    assert len(review.context["ruling"]["tricks"]) == 6
    assert phone.client.post(reverse("scoring:cards", args=[sheet]), saved_by(review)).status_code == 302
    assert Entry.objects.get().body == {"events": events}


def test_the_queue_takes_cards_as_it_takes_figures(phone, sheet, game, trumper):
    said = {
        "key": "0b8f9b8e-6a0e-4a63-9f3c-1c1d5d0a0001",
        "device": "phone-x",
        "head": game().sheet.head,
        "typed": {"events": json.dumps(all_to_the_trumper(trumper)), "trumper": str(trumper)},
    }
    answer = phone.client.post(
        reverse("scoring:queue", args=[sheet]), json.dumps(said), content_type="application/json"
    )
    assert answer.status_code == 200
    assert "tally" not in Entry.objects.get().body


def test_change_leads_back_to_the_cards(phone, sheet, game, trumper):
    review = check(phone, sheet, game, all_to_the_trumper(trumper))
    form = phone.post("cards", sheet, "edit", **{k: v for k, v in saved_by(review).items() if k != "action"})
    assert "data-card=" in form.content.decode()
    assert form.context["form"]["events"].value()


def test_a_hand_that_stops_short_says_what_is_missing(phone, sheet, game, trumper):
    answer = check(phone, sheet, game, all_to_the_trumper(trumper)[:9])
    assert answer.status_code == 422
    assert "data-card=" in answer.content.decode()


@pytest.mark.parametrize("odd", [
    "no json", "5", '["x"]', '[{"type": "nonsense"}]', "[" * 5000,
    '[{"type":"play","seat":9,"card":"Js"}]', '[{"type":"play","seat":0,"card":"Zz"}]',
])  # fmt: skip
def test_odd_cards_are_answered_with_the_page_and_a_word(phone, sheet, game, odd):
    answer = check(phone, sheet, game, odd)
    assert answer.status_code == 422
    assert answer.context["form"].errors
    assert Entry.objects.count() == 0


def test_the_ruling_grows_with_the_cards_and_stores_nothing(phone, sheet, game, trumper):
    said = {"events": json.dumps(all_to_the_trumper(trumper)[:9]), "head": game().sheet.head}
    answer = phone.client.post(reverse("scoring:ruling", args=[sheet]), said)
    assert answer.status_code == 200
    assert "TH-CALL-1" in text_of(answer)
    assert "opens" not in text_of(answer)
    whole = phone.client.post(
        reverse("scoring:ruling", args=[sheet]), {**said, "events": json.dumps(all_to_the_trumper(trumper))}
    )
    assert "opens 1 ball" in whole.content.decode()
    assert Entry.objects.count() == 0


def test_the_growing_ruling_names_what_was_against_the_rules(phone, sheet, game, trumper):
    leader = (trumper + 1) % 4
    events = [
        {"type": "trump", "seat": trumper, "suit": "s"},
        {"type": "play", "seat": (leader + 1) % 4, "card": "Jh"},
    ]
    said = {"events": json.dumps(events), "head": game().sheet.head}
    text = phone.client.post(reverse("scoring:ruling", args=[sheet]), said).content.decode()
    assert "card out of turn" in text
    assert "TH-PLAY-5" in text


@pytest.mark.parametrize("events", ["", "no json", '[{"type": "play", "seat": 9, "card": "Js"}]'])
def test_nothing_readable_gets_no_ruling_and_no_error(phone, sheet, game, events):
    said = {"events": events, "head": game().sheet.head}
    assert phone.client.post(reverse("scoring:ruling", args=[sheet]), said).status_code in (200, 422)


def test_the_deal_is_written_beside_the_cards(phone, sheet, game, trumper):
    hands = [[f"{' '.join(rank + suit for rank in 'J9AT')}", f"K{suit} Q{suit}"] for suit in SUITS]
    typed = {"events": json.dumps(all_to_the_trumper(trumper)), "deal": json.dumps([*hands[:3], None])}
    review = phone.client.post(
        reverse("scoring:cards", args=[sheet]), {**typed, "head": game().sheet.head, "action": "check"}
    )
    assert phone.client.post(reverse("scoring:cards", args=[sheet]), saved_by(review)).status_code == 302
    assert Entry.objects.get().body["deal"] == [*hands[:3], None]


@pytest.mark.parametrize("deal", ["no json", "5", '[["Js"]]', "[" * 300])
def test_an_odd_deal_is_answered_with_the_page_and_a_word(phone, sheet, game, trumper, deal):
    typed = {"events": json.dumps(all_to_the_trumper(trumper)), "deal": deal, "head": game().sheet.head}
    answer = phone.client.post(reverse("scoring:cards", args=[sheet]), {**typed, "action": "check"})
    assert answer.status_code == 422
    assert Entry.objects.count() == 0
