"""The teams of a tournament: names and players put right, a team checked, made, taken off. (In and out:
`match.entering`.)"""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from adjudication.shapes import Fault
from thunee_tournaments.brackets.formats.fixtures import MOST_TEAMS
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.pseudonyms import note_names
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.teams import paste
from thunee_tournaments.teams.models import Player, Team
from thunee_tournaments.teams.names import name_key, tidy
from thunee_tournaments.tournaments import earlier
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Tournament


@transaction.atomic
def edit_team(*, actor: User, team: Team, name: str, players: Sequence[str], club: str = "") -> Team:
    """Change a team's name, players and club. After the draw names can still be put right and players added, but
    nobody can be taken off (players_fixed): seats were drawn. Refused also: not_allowed, bad_team, name_taken."""
    require_role(actor, team.tournament)
    tournament = lock_tournament(team.tournament_id)
    rewrite(tournament, team, name, players, club)
    publish(tournament)
    return team


def rewrite(tournament: Tournament, team: Team, name: str, players: Sequence[str], club: str) -> None:
    """Write a team anew. Part of acts: the tournament is locked. Refused: bad_team, name_taken, players_fixed."""
    name, names, club = checked(name, players, club)
    require_free_name(tournament, name, but=team)
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


def take_out(tournament: Tournament, team: Team) -> None:
    """Take a team out; the seeds below it move up. Part of acts: the tournament is locked. Refused: substituted."""
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


def checked(name: str, players: Sequence[str], club: str) -> tuple[str, list[str], str]:
    name, club = tidy(name), tidy(club)
    names = [player for player in map(tidy, players) if player]
    if odd := paste.team_problems(name, names, club):
        errors: list[Fault] = [{"path": code, "message": message} for code, message in odd]
        raise Refused("bad_team", odd[0][1], errors)
    return name, names, club


def require_free_name(tournament: Tournament, name: str, but: Team | None = None) -> None:
    same = Team.objects.filter(tournament=tournament, name_key=name_key(name)).first()
    if same is not None and same != but:
        raise Refused(
            "name_taken",
            _("A team called %(name)s is entered already; small letters, spaces and accents make no difference.")
            % {"name": name},
        )


def require_room(tournament: Tournament, more: int) -> None:
    if tournament.teams.count() + more > MOST_TEAMS:
        raise Refused("tournament_full", _("An event holds at most %(most)s teams.") % {"most": MOST_TEAMS})


def create(tournament: Tournament, name: str, players: Sequence[str], club: str) -> Team:
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
