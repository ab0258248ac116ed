"""How an event is played, stage by stage, in sentences with its own numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from thunee_tournaments.brackets import plans
from thunee_tournaments.brackets.formats import double_elimination
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.lines import bracket_size
from thunee_tournaments.brackets.formats.settings import ANNUL, KEEP
from thunee_tournaments.brackets.names import stage_title
from thunee_tournaments.brackets.selectors import plan_of
from thunee_tournaments.brackets.shapes import Feed, Parameters
from thunee_tournaments.standings import metrics
from thunee_tournaments.tournaments.models import Stage, Tournament


@dataclass(frozen=True)
class StageTold:
    """A stage: its title, how many teams it has (None: nobody knows yet), and how it is played."""

    title: str
    teams: int | None
    sentences: list[str]


def course_of(tournament: Tournament, stages: Sequence[Stage]) -> list[StageTold]:
    """Every stage of an event in order. Empty where no plan was made."""
    entered = tournament.teams.count() if stages else 0
    plan: plans.Plan = plan_of(stages)
    course = []
    for stage in stages:
        drawn = len(stage.inputs["order"]) if stage.drawn_at is not None else None
        teams = drawn if drawn is not None else plans.fed_at_most(plan, stage.order, entered)
        sentences = _sentences(stage, teams or 0, tournament.best_of)
        course.append(StageTold(capfirst(stage_title(stage.format, stage.parameters)), teams, sentences))
    return course


def _sentences(stage: Stage, teams: int, usual_length: int) -> list[str]:
    parameters = stage.parameters
    sentences = [_who(parameters["feed"])] if parameters.get("feed", {}).get("stage") else []
    sentences += HOW[stage.format](parameters, teams)
    best_of = parameters.get("best_of") or usual_length
    if best_of > 1:
        sentences.append(_("A match is won by the best of %(games)s games.") % {"games": best_of})
    if (gone := parameters.get("gone", KEEP)) != KEEP:
        sentences.append(
            _("The matches of a team that goes home before its last count for nobody.")
            if gone == ANNUL
            else _("The matches of a team that goes home count for nobody if it played fewer than half of them.")
        )
    if walkover := parameters.get("walkover"):
        sentences.append(_("A walkover counts %(walkover)s to nought in the table.") % {"walkover": walkover})
    if format_of(stage).table:
        ranked = [str(metrics.BY_KEY[key].name) for key in format_of(stage).ranked_by(parameters)]
        sentences.append(_("In the table counts, in this order: %(metrics)s.") % {"metrics": ", ".join(ranked)})
    return sentences


def _who(feed: Feed) -> str:
    """Where the teams of a later stage come from."""
    words = {"before": feed["stage"], "count": feed.get("count", 0), "last": feed.get("last", 0)}
    words |= {"first": feed.get("first", 1), "best": feed.get("best", 0)}
    if feed["take"] == "qualified":
        return _("Those who got through stage %(before)s play.") % words
    if feed["take"] == plans.LOSERS:
        return _("Those who did not go on from stage %(before)s play.") % words
    if feed["take"] == "top" and words["first"] > 1:
        words["last"] = words["first"] + words["count"] - 1
        return _("Places %(first)s to %(last)s of stage %(before)s play.") % words
    if feed["take"] == "top":
        return _("The best %(count)s of stage %(before)s play.") % words
    if words["first"] > 1:
        return _("Places %(first)s to %(last)s of each group of stage %(before)s play.") % words
    of_each = ngettext(
        "The first of each group of stage %(before)s plays.",
        "The first %(last)s of each group of stage %(before)s play.", words["last"],
    ) % words  # fmt: skip
    return of_each + (" " + _("So do the best %(best)s of those placed next.") % words if words["best"] else "")


def _knockout(parameters: Parameters, teams: int) -> list[str]:
    sentences = [] if parameters.get("play_out") else [_("One loss and you are out.")]
    if teams > 1:
        size = bracket_size(teams)
        rounds = size.bit_length() - 1
        text = ngettext("It has %(rounds)s round.", "It has %(rounds)s rounds.", rounds)
        sentences.append(text % {"rounds": rounds})
        if size > teams:
            byes = ngettext("The best seed has a bye in the first.", "The best %(n)s seeds have a bye in the first.",
                            size - teams)  # fmt: skip
            sentences.append(byes % {"n": size - teams})
    if parameters.get("seed_anew"):
        sentences.append(_("After each round the best seed left meets the last one, and so on inwards."))
    if parameters.get("play_out"):
        sentences.append(_("Who loses plays on, among those who lost in the same round, until every place is decided."))
        return sentences
    if parameters.get("third_place"):
        sentences.append(_("Who loses in the semi-finals plays for third place."))
    if parameters.get("plate"):
        sentences.append(_("Who loses in the first round plays on in the plate."))
    return sentences


def _double(parameters: Parameters, _teams: int) -> list[str]:
    sentences = [_("Two losses and you are out: after the first you play on in the losers' bracket.")]
    sentences.append(
        {
            double_elimination.NONE: _("Who wins the winners' bracket has won."),
            double_elimination.SINGLE: _("The winners of both brackets meet in the grand final."),
            double_elimination.RESET: _(
                "The winners of both brackets meet in the grand final; it is played once more if the side that had not "
                "lost before loses it."
            ),
        }[parameters.get("grand_final", double_elimination.RESET)]
    )  # fmt: skip
    return sentences


def _groups(parameters: Parameters, teams: int) -> list[str]:
    groups = parameters.get("groups", 1)
    text = ngettext("There is %(groups)s group.", "There are %(groups)s groups.", groups) % {"groups": groups}
    if teams >= groups and teams % groups:
        sizes = {"few": teams // groups, "many": teams // groups + 1}
        text = _("There are %(groups)s groups, of %(few)s or %(many)s teams.") % {"groups": groups, **sizes}
    return [text, _everybody(parameters)]


def _league(parameters: Parameters, _teams: int) -> list[str]:
    return [_everybody(parameters)]


def _everybody(parameters: Parameters) -> str:
    if parameters.get("legs", 1) == 2:
        return _("Everybody meets everybody twice.")
    return _("Everybody meets everybody once.")


def _swiss(parameters: Parameters, _teams: int) -> list[str]:
    rounds = {"rounds": parameters.get("rounds", 0)}
    sooner = _("In the first rounds the upper half of the seeds is paired as if it had won once more, so that the best "
               "meet sooner. The table knows nothing of it.")  # fmt: skip
    return [
        _("%(rounds)s rounds. In each you meet a team that has done about as well, and nobody twice if that can be.")
        % rounds,
        _("Nobody goes out before the last round. With an odd number of teams one has a bye, which counts as a win."),
        *([sooner] if parameters.get("accelerated") else []),
    ]


def _qualifier(parameters: Parameters, _teams: int) -> list[str]:
    words = {"wins": parameters["wins"], "entries": parameters["entries"], "places": parameters.get("places", 0)}
    wins = ngettext(
        "A win takes a team through.",
        "%(wins)s wins in a row take a team through; a loss ends its entry.", words["wins"],
    )  # fmt: skip
    entries = ngettext(
        "A team enters once.", "A team may enter %(entries)s times, the first included.", words["entries"]
    )
    sentences = [wins % words, entries % words, _("Who waits longest plays next.")]
    if patience := parameters.get("patience"):
        near = _("Who has waited %(minutes)s minutes for an opponent with as many wins may meet one with a win more or "
                 "less.")  # fmt: skip
        sentences.append(near % {"minutes": patience})
    if words["places"]:
        sentences.append(_("The first %(places)s to get there go through.") % words)
    return sentences


def _tables(parameters: Parameters, _teams: int) -> list[str]:
    words = {"rounds": parameters.get("rounds", 0), "hands": parameters.get("hands", 0)}
    rounds = ngettext(
        "Each plays alone, at one table of three or four.",
        "Each plays alone, in %(rounds)s rounds at tables of three and four.", words["rounds"],
    )  # fmt: skip
    return [rounds % words, _("A table plays %(hands)s hands. The lowest total is first.") % words]


HOW: dict[str, Callable[[Parameters, int], list[str]]] = {
    "knockout": _knockout, "double": _double, "groups": _groups, "league": _league, "swiss": _swiss,
    "streak": _qualifier, "tables": _tables,
}  # fmt: skip
