"""A play-off: two that are level in a table play one match more, which counts for nothing else."""

from itertools import groupby

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets import building, settling
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.fixtures import PLAY_OFF
from thunee_tournaments.brackets.models import Match, Round
from thunee_tournaments.brackets.selectors import rounds_paired
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused, given_reason
from thunee_tournaments.services.core.locking import lock_concerned, lock_running
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.games import open_next_game, remove_games
from thunee_tournaments.services.match.group_play import lock_stage
from thunee_tournaments.services.match.progression import table_of
from thunee_tournaments.services.match.round_count import has_followers
from thunee_tournaments.tables import assigning
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament

NOT_A_MEASURE = ("play_off", "lot")  # what may set apart those who are level in everything they have played


def level_teams(stage: Stage) -> list[list[Team]]:
    """The teams that are level in a table of a stage in which all is played, those who are level with each other
    together, the best first. None once a later stage is drawn from it."""
    if not _all_is_played(stage) or has_followers(stage):
        return []
    table = table_of(stage)
    keys = [key for key in table.ranked_by if key not in NOT_A_MEASURE]
    levels = []
    for _group, lines in table.tables():
        for _values, level in groupby(lines, key=lambda line: [line.values[key] for key in keys]):
            teams = [line.record.team for line in level if line.record.team.withdrawn_at is None]
            levels += [teams] if len(teams) > 1 else []
    return levels


def _all_is_played(stage: Stage) -> bool:
    """Whether nothing but play-offs is left in a stage with a table, nor under review."""
    format_ = format_of(stage)
    if not format_.table or stage.drawn_at is None or stage.matches.exclude(conflict="").exists():
        return False
    open_ = stage.matches.exclude(state__in=[Match.State.DONE, Match.State.BYE]).exclude(round__name=PLAY_OFF)
    return not open_.exists() and not format_.rounds_to_come(stage.parameters, stage.inputs, rounds_paired(stage))


@transaction.atomic
def set_play_off(*, actor: User, tournament: Tournament, teams: tuple[Team, Team], stage: int, reason: str) -> Match:
    """Let two teams that are level in a table of the stage of this order play one match more; told in the record with
    the reason. It is as long as the matches of the stage.

    Refused: not_allowed, reason_missing, not_running, same_team, not_level (or something is left to be played, or a
    later stage is drawn), have_met (in a play-off of this stage).
    """
    require_role(actor, tournament)
    reason = given_reason(reason)
    drawn = lock_stage(_stage(tournament, stage))
    tournament = lock_running(tournament)
    if teams[0] == teams[1]:
        raise Refused("same_team", _("Choose two different teams."))
    level = next((level for level in level_teams(drawn) if teams[0] in level), [])
    if teams[1] not in level:
        raise Refused("not_level", _("These two are not level, or something is left to be played."))
    met = drawn.matches.filter(round__name=PLAY_OFF, side__team=teams[0]).filter(side__team=teams[1])
    if met.exists():
        raise Refused("have_met", _("A play-off of these two is set already."))
    match = _made(drawn, sorted(teams, key=level.index))
    open_next_game(match)
    notices.post_play_off(match, actor=actor, reason=reason)
    assigning.call_ready(tournament)
    publish(tournament)
    return match


def _made(stage: Stage, teams: list[Team]) -> Match:
    last = max(stage.rounds.values_list("number", flat=True))
    round_ = stage.rounds.filter(name=PLAY_OFF).first() or stage.rounds.create(number=last + 1, name=PLAY_OFF)
    order = stage.inputs["order"]
    before = stage.matches.filter(side__team=teams[0]).exclude(round=round_).first()
    match = Match.between(
        [["seed", order.index(team.public_id) + 1] for team in teams],
        teams,
        stage=stage,
        round=round_,
        number=building.last_number(stage) + 1,
        group=before.group if before else 0,
        best_of=building.best_of(stage, PLAY_OFF),
        state=Match.State.READY,
    )
    return building.store([match])[0]


@transaction.atomic
def take_back_play_off(*, actor: User, match: Match, reason: str) -> Stage:
    """Take a play-off back in which nothing is written; told in the record with the reason.

    Refused: not_allowed, reason_missing, not_running, done_already (there is none), begun.
    """
    tournament = match.stage.tournament
    require_role(actor, tournament)
    reason = given_reason(reason)
    lock_concerned(match)
    tournament = lock_running(tournament)
    stored = Match.objects.filter(pk=match.pk, round__name=PLAY_OFF).select_related("stage__tournament", "round")
    play_off = stored.first()
    if play_off is None:
        raise Refused("done_already", _("This has been done already. This is the bracket as it is now."))
    games = list(play_off.games(manager="also_struck").select_related("sheet"))
    if play_off.over or settling.begun(games):
        raise Refused("begun", _("Play has begun: a hand is written or a match decided. The draw stands now."))
    notices.post_play_off(play_off, actor=actor, reason=reason, back=True)
    remove_games(games)
    assigning.uncall(play_off)
    play_off.delete()
    Round.objects.filter(pk=play_off.round_id, matches=None).delete()
    assigning.call_ready(tournament)
    publish(tournament)
    return play_off.stage


def _stage(tournament: Tournament, order: int) -> Stage:
    stage = tournament.stages.filter(order=order, drawn_at__isnull=False).first()
    if stage is None:
        raise Refused("not_level", _("These two are not level, or something is left to be played."))
    return stage
