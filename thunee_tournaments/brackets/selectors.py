"""Reading the bracket."""

from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404

from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament


def stage_of(tournament: Tournament) -> Stage | None:
    """The stage that is being played (in a plain knock-out, the only one); None before the draw."""
    return tournament.stages.order_by("-order").first()


def matches_of(tournament: Tournament) -> QuerySet[Match]:
    """All matches in order, with what a bracket shows of each."""
    return (
        Match.objects.filter(stage__tournament=tournament)
        .select_related("round", "stage", "team_a", "team_b", "winner")
        .order_by("stage__order", "number")
    )


def match_for(tournament: Tournament, public_id: str) -> Match:
    """A match of this tournament, with teams, players, games and sheets at hand. Raises Http404."""
    games = MatchGame.objects.select_related("sheet").order_by("number")
    match = (
        matches_of(tournament)
        .select_related("stage__tournament")
        .prefetch_related(Prefetch("games", queryset=games), "team_a__players", "team_b__players")
        .filter(public_id=public_id)
        .first()
    )
    if match is None:
        raise Http404("no such match")
    return match


def matches_of_team(team: Team) -> QuerySet[Match]:
    """The matches a team has played or is to play, in order."""
    return matches_of(team.tournament).filter(Q(team_a=team) | Q(team_b=team))


def next_match(match: Match) -> tuple[Match, str] | None:
    """Where the winner goes on to, and the side it takes there; None after the final."""
    source = ["winner", match.number]
    after = Match.objects.filter(Q(slot_a=source) | Q(slot_b=source), stage=match.stage_id).first()
    return (after, "A" if after.slot_a == source else "B") if after else None


def current_game(match: Match) -> MatchGame | None:
    """The game that is played now, or was played last; None before the first is opened."""
    return match.games.select_related("sheet").order_by("-number").first()


def final_of(stage: Stage) -> Match | None:
    """The match that decides a knock-out."""
    return stage.matches.select_related("winner", "round").order_by("-number").first()
