"""From stage to stage: when one is over, who goes on, drawing the next, and what a late correction does to it."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.models import Scoresheet
from adjudication.sheets import discard
from thunee_tournaments.brackets.formats import feeding, streak
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import final_of, stages_of
from thunee_tournaments.running import queueing
from thunee_tournaments.running.authority import require_role
from thunee_tournaments.running.errors import Refused
from thunee_tournaments.running.games import open_next_game
from thunee_tournaments.running.making import make_stage
from thunee_tournaments.running.publishing import publish
from thunee_tournaments.running.seeding import checked_lot
from thunee_tournaments.running.taking_down import clear_stage
from thunee_tournaments.standings import metrics
from thunee_tournaments.standings.collect import StageTable
from thunee_tournaments.tables import assigning
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament
from thunee_tournaments.tournaments.versions import lock_tournament

Format = Stage.Format


@dataclass(frozen=True)
class Outlook:
    """Where an event stands: the stage being played, whether all of it is over, the stage that can be drawn next, and
    the champion, once nothing can change that any more but a correction."""

    stage: Stage | None
    over: bool = False
    following: Stage | None = None
    champion: Team | None = None

    @property
    def decided(self) -> bool:
        return self.over and self.following is None


def outlook(tournament: Tournament) -> Outlook:
    """Where the event stands now."""
    stages = stages_of(tournament)
    drawn = [stage for stage in stages if stage.drawn_at is not None]
    if not drawn:
        return Outlook(None)
    stage, over = drawn[-1], is_over(drawn[-1])
    following = next((one for one in stages if one.drawn_at is None), None)
    champion = None
    final = final_of(stage)
    if final is not None:
        champion = final.winner
        over = over or (following is None and final.over and not _open(stage).exists())
    elif over and following is None:
        first = table_of(stage).overall()
        champion = first[0].record.team if first and first[0].place_to == 1 else None
    return Outlook(stage, over, following, champion if following is None else None)


def _open(stage: Stage) -> Any:
    return stage.matches.exclude(state__in=[Match.State.DONE, Match.State.BYE])


def is_over(stage: Stage) -> bool:
    """Whether nothing is left to be played in a stage that has been drawn."""
    if _open(stage).exists():
        return False
    if stage.format == Format.SWISS:
        return bool(stage.rounds.count() >= stage.parameters["rounds"])
    if stage.format == Format.STREAK:
        waiting = any(one.state == streak.WAITING for one in queueing.standings_of(stage))
        return bool(stage.inputs.get("closed")) and not waiting
    return True


def table_of(stage: Stage) -> StageTable:
    """What the teams of a stage have done so far."""
    matches = list(stage.matches.select_related("round").order_by("number"))
    return StageTable(stage, stage.tournament.teams.all(), matches)


def going_on(stage: Stage) -> list[Team]:
    """Who comes into a stage from the one it is fed by, in order of seed, as results stand; nobody that withdrew."""
    feed = stage.parameters["feed"]
    source = stage.tournament.stages.get(order=feed["stage"])
    if feed["take"] == "qualified":
        teams = {team.pk: team for team in stage.tournament.teams.all()}
        through = [teams[pk] for pk in streak.qualified(queueing.standings_of(source))]
        return [team for team in through if team.withdrawn_at is None]
    table = table_of(source)
    if feed["take"] == "top":
        lines = [line.record.team for line in table.overall()]
        return [team for team in lines if team.withdrawn_at is None][: feed["count"]]
    left = [
        [line.record for line in lines if line.record.team.withdrawn_at is None] for _group, lines in table.tables()
    ]
    tiers = [
        [group[place - 1] for group in left if len(group) >= place] for place in range(feed["first"], feed["last"] + 1)
    ]
    if feed["best"]:
        placed_next = [group[feed["last"]] for group in left if len(group) > feed["last"]]
        ranked = metrics.rank(placed_next, table.ranked_by, ("lot",))
        tiers.append([line.record for line in ranked[: feed["best"]]])
    group_of = {record.team: record.group for tier in tiers for record in tier}
    return feeding.crossed([[record.team for record in tier] for tier in tiers if tier], group_of)


@transaction.atomic
def start_next_stage(*, actor: User, tournament: Tournament, lot: str | None = None) -> Stage:
    """Draw the next stage of the plan with the teams that go on, and call its first matches.

    Refused: not_allowed, not_running, no_next_stage, stage_open, too_few_teams, bad_lot, plan_does_not_fit.
    """
    require_role(actor, tournament)
    lot = checked_lot(lot)
    tournament = _running(tournament)
    stages = stages_of(tournament)
    stage = next((one for one in stages if one.drawn_at is None), None)
    if stage is None:
        raise Refused("no_next_stage", _("No further stage is planned."))
    source = stages[stage.parameters["feed"]["stage"] - 1]
    if source.drawn_at is None or not is_over(source):
        raise Refused("stage_open", _("The stage before is not over: who goes on is not decided yet."))
    _draw(stage, lot)
    assigning.call_ready(tournament)
    publish(tournament)
    return stage


def _draw(stage: Stage, lot: str) -> None:
    order = [team.public_id for team in going_on(stage)]
    if len(order) < 2:
        raise Refused("too_few_teams", _("Fewer than two teams go on: there is nothing left to play."))
    stage.lot, stage.drawn_at = lot, timezone.now()
    stage.inputs = {"teams": order, "seeded": order, "order": order, "seeding": {}}
    for match in make_stage(stage):
        if match.state == Match.State.READY:
            open_next_game(match)


@transaction.atomic
def undo_stage(*, actor: User, tournament: Tournament) -> Stage:
    """Take back the draw of the last stage, as long as nothing was written in it; the stage before is as it was.

    Refused: not_allowed, not_running, first_stage, begun.
    """
    require_role(actor, tournament)
    drawn = [stage for stage in stages_of(tournament) if stage.drawn_at is not None]
    sheets = lock_sheets_of(drawn[-1]) if drawn else []
    tournament = _running(tournament)
    if len(drawn) < 2:
        raise Refused("first_stage", _("The first stage is taken back by undoing the draw."))
    if has_begun(drawn[-1], sheets):
        raise Refused("begun", _("Play has begun: a hand is written or a match decided. The draw stands now."))
    _take_back(drawn[-1], sheets)
    assigning.call_ready(tournament)
    publish(tournament)
    return drawn[-1]


def follow(stage: Stage) -> None:
    """A result of this stage changed: a later one that was drawn from it must still have the right teams.

    What has not begun is drawn again with the same lot, or taken back if this stage is not over any more. Refused:
    later_stage_begun.
    """
    for later in stage.tournament.stages.filter(order__gt=stage.order, drawn_at__isnull=False).order_by("-order"):
        if later.parameters["feed"]["stage"] != stage.order:
            continue
        over = is_over(stage)
        if over and [team.public_id for team in going_on(later)] == later.inputs["order"]:
            continue
        sheets = lock_sheets_of(later)
        if has_begun(later, sheets):
            raise Refused(
                "later_stage_begun",
                _("This would change who goes on to the next stage, and play has begun there. It is refused so that no "
                  "team is taken out of a match it is playing. Ask the organiser."),
            )  # fmt: skip
        lot = later.lot
        _take_back(later, sheets)
        if over:
            _draw(later, lot)


def lock_sheets_of(stage: Stage) -> list[Scoresheet]:
    """The sheets of a stage, locked, with their entries counted in `seq`."""
    found = Scoresheet.objects.select_for_update(of=("self",)).filter(match_game__match__stage=stage)
    return list(found.order_by("pk"))


def has_begun(stage: Stage, sheets: list[Scoresheet]) -> bool:
    return any(sheet.seq for sheet in sheets) or stage.matches.filter(state=Match.State.DONE).exists()


def _take_back(stage: Stage, sheets: list[Scoresheet]) -> None:
    clear_stage(stage)
    for sheet in sheets:
        discard(sheet)


def _running(tournament: Tournament) -> Tournament:
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("not_running", _("The tournament is not running."))
    return tournament
