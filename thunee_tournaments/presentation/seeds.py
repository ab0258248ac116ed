"""How the seeds of an event were made, in words, for the desk and for everybody."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from thunee_tournaments.brackets.formats.editions import FIRST, edition_of
from thunee_tournaments.brackets.plans import WITHOUT_LAST
from thunee_tournaments.tournaments import earlier
from thunee_tournaments.tournaments.models import Stage, Tournament
from thunee_tournaments.tournaments.shapes import Seeding


@dataclass(frozen=True)
class SeedRow:
    """A seed, whose it is, and why."""

    seed: int
    name: str
    why: str


@dataclass(frozen=True)
class Seeds:
    """`how` says it in a sentence or two, `source` is the earlier event, `lot` what the order was drawn by."""

    how: list[str]
    rows: list[SeedRow] = field(default_factory=list)
    source: Tournament | None = None
    lot: str = ""


def source_of(seeding: Seeding) -> Tournament | None:
    """The event a stored seeding was made from, as far as everybody may know of it."""
    made_from = earlier.source_of(seeding)
    if made_from is None:
        return None
    drawn = Tournament.objects.exclude(status=Tournament.Status.DRAFT)
    return drawn.filter(public_id=made_from["from"]).first()


def why(place: int, to: int, name: str) -> str:
    """ "place 3 in Diwali Shield 2025"."""
    if place == to:
        return _("place %(place)s in %(event)s") % {"place": place, "event": name}
    return _("places %(place)s to %(last)s in %(event)s") % {"place": place, "last": to, "event": name}


def event_name(source: Tournament | None) -> str:
    return source.name if source is not None else _("an earlier event")


def of_event(stages: Sequence[Stage]) -> Seeds | None:
    """How the seeds of an event came about, by its stages in order; None before the draw."""
    if not stages or stages[0].drawn_at is None:
        return None
    stage = stages[0]
    inputs = stage.inputs
    seeding, seeded = inputs.get("seeding", {}), inputs.get("seeded", [])
    kept, source = earlier.source_of(seeding), source_of(seeding)
    by_lot = len(inputs["order"]) - len(seeded)
    how = []
    if seeding.get("by") == "lot":
        how.append(_("All teams were seeded by a lot of its own."))
    elif kept is not None:
        text = (
            _("The seeds are those of the final standings of %(event)s.")
            if kept is seeding
            else _("The seeds were made from the final standings of %(event)s and then changed by hand.")
        )
        how.append(text % {"event": event_name(source)})
    elif seeded:
        how.append(_("The organiser ordered the seeds by hand."))
    if by_lot:
        how.append(_("Teams without a seed were placed below by the lot of the draw.") if seeded
                   else _("All teams were placed by the lot of the draw."))  # fmt: skip
    how += _swaps(stage)
    rows = []
    if kept is not None:
        names = dict(stage.tournament.teams.values_list("public_id", "name"))
        rows = _rows(inputs["order"], len(seeded), earlier.places_of(kept), names, event_name(source))
    return Seeds(how, rows, source, seeding.get("lot", ""))


def _swaps(stage: Stage) -> list[str]:
    """Who changed places in the draw since."""
    swaps = stage.inputs.get("swaps", [])
    if not swaps:
        return []
    names = dict(stage.tournament.teams.values_list("public_id", "name"))
    text = _("Since the draw %(team)s and %(other)s have changed places.")
    return [text % {"team": names.get(team, "?"), "other": names.get(other, "?")} for team, other in swaps]


def _rows(
    order: Sequence[str], seeded: int, places: dict[str, tuple[int, int, str]], names: dict[str, str], event: str
) -> list[SeedRow]:
    rows = []
    for seed, team in enumerate(order, start=1):
        if seed > seeded:
            reason = _("by lot")
        elif team in places:
            reason = why(places[team][0], places[team][1], event)
        else:
            reason = _("by hand")
        rows.append(SeedRow(seed, names.get(team, "?"), reason))
    return rows


def later(stages: Sequence[Stage]) -> list[str]:
    """Of the stages after the first, by what standings they are seeded."""
    return [
        " ".join(_how_seeded(stage))
        for stage in stages
        if stage.drawn_at is not None and stage.parameters.get("feed", {}).get("stage")
    ]


def _how_seeded(stage: Stage) -> list[str]:
    feed = stage.parameters["feed"]
    by = _("Stage %(stage)s is seeded by the standings of stage %(before)s.")
    sentences = [by % {"stage": stage.order, "before": feed["stage"]}]
    if feed["take"] != "ranks" or edition_of(stage) == FIRST:
        return sentences
    if feed.get("compare") == WITHOUT_LAST:
        last = _("Teams placed alike in their groups stand by what they did, without the matches against the last of "
                 "the larger groups.")  # fmt: skip
        return [*sentences, last]
    return [*sentences, _("Teams placed alike in their groups stand by what they did per match.")]
