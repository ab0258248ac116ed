"""Who keeps an event: giving it to another site, and taking over one whose keeper is gone.

Only one site writes an event. What is said of it here stands in the record of the event, in its chain.
"""

from typing import TypedDict

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication import notices
from adjudication.notices import SITE, Kind
from thunee_tournaments import site_key
from thunee_tournaments.services.bundles import container
from thunee_tournaments.services.bundles.giving import bundle_of, keeper_of, read_address
from thunee_tournaments.services.core.access import require_holder, require_kept_here
from thunee_tournaments.services.core.books import book_of
from thunee_tournaments.services.core.errors import Refused, given_reason
from thunee_tournaments.services.core.pseudonyms import note_names
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.models import Copy
from thunee_tournaments.site_key import Address
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Tournament

SUBJECT = "keeper"


class KeeperBody(TypedDict):
    """What the record says of who keeps the event: the codes of two sites."""

    was: str
    now: str


@transaction.atomic
def hand_over(*, actor: User | None, tournament: Tournament, to: str, reason: str) -> bytes:
    """The bundle with which the site with the address `to` keeps the event from now on; here it is a copy at once.

    The private part is in it, sealed for that site. Refused: not_allowed, no_address, own_address, reason_missing,
    kept_elsewhere.
    """
    if actor is not None:
        require_holder(actor, tournament)
    receiver, reason = read_address(to, "to"), given_reason(reason)
    if receiver == site_key.own():
        raise Refused("own_address", OWN_ADDRESS, [{"path": "to", "message": OWN_ADDRESS}])
    list(book_of(tournament).sheets().select_for_update().order_by("pk"))  # nobody writes while the last one is made
    tournament = lock_tournament(tournament.pk)
    require_kept_here(tournament)
    _tell(tournament, actor, site_key.own(), receiver, reason)
    tournament = publish(tournament)
    content = bundle_of(tournament, receiver, receiver)
    note_origin(tournament, container.opened(content))
    return content


OWN_ADDRESS = _("That is the address of this site: name the one that takes the event over.")


@transaction.atomic
def take_over(*, actor: User | None, tournament: Tournament, reason: str) -> Tournament:
    """Keep the event here from now on, from where the last bundle left it: for when the site that kept it is gone.

    Refused: not_allowed (organisers do, and whoever runs the installation), kept_here, reason_missing.
    """
    if actor is not None:
        require_holder(actor, tournament)
    reason = given_reason(reason)
    tournament = lock_tournament(tournament.pk)
    if not tournament.kept_by:
        raise Refused("kept_here", _("This event is kept here already."))
    was = keeper_of(tournament)
    tournament.kept_by = ""
    tournament.save(update_fields=["kept_by"])
    _tell(tournament, actor, was, site_key.own(), reason)
    note_names(tournament)  # who has a role acts here from now on
    return publish(tournament)


def note_origin(tournament: Tournament, bundle: container.Bundle) -> None:
    """Keep what the last bundle of an event was, and who keeps the event by it."""
    manifest = bundle.manifest
    Copy.objects.update_or_create(
        tournament=tournament,
        defaults={
            "keeper": str(bundle.keeper), "made_by": str(bundle.made_by), "site_name": manifest["site"]["name"][:120],
            "made_at": bundle.made_at, "version": manifest["version"], "head": manifest["head"],
            "till": manifest["till"], "digest": bundle.digest, "taken_at": timezone.now(),
            "content": container.zipped(bundle.files),
        },
    )  # fmt: skip
    tournament.kept_by = "" if bundle.keeper == site_key.own() else bundle.keeper.code
    tournament.save(update_fields=["kept_by"])


def _tell(tournament: Tournament, actor: User | None, was: Address, now: Address, reason: str) -> None:
    body: KeeperBody = {"was": was.code, "now": now.code}
    by = SITE if actor is None else label_of(actor.pk, tournament)
    notices.post(tournament.public_id, SUBJECT, Kind.KEEPER, body, actor=by, reason=reason)
