"""Two teams change places in a draw that is published, before either has played; of later stages see `later_swaps`."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused, given_reason
from thunee_tournaments.services.core.locking import lock_matches
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match import stages
from thunee_tournaments.services.match.later_swaps import can_change, change_seeds, place_in, seed_in
from thunee_tournaments.services.setup.seeding import give_seeds
from thunee_tournaments.tables import assigning
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Stage, Tournament


@dataclass(frozen=True)
class Place:
    """A match that would have another team: its number, who plays it now, and who would."""

    number: int
    before: str
    after: str


@transaction.atomic
def swap_teams(
    *, actor: User, tournament: Tournament, team: Team, other: Team, reason: str, seeds: tuple[int, int] | None = None
) -> Stage:
    """Let two teams change places in the stage drawn last in which both have one: in the first one seeds and all, in a
    later one their seeds' places in the bracket or the groups. It is told in the record with the reason. A team that
    came late and has no place takes the other's in the first stage, which waits from then on.

    Doing it once more takes it back; `seeds`, the places as whoever asks has seen them (`place_in`; 0: none), keep a
    second tap from that.
    Refused: not_allowed, reason_missing, not_running, no_places (a qualifier), same_team, not_in_draw, done_already,
    has_played (something is written, or was decided, in a match of one of them; or it is out).
    """
    require_role(actor, tournament)
    reason = given_reason(reason)
    order = stage_with(tournament, team, other).order
    tournament, stage = lock_drawn_stage(tournament, order)
    if not can_change(stage):
        raise Refused("no_places", _("In a qualifier nobody has a place in the draw: who waits longest plays next."))
    if team == other:
        raise Refused("same_team", _("Choose two different teams."))
    held = [place_in(stage, each) for each in (team, other)]
    if not any(held) or {team.tournament_id, other.tournament_id} != {tournament.pk}:
        raise Refused("not_in_draw", _("One of the two teams has to be in the draw."))
    if seeds is not None and list(seeds) != held:
        raise Refused("done_already", _("This has been done already. This is the bracket as it is now."))
    _require_free(stage, team, other)
    if order == 1:
        _change_teams(stage, team, other)
    else:
        change_seeds(stage, [seed_in(stage, each) for each in (team, other)])
    notices.post_swap(stage, actor=actor, reason=reason)
    assigning.call_ready(tournament)
    publish(tournament)
    return stage


def stage_with(tournament: Tournament, *teams: Team) -> Stage:
    """The stage drawn last in which these teams have places that can be changed; the first one, if there is none.
    Refused: not_running."""
    drawn = list(tournament.stages.filter(drawn_at__isnull=False).order_by("-order"))
    if not drawn:
        raise Refused("not_running", _("The tournament is not running."))
    return next(
        (stage for stage in drawn if can_change(stage) and all(seed_in(stage, team) for team in teams)), drawn[-1]
    )


def _require_free(stage: Stage, *teams: Team) -> None:
    """Refused: has_played."""
    late = stage.tournament.teams.filter(seed=None, withdrawn_at=None).values_list("pk", flat=True)
    free = have_not_played(stage) | (set(late) if stage.order == 1 else set())
    for swapper in teams:
        if swapper.pk not in free:
            message = _("%(team)s has begun to play, a match of it is decided, or it has gone home: its place stands.")
            raise Refused("has_played", message % {"team": swapper.name})


def _change_teams(stage: Stage, team: Team, other: Team) -> None:
    """Let two teams have each other's seeds in the first stage."""
    stage.inputs.setdefault("swaps", []).append([team.public_id, other.public_id])
    order = swapped(stage.inputs["order"], [stage.inputs["swaps"][-1]])
    give_seeds(stage.tournament, order)
    stages.reseat(stage, order)


def lock_drawn_stage(tournament: Tournament, order: int = 1) -> tuple[Tournament, Stage]:
    """The tournament and one of its stages as they are now, locked with all sheets and matches of the stage. Refused:
    not_running, done_already (the draw of a later stage has been taken back)."""
    stage = tournament.stages.filter(order=order, drawn_at__isnull=False).first()
    if stage is not None:
        stages.lock_sheets_of(stage)  # sheets first, as whoever writes on one does it
        lock_matches(stage.matches.all())
    tournament = lock_tournament(tournament.pk)
    if stage is None or tournament.status != Tournament.Status.RUNNING:
        raise Refused("not_running", _("The tournament is not running."))
    stage.refresh_from_db()
    stage.tournament = tournament
    if stage.drawn_at is None:
        raise Refused("done_already", _("This has been done already. This is the bracket as it is now."))
    return tournament, stage


def swapped(order: list[str], swaps: list[list[str]]) -> list[str]:
    """An order of seeds after these pairs of teams have changed places, one pair after another; of a pair of which one
    had no place, that one has taken the other's."""
    order = list(order)
    for pair in swaps:
        places = [order.index(team) if team in order else None for team in pair]
        for place, team in zip(places, reversed(pair), strict=True):
            if place is not None:
                order[place] = team
    return order


def may_swap(tournament: Tournament) -> list[Team]:
    """The teams that could change places in the first stage now, by seed; none where it has no places, or all have
    played."""
    return next((teams for stage, teams in may_change_places(tournament) if stage.order == 1), [])


def may_change_places(tournament: Tournament) -> list[tuple[Stage, list[Team]]]:
    """Each stage in which teams could change places now, the one drawn last first; its teams by their place in its
    draw, which is their `seed` here."""
    if tournament.status != Tournament.Status.RUNNING:
        return []
    swappable = []
    for stage in tournament.stages.filter(drawn_at__isnull=False).order_by("-order"):
        free = have_not_played(stage) if can_change(stage) else set()
        named = {team.public_id: team for team in tournament.teams.filter(pk__in=free)}
        teams = [named[public_id] for public_id in stage.inputs["order"] if public_id in named]
        for team in teams:
            team.seed = place_in(stage, team)
        if teams:
            swappable.append((stage, sorted(teams, key=lambda team: team.seed or 0)))
    return swappable


def places_after(tournament: Tournament, team: Team, other: Team) -> list[Place]:
    """Every match that has a place of one of these teams, as it is now and as it would be."""
    other_of = {team.pk: other, other.pk: team}
    places = []
    stage = stage_with(tournament, team, other)
    matches = Match.objects.filter(stage=stage).select_related("stage", "round")
    for match in matches.order_by("number"):
        if other_of.keys() & set(match.team_ids):
            after = [other_of.get(own.pk, own) if own is not None else None for own in match.teams]
            places.append(Place(match.number, _title(match, match.teams), _title(match, after)))
    return places


def _title(match: Match, teams: list[Team | None]) -> str:
    """These teams on the sides of a match; "…" for who is not known yet."""
    empty = [_("bye") if side.source == ["bye"] else "…" for side in match.sides]
    return " – ".join(str(nobody) if team is None else team.name for team, nobody in zip(teams, empty, strict=True))


def have_not_played(stage: Stage) -> set[int]:
    """The keys of the teams that are in, and in whose matches nothing is written and nothing decided but by a bye."""
    something = Q(sheet__seq__gt=0) | Q(struck_at__isnull=False)
    begun = set(MatchGame.also_struck.filter(something, match__stage=stage).values_list("match", flat=True))
    free: set[int] = set()
    played: set[int] = set()
    for match in stage.matches.order_by("number"):
        over = match.pk in begun or match.state == Match.State.DONE
        (played if over else free).update(team.pk for team in match.teams if team and team.withdrawn_at is None)
    return free - played
