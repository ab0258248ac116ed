"""The order of the seeds: by hand, by lot, or the first few by hand and the rest by lot at the draw."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.columns import write_columns
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.setup.tournaments import lock_draft
from thunee_tournaments.tournaments import earlier, lots
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.shapes import Seeding

SEEDS_LABEL = "seeds"


@transaction.atomic
def order_seeds(*, actor: User, tournament: Tournament, teams: Sequence[str]) -> Tournament:
    """Seed the teams with these public ids 1, 2, 3 … in this order. Teams left out are unseeded: the draw places them
    by lot below the seeded ones. Refused: not_allowed, drawn_already, unknown_team, team_twice."""
    require_role(actor, tournament)
    tournament = lock_draft(tournament)
    known = set(tournament.teams.values_list("public_id", flat=True))
    if len(set(teams)) < len(teams):
        raise Refused("team_twice", _("A team stands in the order twice. Order the seeds again."))
    if not known.issuperset(teams):
        raise Refused("unknown_team", _("The list of teams has changed in the meantime. Look at it, then order again."))
    give_seeds(tournament, teams)
    tournament.seeding = _by_hand(tournament.seeding) if teams else {}
    tournament.save(update_fields=["seeding"])
    publish(tournament)
    return tournament


@transaction.atomic
def draw_lot_seeds(*, actor: User, tournament: Tournament, lot: str | None = None) -> str:
    """Seed all teams by lot and return the lot (32 hex digits), which is stored and published. `lot` may be given, for
    a number thrown in the hall. Refused: not_allowed, drawn_already, bad_lot."""
    require_role(actor, tournament)
    lot = checked_lot(lot)
    tournament = lock_draft(tournament)
    before = entered_order(tournament)
    give_seeds(tournament, lots.shuffled(before, lot, SEEDS_LABEL))
    tournament.seeding = {"by": "lot", "lot": lot, "label": SEEDS_LABEL, "teams": before}
    tournament.save(update_fields=["seeding"])
    notices.post_seeds(tournament, lot, before, actor=actor)
    publish(tournament)
    return lot


def _by_hand(before: Seeding) -> Seeding:
    """Ordered by hand; what the order was made of before by an earlier event is kept beside it."""
    source = earlier.source_of(before)
    return {"by": "hand", "before": source} if source else {"by": "hand"}


def entered_order(tournament: Tournament) -> list[str]:
    """The public ids of the teams in the order they were entered: what every shuffle of teams begins with."""
    return list(tournament.teams.order_by("pk").values_list("public_id", flat=True))


def give_seeds(tournament: Tournament, order: Sequence[str]) -> None:
    """Make these teams seeds 1, 2, 3 … and the others unseeded."""
    tournament.teams.update(seed=None)
    seed_of = {public_id: seed for seed, public_id in enumerate(order, start=1)}
    teams = list(tournament.teams.filter(public_id__in=seed_of))
    for team in teams:
        team.seed = seed_of[team.public_id]
    write_columns(teams, ["seed"])


def checked_lot(lot: str | None) -> str:
    """A fresh lot, or the one somebody gave. Refused: bad_lot."""
    if lot is None or not lot.strip():
        return lots.new_lot()
    try:
        return lots.parse_lot(lot)
    except ValueError:
        raise Refused("bad_lot", _("A lot has 32 digits from 0 to 9 and a to f. Leave it empty to draw one.")) from None
