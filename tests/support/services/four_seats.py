"""A final for four."""

import uuid
from typing import Any

from adjudication.models import Decision
from tests.factories import TeamFactory, TournamentFactory
from tests.support.services.formats import stage
from tests.support.services.late_results import SAID
from tests.thunee_tournaments.services.conftest import LOT
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.services import acts
from thunee_tournaments.simulation import invariants
from thunee_tournaments.tournaments.models import Tournament

ORDERED = ["", "2c", "3c", "4c"]  # 0, 2, 3 and 4 points


def event(organiser: Any, players: int, *later: int, rounds: int = 2, hands: int = 1) -> Tournament:
    """One round at tables, then so many of the best in each later stage; drawn."""
    tournament: Any = TournamentFactory(organiser=organiser, preset="tunge", table_count=4)
    for number in range(1, players + 1):
        TeamFactory(tournament=tournament, name=f"Player {number}")
    plan = [stage("tables", rounds=1, hands=1)]
    plan += [stage("tables", rounds=rounds, hands=hands, feed={"take": "top", "count": count}) for count in later]
    acts.set_plan(actor=organiser, tournament=tournament, stages=plan)
    acts.draw_event(actor=organiser, tournament=tournament, lot=LOT)
    return Tournament.objects.get(pk=tournament.pk)


def matches(tournament: Tournament, order: int) -> list[Match]:
    found = Match.objects.filter(stage__tournament=tournament, stage__order=order)
    return list(found.select_related("stage__tournament", "round").order_by("number"))


def names(match: Match) -> list[str]:
    return [str(team) for team in match.teams]


def write(organiser: Any, match: Match, left: list[str]) -> None:
    """A hand at a table; the cards left by seat."""
    game = current_game(match)
    assert game is not None
    body = {"tally": {"left": [cards.split() for cards in left[: match.seat_count]]}}
    acts.record_hand(actor=organiser, game=game, body=body, key=acts.WriteKey("desk", uuid.uuid4(), game.sheet.head))


def changed(match: Match, left: list[str]) -> dict[str, Any]:
    """The last hand of a table as it should have been, for a correction or its preview."""
    game = current_game(match)
    assert game is not None
    entry = game.sheet.entries.filter(kind__in=["hand", "correction"]).order_by("-seq").first()
    return {"game": game, "entry": entry, "body": {"tally": {"left": [cards.split() for cards in left]}}}


def correct(organiser: Any, match: Match, left: list[str]) -> None:
    said = changed(match, left)
    acts.correct_hand(
        actor=organiser, key=acts.WriteKey("desk", uuid.uuid4(), said["game"].sheet.head), reason="misread", **said
    )


def resolve(organiser: Any, match: Match, choice: str, **said: Any) -> Decision:
    match = Match.objects.select_related("stage__tournament").get(pk=match.pk)
    return acts.resolve_conflict(
        actor=organiser, match=match, choice=choice, client_uuid=uuid.uuid4(), **{**SAID, "error_by": "unknown", **said}
    )


class Final:
    """Eight players at two tables, and two rounds for the best four (or seven), who play two hands at a table. A player
    is among them by cards that were misread; the first round is over there, the second has not begun."""

    def __init__(self, organiser: Any, count: int = 4) -> None:
        self.organiser, self.tournament = organiser, event(organiser, 8, count, hands=2)
        first, second = matches(self.tournament, 1)
        # Out of seven the one in question is the last of them, and sits down at the table of three first.
        self.misread = ["", "2c", "3c" if count == 4 else "9h 9c", "Kd Kh Ks Kc"]
        write(organiser, first, self.misread)
        write(organiser, second, ["", "5h", "6h", "7h"])
        self.wrong, self.due = (first.team("C"), first.team("D"))
        self.turned = first
        acts.start_next_stage(actor=organiser, tournament=self.tournament, lot=LOT)
        for one in self.of_stage():
            if one.round.number == 1:
                for _hand in range(2):
                    write(organiser, one, ORDERED)

    def of_stage(self) -> list[Match]:
        return matches(self.tournament, 2)

    def of(self, team: Any) -> list[Match]:
        return [one for one in self.of_stage() if team in one.teams]

    def turn(self) -> None:
        """The two of them are read rightly."""
        correct(self.organiser, self.turned, ["", "2c", "Kd Kh Ks Kc", "3c"])
        invariants.seated_once(self.tournament)
