"""Two teams change places in a draw that is published, before either has played."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused, given_reason
from thunee_tournaments.services.core.locking import lock_matches
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match import stages
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
    """Let two teams change places in the draw of the first stage, seeds and all; told in the record with the reason. A
    team that came late and has no place takes the other's, which waits from then on.

    Doing it once more takes it back; `seeds`, as whoever asks has seen them (0: none), keep a second tap from that.
    Refused: not_allowed, reason_missing, not_running, no_places (a qualifier), same_team, not_in_draw, done_already,
    has_played (something is written, or was decided, in a match of one of them; or it is out).
    """
    require_role(actor, tournament)
    reason = given_reason(reason)
    tournament, stage = lock_first_stage(tournament)
    if not format_of(stage).seated:
        raise Refused("no_places", _("In a qualifier nobody has a place in the draw: who waits longest plays next."))
    if team == other:
        raise Refused("same_team", _("Choose two different teams."))
    order = stage.inputs["order"]
    held = tuple(order.index(each.public_id) + 1 if each.public_id in order else 0 for each in (team, other))
    if not any(held) or {team.tournament_id, other.tournament_id} != {tournament.pk}:
        raise Refused("not_in_draw", _("One of the two teams has to be in the draw."))
    if seeds is not None and tuple(seeds) != held:
        raise Refused("done_already", _("This has been done already. This is the bracket as it is now."))
    free = have_not_played(stage) | set(
        tournament.teams.filter(seed=None, withdrawn_at=None).values_list("pk", flat=True)
    )
    for swapper in (team, other):
        if swapper.pk not in free:
            message = _("%(team)s has begun to play, a match of it is decided, or it has gone home: its place stands.")
            raise Refused("has_played", message % {"team": swapper.name})
    stage.inputs.setdefault("swaps", []).append([team.public_id, other.public_id])
    order = swapped(order, [stage.inputs["swaps"][-1]])
    give_seeds(tournament, order)
    notices.post_swap(stage, actor=actor, reason=reason)
    stages.reseat(stage, order)
    assigning.call_ready(tournament)
    publish(tournament)
    return stage


def lock_first_stage(tournament: Tournament) -> tuple[Tournament, Stage]:
    """The tournament and its first stage as they are now, locked with all sheets and matches of the stage. Refused:
    not_running."""
    stage = tournament.stages.filter(order=1, drawn_at__isnull=False).first()
    if stage is not None:
        stages.lock_sheets_of(stage)  # sheets first, as whoever writes on one does it
        lock_matches(stage.matches.all())
    tournament = lock_tournament(tournament.pk)
    if stage is None or tournament.status != Tournament.Status.RUNNING:
        raise Refused("not_running", _("The tournament is not running."))
    stage.refresh_from_db()
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
    """The teams that could change places now, by seed; none where the first stage has no places, or all have played."""
    stage = tournament.stages.filter(order=1, drawn_at__isnull=False).first()
    if stage is None or tournament.status != Tournament.Status.RUNNING or not format_of(stage).seated:
        return []
    return list(
        tournament.teams.filter(pk__in=have_not_played(stage), public_id__in=stage.inputs["order"]).order_by("seed")
    )


def places_after(tournament: Tournament, team: Team, other: Team) -> list[Place]:
    """Every match that has a place of one of these teams, as it is now and as it would be."""
    other_of = {team.pk: other, other.pk: team}
    places = []
    matches = Match.objects.filter(stage__tournament=tournament, stage__order=1).select_related("stage", "round")
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
