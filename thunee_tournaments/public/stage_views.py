"""The stages of an event as its public pages show them."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.presentation.extracts import Extract
from thunee_tournaments.presentation.stages import StageView, views
from thunee_tournaments.public import ties
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tournaments.models import Stage, Tournament

WHOLE: Mapping[int, Extract] = {}


def stage_views(
    tournament: Tournament, stages: Sequence[Stage], matches: Sequence[Match], extracts: Mapping[int, Extract] = WHOLE
) -> list[StageView]:
    """The stages with what they have: brackets, tables (with the reason for each place), and the matches' rounds."""
    if not stages:
        return []
    data = snapshots.read(tournament).data
    title = _("Bracket of %(tournament)s") % {"tournament": tournament.name}
    return views(stages, matches, data, lambda match: ties.tie(match, tournament.slug), title, extracts)
