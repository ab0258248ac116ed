"""The way a team came to the side of a match: the match it really came out of, or its seed.

A match that does not stand (a bye, or a walkover because the other team has gone home) is only passed through: when
a result before it changes, it takes another team at once, and who went on by it is no longer there. So the way is
followed back through such matches, to one in which the team plays or that stands by itself, or to the draw.
"""

from dataclasses import dataclass, field
from functools import cached_property

from adjudication.models import Decision, Dispute
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.formats.fixtures import FROM_FIXTURES
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.shapes import SourceRow
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


@dataclass(frozen=True)
class Way:
    """How a team came to a side. `passed`: that match and those passed through before it, the last first, each with
    the team's side there; `source`: the match it came out of (None: by the draw); `origin`: the
    source of the first of these sides."""

    team: Team
    passed: list[tuple[Match, str]]
    source: Match | None
    origin: SourceRow


@dataclass
class Ways:
    """The ways in one stage as it is now."""

    stage: Stage
    matches: dict[int, Match] = field(init=False)

    def __post_init__(self) -> None:
        matches = (
            Match.objects.filter(stage=self.stage).select_related("round").defer("round__inputs").order_by("number")
        )
        self.matches = {match.number: match for match in matches}

    @cached_property
    def begun(self) -> set[int]:
        """The matches (their keys) in which something was written."""
        written = MatchGame.objects.filter(match__stage=self.stage, sheet__seq__gt=0)
        return set(written.values_list("match_id", flat=True))

    @cached_property
    def played_anew(self) -> set[str]:
        """The matches (their public ids) that a referee had played anew, and by other teams."""
        decisions = Decision.objects.filter(
            dispute__subject__in=[match.public_id for match in self.matches.values()],
            dispute__reason=Dispute.Reason.OVERTURNED,
            act__in=[Decision.Act.DECIDE, Decision.Act.OVERTURN],
        )
        last = dict(decisions.order_by("created_at", "pk").values_list("dispute__subject", "outcome"))
        return {subject for subject, outcome in last.items() if outcome == Decision.Outcome.MATCH_REPLAYED}

    def stands(self, match: Match) -> bool:
        """As `settlement.stands`."""
        return match.pk in self.begun or settling.is_decided(match)

    def to(self, match: Match, side: str) -> Way | None:
        """The way of who sits on a side; None if it cannot be told: it was struck out of the match before, or others
        have played that since."""
        team = match.team(side)
        return None if team is None else self._back(team, [(self.matches[match.number], side)])

    def sitting(self) -> dict[int, list[str]]:
        """Who holds each seed by sitting in a match that stands, if need be through others that do not (public ids)."""
        holders: dict[int, list[str]] = {}
        for match in filter(self.stands, self.matches.values()):
            for side in match.sides:
                way = None if side.team is None else self._back(side.team, [(match, side.side)], to_the_draw=True)
                if (
                    way is not None
                    and way.origin[0] == "seed"
                    and way.team.public_id not in holders.get(way.origin[1], [])
                ):
                    holders.setdefault(way.origin[1], []).append(way.team.public_id)
        return holders

    def before(self, match: Match) -> list[Match]:
        """The matches out of which teams come to a match, also through those that do not stand."""
        matches: list[Match] = []
        for side in match.sides:
            if side.source[0] in FROM_FIXTURES:
                before = self.matches[side.source[1]]
                matches += [before, *([] if self.stands(before) else self.before(before))]
        return matches

    def _back(self, team: Team, passed: list[tuple[Match, str]], *, to_the_draw: bool = False) -> Way | None:
        match, side = passed[-1]
        source = match.side(side).source
        if source[0] not in FROM_FIXTURES:
            return Way(team, passed, None, source)
        before = self.matches[source[1]]
        own_sides = [row.side for row in before.sides if row.team_id == team.pk]
        if own_sides and (self.stands(before) or not to_the_draw):
            return Way(team, passed, before, source)
        if self.stands(before) or before.public_id in self.played_anew:
            return None  # also if the team sits there: it may have come back since, and others played on
        sides = own_sides or self._entrances(before)
        ways = [self._back(team, [*passed, (before, entrance)], to_the_draw=to_the_draw) for entrance in sides]
        known = [way for way in ways if way is not None]
        return next((way for way in known if self._bears_out(way)), known[0] if len(known) == 1 else None)

    def _entrances(self, match: Match) -> list[str]:
        """The sides by which a team can have come that went on from here without play: nobody sits there that is
        out."""
        return [
            side.side
            for side in match.sides
            if side.source[0] != "bye" and (side.team is None or side.team.withdrawn_at is None)
        ]

    def _bears_out(self, way: Way) -> bool:
        """Whether what is stored says that the team came this way."""
        if way.source is not None:
            return True
        if way.origin[0] != "seed":
            return False
        orders = (self.stage.inputs.get(name, []) for name in ("drawn", "order"))
        return any(order[way.origin[1] - 1] == way.team.public_id for order in orders if order)
