"""Where things stand in the hall: the names and zones of the tables, and the zones a stage is played in."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.shapes import Fault
from thunee_tournaments.brackets import plans
from thunee_tournaments.brackets.shapes import Parameters
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.tables import assigning
from thunee_tournaments.tables.models import Table
from thunee_tournaments.teams.names import name_key, tidy
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Stage, Tournament

MAX_TABLE_NAME = 40


@dataclass(frozen=True)
class NamedTable:
    """What the desk calls a table: its number, and a name and a zone, or nothing."""

    number: int
    name: str = ""
    zone: str = ""


@transaction.atomic
def name_tables(*, actor: User, tournament: Tournament, tables: Sequence[NamedTable]) -> list[Table]:
    """Give tables names and zones; those left out here stay as they are. Matches that wait for a table are called anew.

    Refused: not_allowed, unknown_table, bad_names (`errors`, paths such as "4.zone").
    """
    require_role(actor, tournament)
    tournament = lock_tournament(tournament.pk)
    present = {table.number: table for table in tournament.tables.order_by("number")}
    errors: list[Fault] = []
    changed: list[Table] = []
    for named in tables:
        if named.number not in present:
            raise Refused("unknown_table", _("This tournament has no such table."))
        table, names = present[named.number], {"name": tidy(named.name), "zone": tidy(named.zone)}
        for key, text in names.items():
            if len(text) > MAX_TABLE_NAME:
                message = _("Longer than %(most)s characters.") % {"most": MAX_TABLE_NAME}
                errors.append({"path": f"{named.number}.{key}", "message": message})
        if (table.name, table.zone) != (names["name"], names["zone"]):
            table.name, table.zone = names["name"], names["zone"]
            changed.append(table)
    # Two tables of one name would send two teams to the wrong one; in different zones ("Left" of each hall) it is fine.
    taken = Counter((name_key(table.name), name_key(table.zone)) for table in present.values() if table.name)
    for table in changed:
        if table.name and taken[name_key(table.name), name_key(table.zone)] > 1:
            errors.append({"path": f"{table.number}.name", "message": _("Another table of this zone has this name.")})
    if errors:
        raise Refused("bad_names", _("Something is too long, or named twice. Correct the marked fields."), errors)
    if changed:
        Table.objects.bulk_update(changed, ["name", "zone"])
        _call(tournament)
    return list(present.values())


@transaction.atomic
def set_zones(*, actor: User, stage: Stage, zones: Sequence[str], only: bool) -> Stage:
    """Tie the matches of a stage to zones (none: anywhere), from the next call on: `only` there, or there first. What
    is called to a table stays there. Refused: not_allowed, bad_zones, tournament_closed."""
    require_role(actor, stage.tournament)
    stage = Stage.objects.select_for_update().get(pk=stage.pk)
    tournament = lock_tournament(stage.tournament_id)
    if tournament.status == Tournament.Status.CLOSED:
        raise Refused("tournament_closed", _("The tournament is closed: nothing is played any more."))
    tidied = plans.tidy_zones(zones)
    if tidied is None:
        message = _("Name at most %(most)s zones, each with at most %(long)s characters.")
        raise Refused("bad_zones", message % {"most": plans.MAX_ZONES, "long": plans.MAX_ZONE})
    chosen: Parameters = {"zones": tidied, "zone_only": bool(only and tidied)}
    if {key: stage.parameters.get(key) for key in chosen} != chosen:
        stage.parameters = {**stage.parameters, **chosen}
        stage.save(update_fields=["parameters"])
        _call(tournament)
    return stage


def _call(tournament: Tournament) -> None:
    """Somebody may go to a table that was none for them before; everybody sees the new names."""
    if tournament.status == Tournament.Status.RUNNING:
        assigning.call_ready(tournament)
    publish(tournament)
