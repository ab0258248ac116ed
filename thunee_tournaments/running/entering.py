"""Entering teams: one by one, or a pasted list. Before the draw, or while a win-streak qualifier sells entries."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.knockout import MAX_TEAMS
from thunee_tournaments.brackets.selectors import locked_stage_of
from thunee_tournaments.running.authority import require_role
from thunee_tournaments.running.buying import next_entry
from thunee_tournaments.running.errors import Refused
from thunee_tournaments.running.naming import note_names
from thunee_tournaments.running.publishing import publish
from thunee_tournaments.running.queueing import after_change
from thunee_tournaments.running.setting_up import lock_draft
from thunee_tournaments.teams import paste
from thunee_tournaments.teams.models import Player, Team
from thunee_tournaments.teams.names import name_key, tidy
from thunee_tournaments.tournaments import earlier
from thunee_tournaments.tournaments.models import Stage, Tournament
from thunee_tournaments.tournaments.versions import lock_tournament


@transaction.atomic
def add_team(*, actor: User, tournament: Tournament, name: str, players: Sequence[str] = (), club: str = "") -> Team:
    """Enter one team; into a qualifier that is being played with its first entry, at once. Refused: not_allowed,
    drawn_already, entries_closed, bad_team (with `errors`), name_taken, tournament_full."""
    require_role(actor, tournament)
    tournament, qualifier = _lock_open(tournament)
    name, names, club = _checked(name, players, club)
    _require_free_name(tournament, name)
    _require_room(tournament, 1)
    team = _create(tournament, name, names, club)
    if qualifier is not None:
        _join(qualifier, tournament, [team])
    publish(tournament)
    return team


def selling(tournament: Tournament) -> Stage | None:
    """The qualifier into which teams can still come that were not there at the draw; None if there is none."""
    if tournament.status != Tournament.Status.RUNNING:
        return None
    stage = tournament.stages.filter(order=1, format=Stage.Format.STREAK, drawn_at__isnull=False).first()
    return stage if stage is not None and not stage.inputs.get("closed") else None


def _lock_open(tournament: Tournament) -> tuple[Tournament, Stage | None]:
    """The tournament, locked, if teams can be entered; with its qualifier, if that is being played. Refused:
    drawn_already, entries_closed."""
    stage = locked_stage_of(tournament, Stage.Format.STREAK, lambda one: one.order == 1)
    if stage is None or stage.order != 1:
        return lock_draft(tournament), None
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.RUNNING or stage.inputs.get("closed"):
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


@transaction.atomic
def edit_team(*, actor: User, team: Team, name: str, players: Sequence[str], club: str = "") -> Team:
    """Change a team's name, players and club. After the draw names can still be put right and players added, but
    nobody can be taken off (players_fixed): seats were drawn. Refused also: not_allowed, bad_team, name_taken."""
    require_role(actor, team.tournament)
    tournament = lock_tournament(team.tournament_id)
    name, names, club = _checked(name, players, club)
    _require_free_name(tournament, name, but=team)
    everybody = list(team.players.all())
    present = [player for player in everybody if player.left_at is None]
    if len(names) < len(present) and (tournament.status != Tournament.Status.DRAFT or team.substitutions.exists()):
        raise Refused(
            "players_fixed",
            _("The draw has given %(count)s players their seats: put a name right, but leave none out. Another player "
              "comes in by a substitution.") % {"count": len(present)},
        )  # fmt: skip
    team.name, team.club = name, club
    team.save()
    _rename_players(team, present, names, last=max((player.order for player in everybody), default=0))
    note_names(tournament)
    publish(tournament)
    return team


@transaction.atomic
def remove_team(*, actor: User, team: Team) -> None:
    """Take a team out before the draw; the seeds below it move up. Refused: not_allowed, drawn_already,
    substituted."""
    require_role(actor, team.tournament)
    tournament = lock_draft(team.tournament)
    if team.substitutions.exists():
        raise Refused(
            "substituted",
            _("A player of %(team)s was substituted, and that stays on record. Draw, and let the team go home instead.")
            % {"team": team.name},
        )
    seed = Team.objects.values_list("seed", flat=True).get(pk=team.pk)
    Team.objects.filter(pk=team.pk).delete()
    if seed is not None:
        # One by one from the top: no two teams may ever hold the same seed, not even for a moment.
        for below in Team.objects.filter(tournament=tournament, seed__gt=seed).order_by("seed"):
            Team.objects.filter(pk=below.pk).update(seed=F("seed") - 1)
        tournament.seeding = earlier.without(tournament.seeding, team.public_id)
        tournament.save(update_fields=["seeding"])
    publish(tournament)


@dataclass(frozen=True)
class PastedTeams:
    """What came of a pasted list: the teams entered, the problems by line, the lines that are left to put right, and
    how many phone numbers were left out."""

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
    _require_room(tournament, len(parsed.teams))
    entered = [_create(tournament, team.name, team.players, team.club) for team in parsed.teams]
    if entered and qualifier is not None:
        _join(qualifier, tournament, entered)
    if entered:
        publish(tournament)
    return PastedTeams(entered, list(parsed.problems), parsed.rest, parsed.phones)


def _checked(name: str, players: Sequence[str], club: str) -> tuple[str, list[str], str]:
    name, club = tidy(name), tidy(club)
    names = [player for player in map(tidy, players) if player]
    if problems := paste.team_problems(name, names, club):
        errors = [{"path": code, "message": message} for code, message in problems]
        raise Refused("bad_team", problems[0][1], errors)
    return name, names, club


def _require_free_name(tournament: Tournament, name: str, but: Team | None = None) -> None:
    same = Team.objects.filter(tournament=tournament, name_key=name_key(name)).first()
    if same is not None and same != but:
        raise Refused(
            "name_taken",
            _("A team called %(name)s is entered already; small letters, spaces and accents make no difference.")
            % {"name": name},
        )


def _require_room(tournament: Tournament, more: int) -> None:
    if tournament.teams.count() + more > MAX_TEAMS:
        raise Refused("tournament_full", _("A knock-out holds at most %(most)s teams.") % {"most": MAX_TEAMS})


def _create(tournament: Tournament, name: str, players: Sequence[str], club: str) -> Team:
    team = Team.objects.create(tournament=tournament, name=name, club=club)
    Player.objects.bulk_create(Player(team=team, name=player, order=n) for n, player in enumerate(players, start=1))
    return team


def _rename_players(team: Team, present: list[Player], names: Sequence[str], last: int) -> None:
    """Write the names over those present, in order; a player keeps the id, and with it the seat. `last`: the order of
    the last one, who may have left."""
    for player, name in zip(present, names, strict=False):
        player.name = name
    Player.objects.bulk_update(present[: len(names)], ["name"])
    for player in present[len(names) :]:
        player.delete()
    Player.objects.bulk_create(
        Player(team=team, name=name, order=last + n) for n, name in enumerate(names[len(present) :], start=1)
    )
