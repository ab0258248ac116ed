"""Entering teams, one by one or as a pasted list, before the draw or while a win-streak qualifier sells entries; taking
one off the list."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.catalogue import keys_of
from thunee_tournaments.brackets.selectors import locked_stage_of
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.pseudonyms import note_names
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.qualifier_entries import next_entry
from thunee_tournaments.services.match.qualifier_queue import after_change, is_due
from thunee_tournaments.services.setup import teams
from thunee_tournaments.services.setup.sign_ups import keep_numbers, move_up
from thunee_tournaments.services.setup.tournaments import lock_draft, lock_for_entry
from thunee_tournaments.teams import paste
from thunee_tournaments.teams.models import SignUp, Team
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Stage, Tournament


@transaction.atomic
def add_team(*, actor: User, tournament: Tournament, name: str, players: Sequence[str] = (), club: str = "") -> Team:
    """Enter one team; into a qualifier that is being played with its first entry, at once. Once another first stage is
    drawn it waits for a place (`late_teams`). Refused: not_allowed,
    drawn_already, entries_closed, bad_team (with `errors`), name_taken, tournament_full."""
    require_role(actor, tournament)
    tournament, qualifier = _lock_open(tournament, places=True)
    name, names, club = teams.checked(name, players, club)
    teams.require_free_name(tournament, name)
    teams.require_room(tournament, 1)
    team = teams.create(tournament, name, names, club)
    if qualifier is not None:
        _join(qualifier, tournament, [team])
    elif tournament.status == Tournament.Status.RUNNING:
        note_names(tournament)
    publish(tournament)
    return team


@transaction.atomic
def remove_team(*, actor: User, team: Team) -> None:
    """Take a team out before the draw; the seeds below it move up, and so does whoever waits for its place. Refused:
    not_allowed, drawn_already, substituted."""
    require_role(actor, team.tournament)
    tournament = lock_draft(team.tournament)
    SignUp.objects.filter(team=team).update(team=None, state=SignUp.State.DECLINED)
    teams.take_out(tournament, team)
    move_up(tournament)
    publish(tournament)


def open_qualifier(tournament: Tournament) -> Stage | None:
    """The qualifier into which teams can still come that were not there at the draw; None if there is none."""
    if tournament.status != Tournament.Status.RUNNING:
        return None
    stage = tournament.stages.filter(order=1, format__in=keys_of("sold"), drawn_at__isnull=False).first()
    return stage if stage is not None and not stage.inputs.get("closed") and not is_due(stage) else None


def _lock_open(tournament: Tournament, *, places: bool = False) -> tuple[Tournament, Stage | None]:
    """The tournament, locked, if teams can be entered; with its qualifier, if that is being played; `places`: also to
    wait for a place. Refused: drawn_already, entries_closed."""
    stage = locked_stage_of(tournament, "sold", lambda stage: stage.order == 1)
    if stage is None or stage.order != 1:
        return (lock_for_entry if places else lock_draft)(tournament), None
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.RUNNING or stage.inputs.get("closed") or is_due(stage):
        raise Refused("entries_closed", _("Entries are closed: no team can come in any more."))
    return tournament, stage


def _join(qualifier: Stage, tournament: Tournament, teams: Sequence[Team]) -> None:
    """Let teams that come late into the qualifier: seeded after all others, each with its first entry."""
    last = tournament.teams.aggregate(seed=Max("seed"))["seed"] or 0
    for seed, team in enumerate(teams, start=last + 1):
        team.seed = seed
        team.save(update_fields=["seed"])
        next_entry(qualifier, team)
    note_names(tournament)
    after_change(qualifier, tournament)


@dataclass(frozen=True)
class PastedTeams:
    """What came of a pasted list: the teams entered, the problems by line, the lines that are left to put right, and
    how many phone numbers are kept for the desk."""

    entered: list[Team]
    problems: list[paste.Problem]
    rest: str
    phones: int


@transaction.atomic
def enter_pasted_teams(*, actor: User, tournament: Tournament, text: str) -> PastedTeams:
    """Enter every good line of a pasted list; lines with a problem are given back in `rest`, none is lost.

    Refused: not_allowed, drawn_already, entries_closed, tournament_full (then nothing is entered).
    """
    require_role(actor, tournament)
    tournament, qualifier = _lock_open(tournament)
    parsed = paste.parse(text, taken=list(tournament.teams.values_list("name", flat=True)))
    teams.require_room(tournament, len(parsed.teams))
    entered = [teams.create(tournament, team.name, team.players, team.club) for team in parsed.teams]
    named = zip(entered, parsed.teams, strict=True)
    keep_numbers(tournament, [(team, written.phones) for team, written in named if written.phones])
    if entered and qualifier is not None:
        _join(qualifier, tournament, entered)
    if entered:
        publish(tournament)
    return PastedTeams(entered, list(parsed.problems), parsed.rest, parsed.phones)
