"""A team that comes once the draw is published: it waits, and then takes a place that nobody has, or another team's, or
plays from the next round of a Swiss on."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import rounds_paired
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused, given_reason
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match import advancement
from thunee_tournaments.services.match.games import open_next_game
from thunee_tournaments.services.match.swapping import have_not_played, lock_drawn_stage, swapped
from thunee_tournaments.services.setup.seeding import give_seeds
from thunee_tournaments.tables import assigning
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament


@dataclass(frozen=True)
class FreePlace:
    """A place of the first round that nobody has: whose bye it is, and the match that it would be."""

    match: Match
    team: Team


def waiting_teams(tournament: Tournament) -> list[Team]:
    """The teams that are entered and have no place in the draw, in the order in which they came; none before it."""
    if tournament.status != Tournament.Status.RUNNING:
        return []
    return list(tournament.teams.filter(seed=None, withdrawn_at=None).order_by("pk"))


def free_places(tournament: Tournament) -> list[FreePlace]:
    """The byes against whose teams one that comes late can play, those of the lowest seeds first. Only in a knock-out
    in which nobody who has lost plays on: there a loss means the same wherever it comes. Both have to have played
    nothing."""
    stage = tournament.stages.filter(order=1, drawn_at__isnull=False).first()
    if stage is None or tournament.status != Tournament.Status.RUNNING or not has_free_places(stage):
        return []
    free = have_not_played(stage)
    byes = stage.matches.filter(state=Match.State.BYE, side__source=["bye"]).order_by("number")
    places = [FreePlace(match, match.winner) for match in byes if match.winner is not None and match.winner.pk in free]
    return sorted(places, key=lambda place: -(place.team.seed or 0))


def has_free_places(stage: Stage) -> bool:
    """Whether a bye of this stage can become a match."""
    format_, parameters = format_of(stage), stage.parameters
    plays_on = parameters.get("plate") or parameters.get("play_out")
    return format_.bracket and format_.losses == 1 and not plays_on


def joins_from(tournament: Tournament) -> int | None:
    """The round of a Swiss from which a team that comes late can play; None where no round is to come."""
    stage = tournament.stages.filter(order=1, drawn_at__isnull=False).first()
    if stage is None or tournament.status != Tournament.Status.RUNNING or not format_of(stage).round_by_round:
        return None
    rounds = rounds_paired(stage)
    return rounds + 1 if format_of(stage).rounds_to_come(stage.parameters, stage.inputs, rounds) else None


@transaction.atomic
def join_round(*, actor: User, tournament: Tournament, team: Team, reason: str, number: int) -> Stage:
    """Let a team that came late play from the next round of a Swiss on, which is this `number`; it gets the seed after
    all others and has nothing for the rounds it missed, and the record tells why. Refused: not_allowed, reason_missing,
    not_running, done_already (it has a place), withdrawn, no_free_place (that round is paired, or none is to come)."""
    require_role(actor, tournament)
    reason = given_reason(reason)
    tournament, stage = lock_drawn_stage(tournament)
    team = _waiting(tournament, team)
    if joins_from(tournament) != number:
        raise Refused("no_free_place", _("This place is taken, or play has begun there. Choose another one."))
    _come_in(stage, team, number)
    notices.post_late(stage, actor=actor, reason=reason, round_by_round=True)
    publish(tournament)
    return stage


def _waiting(tournament: Tournament, team: Team) -> Team:
    """A team as it is now, that waits for a place. Refused: done_already, withdrawn."""
    team = tournament.teams.get(pk=team.pk)
    if team.seed is not None:
        raise Refused("done_already", _("This has been done already. This is the bracket as it is now."))
    if team.withdrawn_at is not None:
        raise Refused("withdrawn", _("%(team)s is out of the tournament already.") % {"team": team.name})
    return team


def _come_in(stage: Stage, team: Team, number: int) -> int:
    """A team stands in a draw after all others; its seed. `number`: of the match or the round it comes in at."""
    order = [*stage.inputs["order"], team.public_id]
    stage.inputs.setdefault("drawn", stage.inputs["order"])
    stage.inputs.setdefault("late", []).append([team.public_id, number])
    stage.inputs["order"] = order
    stage.save(update_fields=["inputs"])
    give_seeds(stage.tournament, order)
    return len(order)


@transaction.atomic
def give_place(*, actor: User, tournament: Tournament, team: Team, match: Match, reason: str) -> Stage:
    """Let a team that came late play against who has the bye of this match; it gets the seed after all others, and the
    record tells why. Refused: not_allowed, reason_missing, not_running, done_already (it has a place), withdrawn,
    no_free_place (whoever had the bye has begun to play, or a bye of this format cannot become a match)."""
    require_role(actor, tournament)
    reason = given_reason(reason)
    tournament, stage = lock_drawn_stage(tournament)
    team = _waiting(tournament, team)
    if match.pk not in {place.match.pk for place in free_places(tournament)}:
        raise Refused("no_free_place", _("This place is taken, or play has begun there. Choose another one."))
    match = settling.lock_match(match.pk)
    seed = _come_in(stage, team, match.number)
    notices.post_late(stage, actor=actor, reason=reason)
    _sit_down(match, tournament.teams.prefetch_related("players").get(pk=team.pk), seed)
    assigning.call_ready(tournament)
    publish(tournament)
    return stage


def _sit_down(match: Match, team: Team, seed: int) -> None:
    """A bye becomes a match that is to be played; whoever had it has not gone on yet."""
    side = next(side for side in match.sides if side.source == ["bye"])
    side.source = ["seed", seed]
    side.save(update_fields=["source"])
    settling.place(match, {side.side: team})
    open_next_game(match)
    advancement.advance(match)


def order_with_late(order: list[str], late: list[list[str]], swaps: list[list[str]]) -> list[str]:
    """The order of a draw's seeds, with who came in late and who changed places since."""
    return swapped([*order, *(team for team, _number in late)], swaps)
