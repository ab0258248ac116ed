"""An organiser lets a program be told what happens, sees what became of its messages, and stops it."""

import pytest

from tests.support.webhooks import MessageFactory, WebhookFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.services import queries
from thunee_tournaments.services.models import Message, Webhook
from thunee_tournaments.tournaments.models import Tournament

TYPED = {"note": "The stream", "url": "https://club.example.org/scores"}


def test_the_page_of_people_leads_there(playing: Desk) -> None:
    assert playing.at("webhooks") in playing.get("people").content.decode()
    assert "No program is told." in text_of(playing.get("webhooks"))


def test_where_the_event_is_shown_elsewhere_is_told_to_be_copied(playing: Desk) -> None:
    Tournament.objects.update(name='A "Cup" & <more>')
    page = text_of(playing.get("webhooks"))
    assert "http://testserver/diwali-cup/overlay/1" in page.replace(playing.tournament.slug, "diwali-cup")
    assert '<iframe src="http://testserver/' in page
    assert 'title="A &quot;Cup&quot; &amp; &lt;more&gt;"' in page


def test_a_program_is_added_once_and_its_page_shows_the_secret_and_the_first_message(playing: Desk) -> None:
    page = text_of(playing.after("webhooks", **TYPED))
    playing.after("webhooks", **TYPED)
    webhook = Webhook.objects.get()
    assert "The stream is told from now on." in page
    assert queries.secret_of(webhook) in page
    assert "ping" in page
    assert "not yet" in page
    assert "The stream" in text_of(playing.get("webhooks"))


def test_the_page_with_the_secret_is_kept_by_no_cache(playing: Desk) -> None:
    webhook = WebhookFactory(tournament=playing.tournament)
    response = playing.get("webhook", webhook.public_id)
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"note": ""}, "Say which program it is"),
        ({"url": ""}, "Say where it listens."),
        ({"url": "club"}, "Write a web address"),
        ({"url": "ftp://club.example.org"}, "Write a web address"),
        ({"note": "x" * 121}, "121"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_what_was_typed_stays(
    playing: Desk, typed: dict[str, str], words: str
) -> None:
    response = playing.post("webhooks", **{**TYPED, **typed})
    assert response.status_code == 422
    assert words in text_of(response)
    assert 'class="errors"' in response.content.decode()
    assert not Webhook.objects.exists()


def test_a_line_that_is_down_is_told_with_the_next_try(playing: Desk) -> None:
    webhook = WebhookFactory(tournament=playing.tournament, problem=Webhook.Problem.AWAY)
    MessageFactory.create_batch(2, webhook=webhook)
    page = text_of(playing.get("webhook", webhook.public_id))
    assert "Nobody answers there." in page
    assert "Next try at" in page
    assert "2 messages wait." in page
    assert "Nobody answers there." in text_of(playing.get("webhooks"))
    Webhook.objects.update(problem=Webhook.Problem.GONE)
    assert "Next try at" not in text_of(playing.get("webhook", webhook.public_id))


def test_everything_can_be_told_again_and_nothing_more(playing: Desk) -> None:
    webhook = WebhookFactory(tournament=playing.tournament, told_version=3, problem=Webhook.Problem.GIVEN_UP)
    MessageFactory(webhook=webhook)
    assert "Everything is told once more" in text_of(playing.after("webhook_again", webhook.public_id))
    webhook.refresh_from_db()
    assert (webhook.told_version, webhook.problem, Message.objects.count()) == (None, "", 0)
    assert "is told nothing more" in text_of(playing.after("webhook_remove", webhook.public_id))
    assert playing.post("webhook_remove", webhook.public_id).status_code == 302
    assert playing.post("webhook_again", webhook.public_id).status_code == 404
    assert not Webhook.objects.exists()


def test_the_webhook_of_another_event_is_not_there(playing: Desk) -> None:
    other = WebhookFactory()
    assert playing.get("webhook", other.public_id).status_code == 404
    assert playing.post("webhook_again", other.public_id).status_code == 404
    playing.post("webhook_remove", other.public_id)
    assert Webhook.objects.count() == 1
