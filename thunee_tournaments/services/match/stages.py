"""From stage to stage: when one is over, who goes on, drawing the next, and what a late correction does to it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.models import Scoresheet
from adjudication.sheets import discard
from thunee_tournaments.brackets import plans, settling
from thunee_tournaments.brackets.formats import sharing
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import stage_title
from thunee_tournaments.brackets.selectors import final_of, stages_of
from thunee_tournaments.brackets.shapes import Inputs
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_matches, lock_running
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match import advancement
from thunee_tournaments.services.match.build_stage import make_stage
from thunee_tournaments.services.match.clear_stage import clear_stage
from thunee_tournaments.services.match.games import open_games
from thunee_tournaments.services.match.group_play import lock_stage, open_due
from thunee_tournaments.services.match.origins import Ways
from thunee_tournaments.services.match.progression import (
    by_match,
    can_be_drawn,
    drawn_beside,
    is_over,
    kept_in,
    next_and_known,
    next_to_draw,
    ranks_of,
    source_of,
    stands_for_ranks,
    table_of,
    units_of,
    who_goes_on,
)
from thunee_tournaments.services.setup.seeding import checked_lot
from thunee_tournaments.tables import assigning
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Stage, Tournament


@dataclass(frozen=True)
class Outlook:
    """Where an event stands: the stage to be run now (the first whose rounds or entries wait for the organiser, else
    the last one drawn), whether all that is drawn is over, the stage to be drawn next and whether it can be, and the
    champion, once nothing can change that any more but a correction."""

    stage: Stage | None
    over: bool = False
    following: Stage | None = None
    can_draw: bool = False
    champion: Team | None = None
    last: Stage | None = None

    @property
    def decided(self) -> bool:
        return self.over and self.following is None


def outlook(tournament: Tournament, at_hand: Sequence[Stage] | None = None) -> Outlook:
    """Where the event stands now; `at_hand`: all its stages in order, if they were read already."""
    stages = stages_of(tournament) if at_hand is None else list(at_hand)
    drawn = [stage for stage in stages if stage.drawn_at is not None]
    if not drawn:
        return Outlook(None)
    open_ = [stage for stage in drawn if not is_over(stage)]
    stage = next((stage for stage in open_ if format_of(stage).round_by_round or format_of(stage).sold), drawn[-1])
    following, can_draw = next_and_known(stages)
    disputed = Match.objects.filter(stage__tournament=tournament).exclude(conflict="").exists()
    champion = None if disputed else _champion(stages)
    return Outlook(stage, not open_, following, can_draw, champion, _in_order_of_draw(drawn)[-1])


def _in_order_of_draw(stages: list[Stage]) -> list[Stage]:
    """The stages that are drawn, the one drawn last at the end: a plate may wait while the next stage begins."""
    return sorted(
        (stage for stage in stages if stage.drawn_at is not None), key=lambda stage: (stage.drawn_at, stage.order)
    )


def _champion(stages: list[Stage]) -> Team | None:
    """Who has won the last stage on the way to the title; plates beside it decide nothing."""
    besides = plans.beside_title([stage.parameters.get("feed", {}) for stage in stages])
    last = [stage for stage, aside in zip(stages, besides, strict=True) if not aside][-1]
    if last.drawn_at is None:
        return None
    final = final_of(last)
    if final is not None:
        return final.through
    if not is_over(last):
        return None
    table = table_of(last)
    return next((team for team in table.teams if team.pk == table.champion), None)


@transaction.atomic
def start_next_stage(*, actor: User, tournament: Tournament, lot: str | None = None, meant: int | None = None) -> Stage:
    """Draw the next stage of the plan with the teams that go on, and call its first matches.

    `meant`: the order of the stage that is to be drawn, so that a second tap does not draw the one after it.
    Refused: not_allowed, not_running, done_already, no_next_stage, stage_open, too_few_teams, bad_lot,
    plan_does_not_fit.
    """
    require_role(actor, tournament)
    lot = checked_lot(lot)
    tournament = lock_running(tournament)
    stage = next_to_draw(stages_of(tournament))
    _require_meant(stage, meant)
    if stage is None:
        raise Refused("no_next_stage", _("No other stage is planned."))
    if not can_be_drawn(stage):
        raise Refused("stage_open", _("The stage before is not over: who goes on is not decided yet."))
    _draw(stage, lot)
    assigning.call_ready(tournament)
    notices.post(tournament, actor=label_of(actor.pk, tournament))
    publish(tournament)
    return stage


def _require_meant(stage: Stage | None, meant: int | None) -> None:
    """Refuse what was asked of another stage than the one whose turn it is. Refused: done_already."""
    if meant is not None and (stage is None or stage.order != meant):
        raise Refused("done_already", _("This has been done already. This is the bracket as it is now."))


def _draw(stage: Stage, lot: str) -> None:
    order, ranks = due_order(stage), ranks_of(stage)
    if len(order) < 2:
        raise Refused("too_few_teams", _("Fewer than two teams go on: there is nothing left to play."))
    stage.lot, stage.drawn_at = lot, timezone.now()
    inputs: Inputs = {"teams": order, "seeded": order, "order": order, "seeding": {}}
    if ranks is not None:
        inputs["ranks"] = ranks
    stage.inputs = inputs
    open_games(make_stage(stage))


@transaction.atomic
def undo_stage(*, actor: User, tournament: Tournament, meant: int | None = None) -> Stage:
    """Take back the draw of the last stage, as long as nothing was written in it; the stage before is as it was.

    `meant`: the order of the stage that is to be taken back, so that a second tap does not take another one back.
    Refused: not_allowed, not_running, done_already, first_stage, begun.
    """
    require_role(actor, tournament)
    drawn = _in_order_of_draw(stages_of(tournament))
    sheets = lock_sheets_of(drawn[-1]) if drawn else []
    lock_matches(Match.objects.filter(stage__in=drawn[-1:]))
    tournament = lock_running(tournament)
    _require_meant(drawn[-1] if drawn else None, meant)
    if len(drawn) < 2:
        raise Refused("first_stage", _("The first stage is taken back by undoing the draw."))
    if has_begun(drawn[-1], sheets):
        raise Refused("begun", _("Play has begun: a hand is written or a match decided. The draw stands now."))
    _take_back(drawn[-1], sheets)
    assigning.call_ready(tournament)
    notices.post(tournament, actor=label_of(actor.pk, tournament))
    publish(tournament)
    return drawn[-1]


def update_later_stages(stage: Stage) -> list[Match]:
    """A result of this stage changed: a later one that was drawn from it must still have the right teams.

    What has not begun is drawn again with the same lot, or taken back if this stage is not over any more. Where a seed
    is a place (`Format.seated`) and play has begun, the right teams take the places in matches that do not stand, and
    the others are in conflict; while this stage is open again it stays as it is. Refused: later_stage_begun (of a
    qualifier). Gives the matches that are ready now but have a team that withdrew.

    Who is due on every place is told by `sharing` out of results, decisions and matches that stand; none of them is
    changed by seating who is due, so once is enough. What is fed by a stage that moved follows in turn.
    """
    later = stage.tournament.stages.filter(order__gt=stage.order, drawn_at__isnull=False).order_by("-order")
    fed = [fed_stage for fed_stage in later if fed_stage.parameters["feed"]["stage"] == stage.order]
    if all(_is_right(fed_stage) for fed_stage in fed):
        return []
    sheets = {fed_stage.pk: lock_sheets_of(fed_stage) for fed_stage in fed}
    forfeited: list[Match] = []
    moved: list[Stage] = []
    due = {fed_stage.pk: due_order(fed_stage) for fed_stage in fed if can_be_drawn(fed_stage)}
    begun = [fed_stage for fed_stage in fed if has_begun(fed_stage, sheets[fed_stage.pk])]
    for fed_stage in begun:
        if due.get(fed_stage.pk) == fed_stage.inputs["order"]:
            continue
        if not format_of(fed_stage).seated:
            raise _begun_already(fed_stage)
        if fed_stage.pk in due:
            forfeited += reseat(fed_stage, due[fed_stage.pk])
            moved.append(fed_stage)
    for fed_stage in fed:
        if fed_stage not in begun and due.get(fed_stage.pk) != fed_stage.inputs["order"]:
            lot = fed_stage.lot
            _take_back(fed_stage, sheets[fed_stage.pk])
            if fed_stage.pk in due:
                _draw(fed_stage, lot)
    for fed_stage in reversed(moved):
        forfeited += update_later_stages(fed_stage)
    return forfeited


def _begun_already(stage: Stage) -> Refused:
    return Refused(
        "later_stage_begun",
        _("This would change who goes on to stage %(number)s (%(stage)s), and play has begun there: entries of "
          "a qualifier are bought and numbered, so no team can take over another's. Nothing has been changed. "
          "Leave the result as it is, raise a dispute about this match and decide in it that the record "
          "stands, with the reason: everybody reads it, and stage %(number)s is played on with the teams it "
          "has.")
        % {"number": stage.order, "stage": stage_title(stage.format, stage.parameters)},
    )  # fmt: skip


def update_sharing_stages(stage: Stage) -> list[Match]:
    """A referee decided who stays in this stage: it follows, and those that share out the same teams. Gives and refuses
    what `update_later_stages` does."""
    return update_later_stages(source_of(stage)) if stage.parameters.get("feed") else []


def seat_kept_teams(stage: Stage) -> list[Match]:
    """A referee keeps somebody in this stage, who sits there at once, also while the stage before is open again. Gives
    and refuses what `update_later_stages` does."""
    if can_be_drawn(stage):
        return update_sharing_stages(stage)
    order = stage.inputs["order"]
    kept = sharing.Shared(order, order, kept=kept_in(stage))
    return reseat(stage, sharing.shared_out({stage.order: kept}, {})[stage.order])


def _is_right(stage: Stage) -> bool:
    """Whether a stage that is drawn has the teams it should have, as far as that is known."""
    return can_be_drawn(stage) and due_order(stage) == stage.inputs["order"]


def due_order(stage: Stage) -> list[str]:
    """Who holds each seed of a stage, by the results before it, by what referees have decided, and by who sits in what
    is under review (public ids). Stages that share out the teams of one are looked at together."""
    beside = [] if by_match(stage) else drawn_beside(stage)
    together = {sharer.order: _shared(sharer) for sharer in [*beside, stage]}
    return sharing.shared_out(together, units_of(stage))[stage.order]


def _shared(stage: Stage) -> sharing.Shared[str]:
    """What is known of a stage that shares out the teams of another."""
    now = [team.public_id for team in who_goes_on(stage)]
    if stage.drawn_at is None:
        return sharing.Shared(now, now)
    ranks = stands_for_ranks(stage)
    return sharing.Shared(
        drawn=stage.inputs.get("drawn") or stage.inputs["order"],
        now=now,
        by_rank=ranks and format_of(stage).bracket,  # in a table a seed is no place on the way to a final
        kept=kept_in(stage),
        sitting=Ways(stage).sitting() if format_of(stage).seated else {},
    )


def reseat(stage: Stage, order: list[str]) -> list[Match]:
    """Let the teams that hold the seeds now stand in the matches of a stage that has begun. Gives what
    `update_later_stages` gives."""
    stage.inputs.setdefault("drawn", stage.inputs["order"])
    stage.inputs["order"] = order
    stage.save(update_fields=["inputs"])
    teams = {team.public_id: team for team in stage.tournament.teams.prefetch_related("players")}
    forfeited: list[Match] = []
    seeded = [match.pk for match in stage.matches.order_by("number") if any(match.seeds)]
    for match in map(settling.lock_match, seeded):
        for side, seed in zip(match.sides, match.seeds, strict=True):
            if seed is not None:
                forfeited += advancement.sit(match, side.side, teams[order[seed - 1]])
    if format_of(stage).in_turn:
        open_due(lock_stage(stage))
    return forfeited


def lock_sheets_of(stage: Stage) -> list[Scoresheet]:
    """The sheets of a stage, locked, with their entries counted in `seq`."""
    sheets = Scoresheet.objects.select_for_update(of=("self",)).filter(match_game__match__stage=stage)
    return list(sheets.order_by("pk"))


def has_begun(stage: Stage, sheets: list[Scoresheet]) -> bool:
    return any(sheet.seq for sheet in sheets) or stage.matches.filter(state=Match.State.DONE).exists()


def _take_back(stage: Stage, sheets: list[Scoresheet]) -> None:
    clear_stage(stage)
    for sheet in sheets:
        discard(sheet)
