"""Drawing the knock-out: freezing the rules, making the bracket, calling the first matches to their tables."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.book import Book
from adjudication.sheets import discard
from thunee_tournaments.brackets.building import build_knockout
from thunee_tournaments.brackets.formats.knockout import MAX_TEAMS, MIN_TEAMS
from thunee_tournaments.brackets.models import Match, MatchGame, Round
from thunee_tournaments.running.authority import require_role
from thunee_tournaments.running.errors import Refused
from thunee_tournaments.running.games import open_next_game
from thunee_tournaments.running.hosting import DEFAULT_TABLES
from thunee_tournaments.running.naming import note_names
from thunee_tournaments.running.publishing import publish
from thunee_tournaments.running.seeding import checked_lot, entered_order, give_seeds
from thunee_tournaments.running.setting_up import checked_rules, lock_draft
from thunee_tournaments.tables import assigning
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tournaments import lots
from thunee_tournaments.tournaments.models import Stage, Tournament
from thunee_tournaments.tournaments.versions import lock_tournament

UNSEEDED_LABEL = "unseeded"


@transaction.atomic
def draw_knockout(*, actor: User, tournament: Tournament, lot: str | None = None) -> Stage:
    """Draw a knock-out of all teams (2 to 512) and start the tournament.

    Freezes the rules, makes rounds and matches, gives byes by seed as completed matches, puts players on seats, draws
    each first dealer (TH-DEAL-1), opens the scoresheets and calls matches to tables. `lot` (32 hex digits) is drawn
    unless given, and stored with the inputs, so that anybody can redo the draw. Refused: not_allowed, too_few_teams,
    too_many_teams, drawn_already, bad_lot, bad_rules.
    """
    require_role(actor, tournament)
    lot = checked_lot(lot)
    tournament = lock_draft(tournament)
    count = tournament.teams.count()
    if count < MIN_TEAMS:
        raise Refused("too_few_teams", _("A knock-out needs at least two teams. Enter the teams first."))
    if count > MAX_TEAMS:
        raise Refused("too_many_teams", _("A knock-out holds at most %(most)s teams.") % {"most": MAX_TEAMS})
    _freeze_rules(tournament)
    stage = _stage(tournament, lot)
    teams = {team.public_id: team for team in tournament.teams.prefetch_related("players")}
    matches = build_knockout(stage, [teams[public_id] for public_id in stage.inputs["order"]], tournament.best_of)
    ready = [match for match in matches if match.state == Match.State.READY]
    for match in ready:
        open_next_game(match)
    assigning.ensure_tables(tournament, tournament.table_count or min(len(ready), DEFAULT_TABLES))
    assigning.call_ready(tournament)
    publish(tournament)
    return stage


@transaction.atomic
def redraw_knockout(*, actor: User, tournament: Tournament, lot: str | None = None) -> Stage:
    """Draw again, with a new lot. Refused once anything was written on a scoresheet (begun); also as draw_knockout."""
    tournament = undo_draw(actor=actor, tournament=tournament)
    return draw_knockout(actor=actor, tournament=tournament, lot=lot)


@transaction.atomic
def undo_draw(*, actor: User, tournament: Tournament) -> Tournament:
    """Back to being prepared: teams and rules can be changed again; tables and their links stay.

    Refused: not_allowed, not_drawn, begun (once anything was written, or a match was decided).
    """
    require_role(actor, tournament)
    # Sheets first, as whoever writes on one does it; then nothing can be written any more.
    sheets = list(Book(tournament.public_id).sheets().select_for_update().order_by("pk"))
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
    tournament.profile, tournament.fingerprint = None, ""
    tournament.save(update_fields=["status", "profile", "fingerprint"])
    publish(tournament)
    return tournament


def _freeze_rules(tournament: Tournament) -> None:
    profile = checked_rules(tournament.preset, tournament.changes)
    tournament.profile, tournament.fingerprint = profile.to_rules(), profile.fingerprint
    tournament.status = Tournament.Status.RUNNING
    tournament.save(update_fields=["profile", "fingerprint", "status"])
    note_names(tournament)


def _stage(tournament: Tournament, lot: str) -> Stage:
    """The stage, with everything that goes into its draw. Teams without a seed get one by lot, after the others."""
    entered = entered_order(tournament)
    seeded = list(tournament.teams.exclude(seed=None).order_by("seed").values_list("public_id", flat=True))
    order = final_order(entered, seeded, lot)
    give_seeds(tournament, order)
    return Stage.objects.create(
        tournament=tournament,
        lot=lot,
        parameters={"best_of": tournament.best_of},
        inputs={"teams": entered, "seeded": seeded, "order": order, "seeding": tournament.seeding},
        drawn_at=timezone.now(),
    )


def final_order(entered: list[str], seeded: list[str], lot: str) -> list[str]:
    """All teams in order of seed: those seeded before, then the others as the lot shuffles them."""
    held = set(seeded)
    return seeded + lots.shuffled([team for team in entered if team not in held], lot, UNSEEDED_LABEL)


def _take_down(tournament: Tournament) -> None:
    """Remove the bracket, and give the seeds back that were there before it."""
    stages = tournament.stages.order_by("order")
    give_seeds(tournament, stages[0].inputs["seeded"])
    Seating.objects.filter(match__stage__in=stages).delete()
    MatchGame.objects.filter(match__stage__in=stages).delete()
    Match.objects.filter(stage__in=stages).delete()
    Round.objects.filter(stage__in=stages).delete()
    stages.delete()
