"""A team's list of players: the substitutions it has had, and whether somebody may come onto it (EV-SUB-1 and 2)."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from adjudication.models import Opening
from thunee_tournaments.brackets.names import round_title
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.pseudonyms import ERASED
from thunee_tournaments.standings.event_standings import standings
from thunee_tournaments.teams.models import Player, Substitution, Team
from thunee_tournaments.teams.names import name_key
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.policies import EventPolicies, SubstituteFrom
from thunee_tournaments.tournaments.shapes import Words


@dataclass(frozen=True)
class SubstitutionLine:
    """A substitution as pages tell it. `reason` is for the desk; "" once it was erased."""

    made: Substitution
    taken_back: bool
    reason: str = ""

    @property
    def at(self) -> datetime:
        return self.made.created_at

    @property
    def round(self) -> str:
        """The round it was made for, in words; "" if nothing was to come."""
        return round_title(self.made.round) if self.made.round else ""


def standing(team: Team) -> list[Substitution]:
    """The substitutions that count, in order: those that were not taken back."""
    return list(
        team.substitutions.filter(takes_back__isnull=True, taken_back_by__isnull=True).select_related("leaves", "comes")
    )


def last_substitution(team: Team) -> Substitution | None:
    substitutions = standing(team)
    return substitutions[-1] if substitutions else None


def substitutions_of(team: Team, *, reasons: bool = False) -> list[SubstitutionLine]:
    """A team's substitutions in order, those taken back too. `reasons`: with them, for the desk."""
    made = list(team.substitutions.filter(takes_back__isnull=True).select_related("leaves", "comes", "taken_back_by"))
    why = _reasons(team.tournament.public_id, made) if reasons and made else {}
    return [
        SubstitutionLine(substitution, hasattr(substitution, "taken_back_by"), why.get(substitution.subject, ""))
        for substitution in made
    ]


def _reasons(book: str, made: list[Substitution]) -> dict[str, str]:
    subjects = [substitution.subject for substitution in made]
    openings = Opening.objects.filter(commitment__book=book, commitment__subject__in=subjects)
    return {subject: value["reason"] for subject, value in openings.values_list("commitment__subject", "value")}


def named(team: Team, name: str) -> Player | None:
    """The player of this name on a team's list, now or before; whoever plays now first."""
    same = [
        player for player in team.players.all() if player.name != ERASED and name_key(player.name) == name_key(name)
    ]
    return min(same, key=lambda player: player.left_at is not None, default=None)


def too_late(chosen: EventPolicies, stage: int, round_: int) -> bool:
    """Whether what a team plays next lies behind the last round a substitute may come in for."""
    last, until = chosen.substitute_stage, chosen.substitute_round
    if last and stage != last:
        return stage > last
    return bool(until) and round_ > until


def require_of_no_other_team(team: Team, name: str, chosen: EventPolicies) -> None:
    """Refuse (other_team) whoever stands on another team's list, or has; unless that team is out, where the event takes
    such players."""
    others = _on_other_lists(team, name)
    if not others:
        return
    playing = others
    if chosen.substitute_from == SubstituteFrom.TEAM_OUT:
        out = out_of(team.tournament)
        playing = [player for player in others if player.team.public_id not in out]
        if not playing:
            return
        message: Words = _("%(name)s is on the list of %(team)s, which is not out yet. (EV-SUB-2)")
    else:
        message = _("%(name)s is on the list of %(team)s: nobody plays for two teams in one event. (EV-SUB-2)")
    raise Refused("other_team", message % {"name": name, "team": playing[0].team.name})


def _on_other_lists(team: Team, name: str) -> list[Player]:
    """Players of this name of other teams, also those who left; not who came in by a mistake that was taken back."""
    others = Player.objects.filter(team__tournament=team.tournament_id).exclude(team=team).select_related("team")
    same = [player for player in others if player.name != ERASED and name_key(player.name) == name_key(name)]
    left = [player.pk for player in same if player.left_at is not None]
    mistakes = _only_by_mistake(left)
    return [player for player in same if player.pk not in mistakes]


def _only_by_mistake(players: list[int]) -> set[int]:
    """Of these players who left: those who only ever came in by substitutions that were taken back."""
    came = Substitution.objects.filter(comes__in=players, takes_back__isnull=True)
    kept = set(came.filter(taken_back_by__isnull=True).values_list("comes_id", flat=True))
    began = set(
        Substitution.objects.filter(leaves__in=players, takes_back__isnull=True).values_list("leaves_id", flat=True)
    )
    return set(came.values_list("comes_id", flat=True)) - kept - began


def out_of(tournament: Tournament) -> set[str]:
    """The public ids of the teams that play no more."""
    gone = set(tournament.teams.filter(withdrawn_at__isnull=False).values_list("public_id", flat=True))
    return gone | {row["team"] for row in standings(tournament)["rows"] if row["out"]}
