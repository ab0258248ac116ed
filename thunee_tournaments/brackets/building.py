"""Putting a drawn bracket into the database: rounds, matches, who stands where, and the byes as completed matches."""

from collections.abc import Sequence

from django.utils import timezone

from thunee_tournaments.brackets.formats import knockout
from thunee_tournaments.brackets.models import Match, Round
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


def build_knockout(stage: Stage, seeds: Sequence[Team], best_of: int) -> list[Match]:
    """The matches of a knock-out of these teams (in order of seed), stored, in order of number."""
    bracket = knockout.draw(len(seeds))
    rounds = Round.objects.bulk_create(
        Round(stage=stage, number=number, name=name) for number, name in enumerate(bracket.rounds, start=1)
    )
    standing = knockout.standing(bracket.fixtures, seeds, {})
    matches = [
        _match(stage, rounds[fixture.round - 1], fixture, standing[fixture.number], best_of)
        for fixture in bracket.fixtures
    ]
    return Match.objects.bulk_create(matches)


def _match(
    stage: Stage, round_: Round, fixture: knockout.Fixture, pairing: knockout.Pairing[Team], best_of: int
) -> Match:
    match = Match(
        stage=stage,
        round=round_,
        number=fixture.number,
        best_of=best_of,
        slot_a=list(fixture.slot_a),
        slot_b=list(fixture.slot_b),
        team_a=pairing.a,
        team_b=pairing.b,
    )
    if fixture.bye:
        match.state, match.outcome = Match.State.BYE, Match.Outcome.BYE
        match.winner, match.done_at = pairing.through, timezone.now()
    elif pairing.a and pairing.b:
        match.state = Match.State.READY
    return match


def fixtures_of(matches: Sequence[Match]) -> list[knockout.Fixture]:
    """The stored matches as the pure functions know them, in order of number."""
    ordered = sorted(matches, key=lambda match: match.number)
    places: dict[int, int] = {}
    fixtures = []
    for match in ordered:
        places[match.round_id] = places.get(match.round_id, 0) + 1
        fixtures.append(
            knockout.Fixture(
                match.number,
                match.round.number,
                places[match.round_id],
                knockout.source_from(match.slot_a),
                knockout.source_from(match.slot_b),
            )
        )
    return fixtures
