"""The sponsors of an event: their names and logos, where everybody sees them, and whose table is whose."""

from dataclasses import dataclass
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.shapes import Fault
from thunee_tournaments.fundraising.logos import NoLogo, logo_of
from thunee_tournaments.fundraising.models import MAX_NAME, Sponsor
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Tournament

MOST_SPONSORS = 60


@dataclass(frozen=True)
class TypedSponsor:
    """What the organiser types. `logo`: the picture as it was sent; None: as before. `bare`: take the logo off.
    `table`: the number of the table that is named for them."""

    name: str
    tier: str = Sponsor.Tier.SPONSOR.value
    table: int | None = None
    logo: bytes | None = None
    bare: bool = False


@transaction.atomic
def set_sponsor(*, actor: User, tournament: Tournament, typed: TypedSponsor, sponsor: Sponsor | None = None) -> Sponsor:
    """Add a sponsor, or change one. Refused: not_allowed, gone (taken off meanwhile), too_many, bad_sponsor (`errors`:
    name, tier, table, logo)."""
    require_role(actor, tournament)
    tournament = lock_tournament(tournament.pk)
    if sponsor is None:
        if tournament.sponsors.count() >= MOST_SPONSORS:
            raise Refused("too_many", _("There can be at most %(most)s sponsors.") % {"most": MOST_SPONSORS})
        sponsor = Sponsor(tournament=tournament)
    else:
        sponsor = tournament.sponsors.filter(pk=sponsor.pk).first()
        if sponsor is None:
            raise Refused("gone", _("Somebody has taken this sponsor off meanwhile."))
    name, logo = tidy(typed.name), b"" if typed.bare else bytes(sponsor.logo)
    errors: list[Fault] = []
    if not 0 < len(name) <= MAX_NAME:
        most = _("Write a name of at most %(most)s characters.") % {"most": MAX_NAME}
        errors.append({"path": "name", "message": most})
    if typed.tier not in Sponsor.Tier.values:
        errors.append({"path": "tier", "message": _("Choose one of these.")})
    if typed.table is not None and not tournament.tables.filter(number=typed.table).exists():
        errors.append({"path": "table", "message": _("Choose one of these.")})
    elif typed.table is not None and tournament.sponsors.filter(table=typed.table).exclude(pk=sponsor.pk).exists():
        errors.append({"path": "table", "message": _("This table is named for somebody else already.")})
    if typed.logo is not None:
        try:
            logo = logo_of(typed.logo)
        except NoLogo as wrong:
            errors.append({"path": "logo", "message": str(wrong.message)})
    if errors:
        raise Refused("bad_sponsor", _("Not saved. Correct the marked fields."), errors)
    sponsor.name, sponsor.tier, sponsor.table, sponsor.logo = name, typed.tier, typed.table, logo
    sponsor.mark = sha256(logo).hexdigest()[:12] if logo else ""
    sponsor.save()
    publish(tournament)
    return sponsor


@transaction.atomic
def remove_sponsor(*, actor: User, sponsor: Sponsor) -> None:
    """Take a sponsor off. Asked again it is gone already. Refused: not_allowed."""
    require_role(actor, sponsor.tournament)
    tournament = lock_tournament(sponsor.tournament_id)
    Sponsor.objects.filter(pk=sponsor.pk).delete()
    publish(tournament)
