"""Drawing: freezing the rules, making the first stage, calling the first matches to their tables; and undoing it."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.book import Book
from adjudication.sheets import discard
from engine.games import traits
from thunee_tournaments.brackets import plans, ready_plans
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.fixtures import MIN_TEAMS, MOST_TEAMS
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import stages_of
from thunee_tournaments.brackets.shapes import Inputs, Plan
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_matches
from thunee_tournaments.services.core.pseudonyms import note_names
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.build_stage import make_stage
from thunee_tournaments.services.match.clear_stage import clear_stage
from thunee_tournaments.services.match.games import open_games
from thunee_tournaments.services.match.tables import DEFAULT_TABLES, set_table_count
from thunee_tournaments.services.setup.seeding import checked_lot, entered_order, give_seeds
from thunee_tournaments.services.setup.tournaments import checked_rules, lock_draft
from thunee_tournaments.standings import metrics
from thunee_tournaments.tables import assigning
from thunee_tournaments.tournaments import lots
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Stage, Tournament

UNSEEDED_LABEL = "unseeded"


@transaction.atomic
def set_plan(*, actor: User, tournament: Tournament, stages: Plan) -> list[Stage]:
    """Say by which formats the event is played, stage by stage (`brackets.plans`), before the draw.

    Refused: not_allowed, drawn_already, plan_does_not_fit, bad_plan (`errors` with paths such as "1.groups").
    """
    require_role(actor, tournament)
    tournament = lock_draft(tournament)
    try:
        plan = plans.checked(stages, metrics.CHOOSABLE)
    except plans.BadPlan as bad:
        message = _("This plan cannot be played like this. Correct the marked fields.")
        raise Refused("bad_plan", message, bad.errors) from None
    _require_fits(tournament, [stage["format"] for stage in plan])
    planned = _store_plan(tournament, plan)
    publish(tournament)
    return planned


def _require_fits(tournament: Tournament, formats: list[str]) -> None:
    """Refuse a plan of these formats where the game cannot be played by. Refused: plan_does_not_fit."""
    sides = traits(tournament.game).sides
    if plans.fits(formats, sides):
        return
    raise Refused(
        "plan_does_not_fit",
        _("Rounds at tables are for games without sides. Choose another plan.")
        if sides
        else _("In this game each plays alone, so that a knock-out, groups or a league cannot be played. Choose rounds "
               "at tables."),
    )  # fmt: skip


@transaction.atomic
def draw_event(
    *, actor: User, tournament: Tournament, lot: str | None = None, tables: int | None = None, held: bool = False
) -> Stage:
    """Draw the first stage of the plan (a knock-out, if none was made) with all teams, and start the tournament.

    Freezes the rules, makes rounds and matches, gives byes by seed as completed matches, puts players on seats, draws
    each first dealer (TH-DEAL-1), opens the scoresheets and calls matches to tables. `lot` (32 hex digits) is drawn
    unless given, and stored with the inputs, so that anybody can redo the draw. `tables`: how many the hall has, where
    that was not said before; without it there are as many as the first round can use. `held`: nobody is called to a
    table until the organiser starts the evening. Refused: not_allowed, too_few_teams, too_many_teams, drawn_already,
    bad_lot, bad_rules, bad_count, plan_does_not_fit.
    """
    require_role(actor, tournament)
    lot = checked_lot(lot)
    tournament = lock_draft(tournament)
    if tables is not None:
        set_table_count(actor=actor, tournament=tournament, count=tables)
        tournament.refresh_from_db()
    count = tournament.teams.count()
    if count < MIN_TEAMS:
        raise Refused("too_few_teams", _("A draw needs at least two teams. Enter the teams first."))
    _freeze_rules(tournament, held=held)
    if not tournament.stages.exists():
        _store_plan(tournament, plans.checked(ready_plans.usual_for(traits(tournament.game).sides), ()))
    stages = stages_of(tournament)
    _require_fits(tournament, [stage.format for stage in stages])
    stage = stages[0]
    _require_room_for(count, format_of(stage).most_teams)
    _seed(tournament, stage, lot)
    matches = make_stage(stage)
    ready = [match for match in matches if match.state == Match.State.READY]
    open_games(ready)
    assigning.ensure_tables(tournament, tournament.table_count or min(max(len(ready), 1), DEFAULT_TABLES))
    assigning.call_ready(tournament)
    notices.post(tournament, actor=label_of(actor.pk, tournament))
    publish(tournament)
    return stage


@transaction.atomic
def draw_knockout(*, actor: User, tournament: Tournament, lot: str | None = None) -> Stage:
    """Draw a plain knock-out of all teams, whatever was planned. Refused: as draw_event."""
    set_plan(actor=actor, tournament=tournament, stages=ready_plans.usual_for(sides=True))
    return draw_event(actor=actor, tournament=tournament, lot=lot)


@transaction.atomic
def redraw_event(*, actor: User, tournament: Tournament, lot: str | None = None) -> Stage:
    """Draw again, with a new lot. Refused: not_drawn, begun (something was written), and as draw_event."""
    held = tournament.held
    tournament = undo_draw(actor=actor, tournament=tournament)
    return draw_event(actor=actor, tournament=tournament, lot=lot, held=held)


@transaction.atomic
def redraw_knockout(*, actor: User, tournament: Tournament, lot: str | None = None) -> Stage:
    """Draw a plain knock-out again, with a new lot. Refused: as redraw_event."""
    return redraw_event(actor=actor, tournament=tournament, lot=lot)


@transaction.atomic
def undo_draw(*, actor: User, tournament: Tournament) -> Tournament:
    """Back to being prepared: teams and rules can be changed again; tables and their links stay.

    Refused: not_allowed, not_drawn, begun (once anything was written, or a match was decided).
    """
    require_role(actor, tournament)
    # Sheets first, as whoever writes on one does it; then nothing can be written any more.
    sheets = list(Book(tournament.public_id).sheets().select_for_update().order_by("pk"))
    lock_matches(Match.objects.filter(stage__tournament=tournament))
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("not_drawn", _("There is no draw to undo."))
    matches = Match.objects.filter(stage__tournament=tournament)
    if any(sheet.seq for sheet in sheets) or matches.filter(state=Match.State.DONE).exists():
        raise Refused("begun", _("Play has begun: a hand is written or a match decided. The draw stands now."))
    _take_down(tournament)
    for sheet in sheets:
        discard(sheet)
    tournament.status = Tournament.Status.DRAFT
    tournament.profile, tournament.fingerprint, tournament.opened_at, tournament.held = None, "", None, False
    tournament.save(update_fields=["status", "profile", "fingerprint", "opened_at", "held"])
    notices.post(tournament, actor=label_of(actor.pk, tournament))
    publish(tournament)
    return tournament


def _freeze_rules(tournament: Tournament, *, held: bool) -> None:
    profile = checked_rules(tournament.preset, tournament.changes)
    tournament.profile, tournament.fingerprint = profile.whole(), profile.fingerprint
    tournament.status, tournament.held = Tournament.Status.RUNNING, held
    tournament.save(update_fields=["profile", "fingerprint", "status", "held"])
    note_names(tournament)


def _require_room_for(teams: int, most: int) -> None:
    """Refused: too_many_teams, where a format takes at most so many."""
    if teams > most:
        raise Refused(
            "too_many_teams",
            _("At most %(most)s teams can play the first stage. A Swiss takes up to %(swiss)s: change the plan.")
            % {"most": most, "swiss": MOST_TEAMS},
        )


def _store_plan(tournament: Tournament, plan: Plan) -> list[Stage]:
    tournament.stages.all().delete()
    return Stage.objects.bulk_create(
        Stage(tournament=tournament, order=order, format=stage["format"], parameters=stage["parameters"])
        for order, stage in enumerate(plan, start=1)
    )


def _seed(tournament: Tournament, stage: Stage, lot: str) -> None:
    """Store everything that goes into the stage's draw. Teams without a seed get one by lot, after the others."""
    entered = entered_order(tournament)
    seeded = list(tournament.teams.exclude(seed=None).order_by("seed").values_list("public_id", flat=True))
    order = final_order(entered, seeded, lot)
    give_seeds(tournament, order)
    stage.lot, stage.drawn_at = lot, timezone.now()
    inputs: Inputs = {"teams": entered, "seeded": seeded, "order": order, "seeding": tournament.seeding}
    stage.inputs = inputs


def final_order(entered: list[str], seeded: list[str], lot: str) -> list[str]:
    """All teams in order of seed: those seeded before, then the others as the lot shuffles them."""
    held = set(seeded)
    return seeded + lots.shuffled([team for team in entered if team not in held], lot, UNSEEDED_LABEL)


def _take_down(tournament: Tournament) -> None:
    """Remove all matches, and give the seeds back that were there before; the plan stays."""
    stages = tournament.stages.order_by("order")
    give_seeds(tournament, stages[0].inputs["seeded"])
    for stage in stages:
        clear_stage(stage)
