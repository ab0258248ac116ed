"""An event that is followed live on another site: its bundle goes there by itself whenever something has changed.

Only what is new travels, and in pieces where it is much (`pieces`). A line that drops, a site that is away and two
workers at once do no harm: what arrives twice changes nothing, and what did not arrive is sent again. The other site
knows the event from its first bundle, which somebody brought there with this site's code; from then on this site's
signature is all it asks for.
"""

from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.bundles import container, parts
from thunee_tournaments.services.bundles.giving import bundle_of, read_address
from thunee_tournaments.services.bundles.line import NotSent, in_pieces, send_to
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.one_moment import one_moment
from thunee_tournaments.services.models import Sending
from thunee_tournaments.tournaments.models import Tournament

LONGEST_WAIT = 300  # seconds between two tries
NOT_OFFERED = _("This site sends no events to others. Whoever runs it can allow it (SENDING in its settings).")
KEPT_THERE = _("This event is kept by another site, and goes out from there.")
NO_WEB_ADDRESS = _("Write the web address of the other site, such as https://club.example.org.")
Problem = Sending.Problem
ON_ITS_WAY = frozenset({Problem.AWAY, Problem.ANSWER})  # what a bad line says, or the wifi's own page
GIVEN_UP = 5  # tries after which a file that is begun, and answered with something else, is made anew


@transaction.atomic
def start_sending(*, actor: User | None, tournament: Tournament, url: str, private_for: str = "") -> Sending:
    """Let another site follow the event live. `private_for`: also what is private, sealed for the site with this
    address, so that it can go on with the event if this one is lost. `actor` None: whoever runs the installation.

    Refused: not_allowed, not_offered, kept_there (of a copy), bad_url, no_address.
    """
    if actor is not None:
        require_role(actor, tournament)
        if not settings.SENDING:
            raise Refused("not_offered", NOT_OFFERED)
    if tournament.kept_by:
        raise Refused("kept_there", KEPT_THERE)
    parsed = urlsplit(url.strip())
    if parsed.scheme not in ("http", "https") or not parsed.hostname or parsed.query or parsed.fragment:
        raise Refused("bad_url", NO_WEB_ADDRESS, [{"path": "url", "message": NO_WEB_ADDRESS}])
    address = str(read_address(private_for)) if private_for.strip() else ""
    sending, _made = Sending.objects.update_or_create(
        tournament=tournament,
        defaults={
            "url": url.strip().rstrip("/"), "private_for": address, "sent_version": None, "problem": "", "tries": 0,
            "next_at": timezone.now(), "content": b"", "begun": b"", "begun_version": None,
        },
    )  # fmt: skip
    return sending


@transaction.atomic
def stop_sending(*, actor: User | None, tournament: Tournament) -> None:
    """Send nothing more; what is there stays there. `actor` None: whoever runs the installation. Refused:
    not_allowed."""
    if actor is not None:
        require_role(actor, tournament)
    Sending.objects.filter(tournament=tournament).delete()


def send_due() -> int:
    """Send every event that has changed since it was sent, and whose next try has come; how many arrived."""
    due = (
        Sending.objects.filter(next_at__lte=timezone.now(), tournament__kept_by="")
        .select_related("tournament")
        .defer("content", "begun")
    )
    return sum(send(sending) for sending in due if sending.sent_version != sending.tournament.version)


def send(sending: Sending) -> bool:
    """Send an event once; whether it arrived. What went wrong is noted, and it is tried again later: with the bundle
    that is on its way in pieces, if one is, for a busy event has a newer one each time."""
    version, content = _begun_of(sending) or _bundle_now(sending)
    try:
        _post(sending, content, version)
    except NotSent as problem:
        wait = min(LONGEST_WAIT, 5 * 2**sending.tries)
        next_at = timezone.now() + timedelta(seconds=wait)
        goes_on = problem.problem == Problem.AWAY or (problem.problem in ON_ITS_WAY and sending.tries < GIVEN_UP)
        over = {} if goes_on else {"begun": b"", "begun_version": None}
        _note(sending, problem=problem.problem, tries=min(sending.tries + 1, 10), next_at=next_at, **over)
        return False
    now = timezone.now()
    arrived = {"sent_version": version, "sent_at": now, "content": content}
    _note(sending, problem="", tries=0, next_at=now, begun=b"", begun_version=None, **arrived)
    return True


def _begun_of(sending: Sending) -> tuple[int, bytes] | None:
    begun = bytes(sending.begun)
    return (sending.begun_version, begun) if begun and sending.begun_version is not None else None


def _bundle_now(sending: Sending) -> tuple[int, bytes]:
    receiver = read_address(sending.private_for) if sending.private_for else None
    with one_moment():
        tournament = Tournament.objects.get(pk=sending.tournament_id)
        return tournament.version, bundle_of(tournament, receiver)


def _note(sending: Sending, **columns: object) -> None:
    """Keep what became of it, unless the organiser has named another site meanwhile, or none."""
    Sending.objects.filter(pk=sending.pk, url=sending.url, private_for=sending.private_for).update(**columns)


def _post(sending: Sending, content: bytes, version: int) -> None:
    """What is new beside what was sent last; all of it, where the other site has something else. Raises NotSent."""

    def bring(body: bytes) -> bool:
        if in_pieces(body):
            _note(sending, begun=content, begun_version=version)
        return send_to(sending.url, sending.tournament.public_id, body)

    if before := bytes(sending.content):
        old, new = container.unzipped(before, container.KNOWN), container.unzipped(content, container.KNOWN)
        if bring(parts.part_of(old, new)):
            return
    if not bring(content):
        raise NotSent(Problem.ANSWER)
