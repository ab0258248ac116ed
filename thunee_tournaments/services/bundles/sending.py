"""An event that is followed live on another site: its bundle goes there by itself whenever something has changed.

Only what is new travels. A line that drops, a site that is away and two workers at once do no harm: what arrives twice
changes nothing, and what did not arrive is sent again. The other site knows the event from its first bundle, which
somebody brought there with this site's code; from then on this site's signature is all it asks for.
"""

import http.client
import json
import urllib.error
import urllib.request
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.bundles import container, parts
from thunee_tournaments.services.bundles.giving import bundle_of, read_address
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.one_moment import one_moment
from thunee_tournaments.services.models import Sending
from thunee_tournaments.tournaments.models import Tournament

BYTES = "application/octet-stream"
PATIENCE = 20  # seconds for an answer
MOST_ANSWER = 20_000  # bytes of it that are read
LONGEST_WAIT = 300  # seconds between two tries
NOT_OFFERED = _("This site sends no events to others. Whoever runs it can allow it (SENDING in its settings).")
NO_WEB_ADDRESS = _("Write the web address of the other site, such as https://club.example.org.")
Problem = Sending.Problem


class NotSent(Exception):
    """The other site did not take it; `problem` says why (`Sending.Problem`)."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


@transaction.atomic
def start_sending(*, actor: User, tournament: Tournament, url: str, private_for: str = "") -> Sending:
    """Let another site follow the event live. `private_for`: also what is private, sealed for the site with this
    address, so that it can go on with the event if this one is lost.

    Refused: not_allowed, not_offered, bad_url, no_address.
    """
    require_role(actor, tournament)
    if not settings.SENDING:
        raise Refused("not_offered", NOT_OFFERED)
    parsed = urlsplit(url.strip())
    if parsed.scheme not in ("http", "https") or not parsed.hostname or parsed.query or parsed.fragment:
        raise Refused("bad_url", NO_WEB_ADDRESS, [{"path": "url", "message": NO_WEB_ADDRESS}])
    address = str(read_address(private_for)) if private_for.strip() else ""
    sending, _made = Sending.objects.update_or_create(
        tournament=tournament,
        defaults={
            "url": url.strip().rstrip("/"), "private_for": address, "sent_version": None, "problem": "", "tries": 0,
            "next_at": timezone.now(), "content": b"",
        },
    )  # fmt: skip
    return sending


@transaction.atomic
def stop_sending(*, actor: User, tournament: Tournament) -> None:
    """Send nothing more; what is there stays there. Refused: not_allowed."""
    require_role(actor, tournament)
    Sending.objects.filter(tournament=tournament).delete()


def send_due() -> int:
    """Send every event that has changed since it was sent, and whose next try has come; how many arrived."""
    due = (
        Sending.objects.filter(next_at__lte=timezone.now(), tournament__kept_by="")
        .select_related("tournament")
        .defer("content")
    )
    return sum(send(sending) for sending in due if sending.sent_version != sending.tournament.version)


def send(sending: Sending) -> bool:
    """Send an event once; whether it arrived. What went wrong is noted, and it is tried again later."""
    receiver = read_address(sending.private_for) if sending.private_for else None
    with one_moment():
        tournament = Tournament.objects.get(pk=sending.tournament_id)
        content = bundle_of(tournament, receiver)
    try:
        _post(sending, tournament, content)
    except NotSent as problem:
        wait = min(LONGEST_WAIT, 5 * 2**sending.tries)
        next_at = timezone.now() + timedelta(seconds=wait)
        _note(sending, problem=problem.problem, tries=min(sending.tries + 1, 10), next_at=next_at)
        return False
    now = timezone.now()
    _note(sending, problem="", tries=0, sent_version=tournament.version, sent_at=now, next_at=now, content=content)
    return True


def _note(sending: Sending, **columns: object) -> None:
    """Keep what became of it, unless the organiser has named another site meanwhile, or none."""
    Sending.objects.filter(pk=sending.pk, url=sending.url, private_for=sending.private_for).update(**columns)


def _post(sending: Sending, tournament: Tournament, content: bytes) -> None:
    """What is new beside what was sent last; all of it, where the other site has something else. Raises NotSent."""
    where = f"{sending.url}/api/v1/bundles/{tournament.public_id}/"
    if before := bytes(sending.content):
        part = parts.part_of(container.unzipped(before, container.KNOWN), container.unzipped(content, container.KNOWN))
        if _answer(where, part) != "other_base":
            return
    _answer(where, content)


def _answer(where: str, body: bytes) -> str:
    """ "" if it was taken in, "other_base" if all of it is wanted. Raises NotSent for everything else: the wifi of a
    hall may answer anything with a page of its own."""
    request = urllib.request.Request(
        where, data=body, method="POST", headers={"Content-Type": BYTES, "Accept": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            if not _is_taken_in(answer):
                raise NotSent(Problem.ANSWER)
            return ""
    except urllib.error.HTTPError as error:
        code = _code_of(error)
    except (OSError, http.client.HTTPException, ValueError):
        raise NotSent(Problem.AWAY) from None
    if code == "other_base":
        return code
    raise NotSent(code if code in Problem.values else Problem.ANSWER)


def _is_taken_in(answer: http.client.HTTPResponse) -> bool:
    """Whether a site of this program says that it has taken a bundle in."""
    body = _json_of(answer)
    return isinstance(body, dict) and body.keys() == {"rows", "version"}


def _code_of(error: urllib.error.HTTPError) -> str:
    body = _json_of(error)
    return str(body.get("code", "")) if isinstance(body, dict) else ""


def _json_of(answer: http.client.HTTPResponse | urllib.error.HTTPError) -> object:
    try:
        return json.loads(answer.read(MOST_ANSWER))
    except (OSError, http.client.HTTPException, ValueError, RecursionError):
        return None
