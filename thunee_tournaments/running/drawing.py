"""Drawing the knock-out: freezing the rules, making the bracket, calling the first matches to their tables."""

from django.contrib.auth.models import User

from thunee_tournaments.tournaments.models import Stage, Tournament


def draw_knockout(*, actor: User, tournament: Tournament, lot: str | None = None) -> Stage:
    """Draw a knock-out of all teams (2 to 512) and start the tournament.

    Freezes the rules, makes rounds and matches, gives byes by seed as completed matches, puts players on seats, draws
    each first dealer (TH-DEAL-1), opens the scoresheets and calls matches to tables. `lot` (32 hex digits) is drawn
    unless given, and stored with the inputs, so that anybody can redo the draw. Refused: too_few_teams,
    drawn_already, bad_lot, bad_rules.
    """
    raise NotImplementedError


def redraw_knockout(*, actor: User, tournament: Tournament, lot: str | None = None) -> Stage:
    """Draw again, with a new lot. Refused once anything was written on a scoresheet (begun)."""
    raise NotImplementedError


def undo_draw(*, actor: User, tournament: Tournament) -> Tournament:
    """Back to being prepared: teams and rules can be changed again. Refused once anything was written (begun)."""
    raise NotImplementedError
