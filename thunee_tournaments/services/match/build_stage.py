"""Making the matches of a stage from its inputs. Parts of acts, not acts themselves."""

from datetime import date, timedelta

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets import building
from thunee_tournaments.brackets.formats import tables
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.editions import NEWEST, edition_of
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.core.columns import write_columns
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.match import pairing, qualifier_queue
from thunee_tournaments.services.match.group_play import next_ones
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.lots import shuffled
from thunee_tournaments.tournaments.models import Stage

MOST_MATCHES = 32_767  # of an event: the highest number a match can have


def make_stage(stage: Stage) -> list[Match]:
    """Make what can be played at once of a stage whose lot and order of teams are known; the stage is stored.

    Refused: plan_does_not_fit.
    """
    teams = teams_of(stage)
    stage.inputs["edition"] = NEWEST
    offset = stage.inputs["offset"] = building.last_number(stage)
    stage.inputs["best_of"] = stage.parameters.get("best_of") or stage.tournament.best_of
    format_ = format_of(stage)
    if format_.round_by_round:
        stage.save()
        return pairing.first_round(stage, teams)
    if format_.sold:
        stage.save()
        return qualifier_queue.open_entries(stage, teams)
    if format_.alone:
        return _at_tables(stage, teams, offset)
    try:
        bracket, groups = format_.draw(
            stage.parameters,
            clubs_of(stage, teams),
            lambda items, label: shuffled(items, stage.lot, label),
            edition_of(stage),
        )
    except ValueError:
        raise Refused(
            "plan_does_not_fit",
            _("This plan does not work for %(teams)s teams. Change it: fewer groups, or another format.")
            % {"teams": len(teams)},
        ) from None
    if offset + len(bracket.fixtures) > MOST_MATCHES:
        raise Refused(
            "plan_does_not_fit",
            _("That would be %(matches)s matches. Change the plan: more groups, or another format.")
            % {"matches": len(bracket.fixtures)},
        )
    stage.inputs["groups"] = groups
    stage.save()
    matches = building.build(stage, teams, bracket, offset=offset)
    if format_.hosted:
        _give_days(stage)
    if format_.can_be_put_off:
        hold_back(matches)
    return matches


def _at_tables(stage: Stage, teams: list[Team], offset: int) -> list[Match]:
    """All rounds at tables, the first of them to be played now."""
    try:
        drawn = tables.draw(
            len(teams), stage.parameters["rounds"], lambda items, label: shuffled(items, stage.lot, label)
        )
    except ValueError:
        raise Refused(
            "plan_does_not_fit",
            _("%(teams)s players cannot sit at tables of three and four. Three, four, six or more can.")
            % {"teams": len(teams)},
        ) from None
    stage.inputs["tables"] = drawn
    stage.save()
    return building.build_tables(stage, teams, drawn, offset=offset)


def teams_of(stage: Stage) -> list[Team]:
    """The stage's teams in order of seed, with their players."""
    teams = {team.public_id: team for team in stage.tournament.teams.prefetch_related("players")}
    return [teams[public_id] for public_id in stage.inputs["order"]]


def clubs_of(stage: Stage, teams: list[Team]) -> list[str]:
    """The clubs in order of seed as they were at the draw: kept, for a club's name can be put right later."""
    clubs: list[str] = stage.inputs.setdefault("clubs", [team.club for team in teams])
    return clubs


def hold_back(matches: list[Match]) -> None:
    """In a group a match is ready when it is the next one of both its teams."""
    due = next_ones(matches)
    for match in matches:
        if match.number not in due:
            match.state = Match.State.WAITING
    write_columns(matches, ["state"])


def _give_days(stage: Stage) -> None:
    """The days of a league's rounds, if it has a first one."""
    first = stage.parameters.get("first_day")
    if not first:
        return
    step = timedelta(days=stage.parameters["days_between"])
    rounds = list(stage.rounds.order_by("number"))
    for index, round_ in enumerate(rounds):
        round_.date = date.fromisoformat(first) + index * step
        round_.save(update_fields=["date"])
