"""Reading the bracket."""

from collections.abc import Callable, Iterable

from django.db.models import Prefetch, QuerySet
from django.http import Http404

from adjudication import prepared
from thunee_tournaments.brackets.formats.catalogue import format_of, keys_of
from thunee_tournaments.brackets.formats.fixtures import FROM_FIXTURES, PLAY_OFF
from thunee_tournaments.brackets.models import PLAYERS, Match, MatchGame, MatchSide
from thunee_tournaments.brackets.order import current_of
from thunee_tournaments.brackets.shapes import Plan, SourceRow
from thunee_tournaments.brackets.sources import AS_TEXT, source_in
from thunee_tournaments.json_path import json_at
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Stage, Tournament

# Asked with every match that ends.
SOURCES = prepared.PreparedRows(
    lambda: (
        MatchSide.objects.filter(match__stage=prepared.number("stage"))
        .order_by("match__number", "side")
        .values_list("match", "match__number", AS_TEXT)
    )
)


def stage_of(tournament: Tournament) -> Stage | None:
    """The stage that is being played: the last one drawn; None before the draw."""
    return tournament.stages.filter(drawn_at__isnull=False).order_by("-order").first()


def locked_stage_of(tournament: Tournament, trait: str, open_: Callable[[Stage], bool]) -> Stage | None:
    """The first drawn stage of a format with this trait ("sold") that is open in this sense, else the last one; None if
    there is none. It is locked: stages are locked before the version row."""
    drawn = list(tournament.stages.filter(drawn_at__isnull=False, format__in=keys_of(trait)).order_by("order"))
    stage = next(filter(open_, drawn), drawn[-1] if drawn else None)
    return (
        Stage.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=stage.pk) if stage else None
    )


def stages_of(tournament: Tournament) -> list[Stage]:
    """All stages, the planned ones too, in order."""
    return list(tournament.stages.order_by("order"))


def rounds_paired(stage: Stage) -> int:
    """How many rounds of a stage are drawn; play-offs are none."""
    return stage.rounds.exclude(name=PLAY_OFF).count()


def half_points(stage: Stage) -> dict[int, list[int]]:
    """The seeds that were given half a point for a round of a Swiss they asked to sit out, by the round's number."""
    given = stage.rounds.filter(inputs__by_hand__half=True).order_by("number")
    return dict(given.values_list("number", json_at("inputs", "by_hand", "out")))


def plan_of(stages: Iterable[Stage]) -> Plan:
    """Stages as a plan has them."""
    return [{"format": stage.format, "parameters": stage.parameters} for stage in stages]


def matches_of(tournament: Tournament) -> QuerySet[Match]:
    """All matches in order, with what a bracket shows of each."""
    return with_teams(Match.objects.filter(stage__tournament=tournament))


def with_teams(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches in order, with tournament, stage and round at hand (teams always are), but without what stage and round
    were drawn from: as long as the field, it would be read once for each match."""
    at_hand = matches.select_related("round", "stage__tournament").defer("round__inputs", "stage__inputs")
    return at_hand.order_by("stage__order", "number")


def match_for(tournament: Tournament, public_id: str) -> Match:
    """A match of this tournament, with teams, players, games and sheets at hand. Raises Http404."""
    games = MatchGame.objects.select_related("sheet").order_by("number")
    match = (
        matches_of(tournament)
        .select_related("stage__tournament")
        .prefetch_related(Prefetch("games", queryset=games))
        .prefetch_related(PLAYERS)
        .filter(public_id=public_id)
        .first()
    )
    if match is None:
        raise Http404("no such match")
    return match


def matches_of_team(team: Team) -> QuerySet[Match]:
    """The matches a team has played or is to play, in order."""
    return matches_of(team.tournament).filter(side__team=team)


def next_match(match: Match) -> tuple[Match, str] | None:
    """Where the winner goes on to, and the side it takes there; None after the final."""
    sides = MatchSide.objects.filter(match__stage=match.stage_id, source=["winner", match.number])
    side = sides.select_related("match").first()
    return (side.match, side.side) if side else None


def goes_on_to(match: Match) -> Match | None:
    """The match the winner plays next; None after the final, and where a grand final is not played again."""
    following = next_match(match)
    return following[0] if following and following[0].state != Match.State.BYE else None


def affected_by(*matches: Match) -> set[int]:
    """The matches (their keys) that a change of these results can touch: where their teams go on to, up to the final,
    and, once it is drawn, every match of a later stage."""
    affected: set[int] = set()
    for stage in [match.stage for match in {match.stage_id: match for match in matches}.values()]:
        concerned = {match.number for match in matches if match.stage_id == stage.pk}
        # Only in a bracket does a team come from a match.
        for key, number, sources in sources_in(stage) if format_of(stage).bracket else []:
            if any(source[0] in FROM_FIXTURES and source[1] in concerned for source in sources):
                concerned.add(number)
                affected.add(key)
        if stage.parameters.get("seed_anew"):  # who meets whom in all later rounds
            behind = stage.matches.filter(number__gt=min(concerned)).exclude(pk__in=[match.pk for match in matches])
            affected |= set(behind.values_list("pk", flat=True))
        later = Match.objects.filter(stage__tournament=stage.tournament_id, stage__order__gt=stage.order)
        affected |= set(later.values_list("pk", flat=True))
    return affected


def sources_in(stage: Stage) -> list[tuple[int, int, list[SourceRow]]]:
    """The matches of a stage in order: key, number, and where their teams come from."""
    by_match: dict[tuple[int, int], list[SourceRow]] = {}
    for key, number, source in SOURCES.all(stage=stage.pk):
        by_match.setdefault((key, number), []).append(source_in(source))
    return [(key, number, sources) for (key, number), sources in by_match.items()]


def current_game(match: Match) -> MatchGame | None:
    """The game that is played now, or by which the match was decided; None before the first is opened."""
    return current_of(match, list(match.games.select_related("sheet").order_by("number")))


def signs_anywhere(tournament: Tournament) -> bool:
    """Whether a match of the event is played with signatures."""
    if policies.read(tournament.policies).signing:
        return True
    return Match.objects.filter(stage__tournament=tournament, signing=True).exists()


def final_of(stage: Stage) -> Match | None:
    """The match that decides a knock-out or a double elimination; None in formats that end with a table. Its sides are
    read when they are asked for: until somebody has won nobody does."""
    if not format_of(stage).bracket:
        return None
    matches = stage.matches.prefetch_related(None).select_related("round")
    decisive = matches.filter(round__name__in=format_of(stage).decisive)
    return decisive.order_by("-number").first()
