"""Programs that are told what happens in an event: an address each, to which every happening is sent, signed, until it
is taken.

Messages are those of Standard Webhooks (standardwebhooks.com): three headers name, date and sign what is sent, so that
programs in any language check it with a library. Each is sent in turn and as often as it takes, always the same, under
the same id: what arrives twice is known for it. A worker looks every few seconds; no act waits for the line.
"""

import base64
import hmac
import http.client
import json
import logging
import urllib.error
import urllib.request
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.models import Message, Webhook
from thunee_tournaments.services.record.happenings import NOTHING, Happening, happenings, picture
from thunee_tournaments.services.setup import offers
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Tournament

logger = logging.getLogger(__name__)
SALT = "thunee_tournaments.webhooks"
PATIENCE = 10  # seconds for an answer
LONGEST_RUN = 30  # seconds that a program is sent to before others have their turn
TURN = timedelta(seconds=LONGEST_RUN + 3 * PATIENCE)  # for so long nobody else sends to it, unless it is done
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=15), timedelta(hours=1)
GIVEN_UP_AFTER = timedelta(days=3)
MOST, MOST_AT_ONCE, MOST_KEPT = 10, 100, 200  # webhooks of an event; messages of one run; messages that are kept
MAX_URL = 200
PING = "ping"
GONE = 410
NOT_OFFERED = _("This site tells no other programs. Whoever runs it can allow it (SENDING in its settings).")
NO_WEB_ADDRESS = _("Write a web address, such as https://club.example.org/scores.")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """What is signed for one address is sent to that one alone."""

    def redirect_request(self, *_args: object, **_kwargs: object) -> None:
        return None


def secret_of(webhook: Webhook) -> str:
    """What its messages are signed with. It is kept nowhere: it comes from this site's key, and changes with it."""
    return "whsec_" + base64.b64encode(_key(webhook)).decode()


def _key(webhook: Webhook) -> bytes:
    return salted_hmac(SALT, webhook.public_id, algorithm="sha256").digest()


@transaction.atomic
def add_webhook(*, actor: User, tournament: Tournament, url: str, note: str) -> Webhook:
    """Tell this address what happens from now on, with a first message at once (`ping`). Asked again for the same
    address it is the same. Refused: not_allowed, not_offered, bad_url, note_missing, too_long, too_many."""
    require_role(actor, tournament)
    if not settings.SENDING:
        raise Refused("not_offered", NOT_OFFERED)
    url, note = _checked_url(url), offers.checked_note(note)
    if not note:
        raise Refused("note_missing", _("Say which program it is: they are told apart by it."))
    tournament = lock_tournament(tournament.pk)
    earlier = tournament.webhooks.filter(url=url).first()
    if earlier is not None:
        return earlier
    if tournament.webhooks.count() >= MOST:
        raise Refused("too_many", _("So many programs are told that no more can be added. Take one out first."))
    webhook = Webhook.objects.create(
        tournament=tournament, url=url, note=note, picture=picture(tournament), told_version=tournament.version
    )
    _promise(webhook, [(PING, {})], tournament)
    return webhook


def _checked_url(url: str) -> str:
    url = url.strip()
    if not _is_web_address(url):
        raise Refused("bad_url", NO_WEB_ADDRESS, [{"path": "url", "message": str(NO_WEB_ADDRESS)}])
    return url


def _is_web_address(url: str) -> bool:
    if len(url) > MAX_URL or not (url.isascii() and url.isprintable()) or " " in url:
        return False
    try:
        parsed = urlsplit(url)
        reachable = parsed.scheme in ("http", "https") and bool(parsed.hostname) and parsed.port != 0
    except ValueError:
        return False
    return reachable and parsed.username is None and not parsed.fragment


@transaction.atomic
def remove_webhook(*, actor: User, webhook: Webhook) -> None:
    """Tell that address nothing more; asked again nothing changes. Refused: not_allowed."""
    require_role(actor, webhook.tournament)
    Webhook.objects.filter(pk=webhook.pk).delete()


@transaction.atomic
def tell_again(*, actor: User, webhook: Webhook) -> Webhook:
    """Tell everything that is public once more, as it is now, and at once what still waits. Refused: not_allowed."""
    require_role(actor, webhook.tournament)
    webhook = Webhook.objects.select_for_update().select_related("tournament").get(pk=webhook.pk)
    webhook.messages.filter(sent_at=None).delete()
    webhook.picture, webhook.told_version, webhook.problem, webhook.tries = dict(NOTHING), None, "", 0
    webhook.failing_since, webhook.next_at = None, timezone.now()
    webhook.save()
    return webhook


# --- by the clock


def send_due() -> int:
    """Tell every program whose time has come what has happened since; how many messages were taken."""
    ended = (Webhook.Problem.GONE, Webhook.Problem.GIVEN_UP)
    due = Webhook.objects.filter(next_at__lte=timezone.now()).exclude(problem__in=ended)
    return sum(send(webhook) for webhook in due.select_related("tournament").defer("picture"))


def send(webhook: Webhook) -> int:
    """Write down what has happened and send what waits, one after another, until one is not taken or its turn is over;
    how many were. No lock is held while the line is waited for; a second worker leaves it alone meanwhile."""
    begun, turn = timezone.now(), Webhook.objects.filter(pk=webhook.pk, next_at=webhook.next_at)
    if not turn.update(next_at=begun + TURN):
        return 0
    _write_down(webhook)
    taken = 0
    for message in webhook.messages.filter(sent_at=None)[:MOST_AT_ONCE]:
        if (timezone.now() - begun).total_seconds() > LONGEST_RUN:
            break
        status = _post(webhook, message)
        if not _is_taken(status):
            Message.objects.filter(pk=message.pk).update(status=status)
            _wait(webhook, status)
            return taken
        Message.objects.filter(pk=message.pk).update(status=status, sent_at=timezone.now())
        taken += 1
    Webhook.objects.filter(pk=webhook.pk).update(next_at=begun)
    if taken:
        Webhook.objects.filter(pk=webhook.pk).update(problem="", tries=0, failing_since=None)
        too_old = webhook.messages.order_by("-pk").values_list("pk", flat=True)[MOST_KEPT:]
        webhook.messages.filter(pk__in=list(too_old)).delete()
    return taken


def _is_taken(status: int | None) -> bool:
    return status is not None and 200 <= status < 300


def _write_down(webhook: Webhook) -> None:
    """The messages about all that has happened since it was told last."""
    if webhook.told_version == webhook.tournament.version:
        return
    with transaction.atomic():
        held = Webhook.objects.select_for_update().filter(pk=webhook.pk).first()
        if held is None:
            return
        tournament = Tournament.objects.get(pk=held.tournament_id)
        now = picture(tournament)
        _promise(held, happenings({**NOTHING, **held.picture}, now), tournament)
        held.picture, held.told_version = now, tournament.version
        held.save(update_fields=["picture", "told_version"])


def _promise(webhook: Webhook, happened: list[Happening], tournament: Tournament) -> None:
    moment = timezone.now()
    Message.objects.bulk_create(
        Message(
            webhook=webhook,
            kind=kind,
            body=json.dumps(
                {
                    "type": kind,
                    "timestamp": moment.isoformat(timespec="seconds").replace("+00:00", "Z"),
                    "data": {"event": tournament.slug, "version": tournament.version, **facts},
                },
                ensure_ascii=False,
                separators=(",", ":"),
            ),
        )
        for kind, facts in happened
    )


def _post(webhook: Webhook, message: Message) -> int | None:
    """What was answered; None where nobody did."""
    body = message.body.encode()
    request = urllib.request.Request(webhook.url, data=body, method="POST", headers=signed(webhook, message, body))
    try:
        with urllib.request.build_opener(NoRedirect).open(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except (OSError, http.client.HTTPException, ValueError):
        return None


def signed(webhook: Webhook, message: Message, body: bytes) -> dict[str, str]:
    """The headers of a message: its id, when it is sent, and the signature over both and the body."""
    moment = str(int(timezone.now().timestamp()))
    content = b".".join((message.public_id.encode(), moment.encode(), body))
    signature = base64.b64encode(hmac.digest(_key(webhook), content, "sha256")).decode()
    return {
        "Content-Type": "application/json",
        "User-Agent": "thunee-tournaments",
        "webhook-id": message.public_id,
        "webhook-timestamp": moment,
        "webhook-signature": f"v1,{signature}",
    }


def _wait(webhook: Webhook, status: int | None) -> None:
    """Try again later, twice as late each time; for three days, unless nobody wants it there any more."""
    now, problem = timezone.now(), Webhook.Problem.AWAY if status is None else Webhook.Problem.REFUSED
    with transaction.atomic():
        held = Webhook.objects.select_for_update().filter(pk=webhook.pk).first()
        if held is None:
            return
        held.failing_since = held.failing_since or now
        if status == GONE:
            problem = Webhook.Problem.GONE
        elif now - held.failing_since > GIVEN_UP_AFTER:
            problem = Webhook.Problem.GIVEN_UP
        held.next_at = now + min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(held.tries, 10))
        held.problem, held.tries = problem, min(held.tries + 1, 100)
        held.save(update_fields=["failing_since", "problem", "next_at", "tries"])
    logger.warning("webhook %s was not taken: %s", webhook.public_id, status or "nobody answered")
