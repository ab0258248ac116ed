"""A league: one group in which everybody meets everybody, over several days, the first team of a match at home."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats import groups
from thunee_tournaments.brackets.formats.base import Format, Parameters, Shuffle
from thunee_tournaments.brackets.formats.editions import NEWEST
from thunee_tournaments.brackets.formats.fixtures import Bracket
from thunee_tournaments.brackets.formats.settings import GONE, LEGS, WALKOVER, Number


class League(Format):
    """Everybody meets everybody, once or twice."""

    key, title = "league", _("league")
    note, page = _("Everybody meets everybody, over several days."), "league"
    settings = {
        "legs": LEGS,
        "days_between": Number(_("Days between two rounds"), 7, 1, 60),
        "walkover": WALKOVER,
        "gone": GONE,
    }
    one_place = can_be_put_off = hosted = plate = orderable = True
    order = groups.Groups.order

    def draw(
        self, parameters: Parameters, clubs: Sequence[str], shuffle: Shuffle, _edition: int = NEWEST
    ) -> tuple[Bracket, list[list[int]]]:
        made = groups.spread(len(clubs), 1, parameters.get("spread", groups.SNAKE), shuffle)
        return groups.draw(made, parameters.get("legs", 1)), made
