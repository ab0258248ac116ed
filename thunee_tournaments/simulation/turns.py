"""What turns up in the middle of an event: teams go home, come back and come late, places and tables are changed, what
was drawn is taken back, and a result turns out to have been written wrongly when others stand on it already.

Each turn is tried at random; one that has nothing to work on, or is refused by the site, changes nothing.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypedDict

from django.contrib.auth.models import User

from adjudication.hands import current_hands, newest
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services import acts, queries
from thunee_tournaments.tables.models import Table
from thunee_tournaments.tables.selectors import open_seatings
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

if TYPE_CHECKING:
    from thunee_tournaments.simulation.evening import Evening


class Here(TypedDict):
    """Who acts in which event."""

    actor: User
    tournament: Tournament


Turn = Callable[["Evening"], None]


def turn(evening: "Evening") -> None:
    """One of them; what was done and what was refused is counted."""
    name, happen = evening.rng.choice(sorted(TURNS.items()))
    try:
        happen(evening)
    except acts.Refused as refused:
        evening.done[f"{name}: {refused.code}"] += 1
    except LookupError:  # nothing there to do it with
        evening.done[f"{name}: nothing"] += 1
    else:
        evening.done[name] += 1


def play_off(evening: "Evening") -> bool:
    """Two that are level in a table play it off, if any are that have not done so yet."""
    drawn = evening.tournament.stages.filter(drawn_at__isnull=False).order_by("order")
    for stage in drawn:
        for level in queries.level_teams(stage):
            first, other = evening.rng.sample(level, 2)
            try:
                acts.set_play_off(
                    **_here(evening), teams=(first, other), stage=stage.order, reason="One place is left for them."
                )
            except acts.Refused as refused:
                evening.done[f"play-off: {refused.code}"] += 1
            else:
                evening.done["play-offs"] += 1
                return True
    return False


def decide_all(evening: "Evening") -> None:
    """The referee decides about everything that waits for it, in any order."""
    while reviewed := list(queries.matches_under_review(evening.tournament)):
        match = evening.rng.choice(reviewed)
        choice = evening.rng.choice(queries.late_choices_for(match))
        acts.resolve_conflict(
            actor=evening.referee, match=match, choice=choice, error_by="unknown", text="The sheets were read again.",
            departing="As the referee found it.", **evening.key(),
        )  # fmt: skip
        evening.done[f"decided {choice}"] += 1
    for game in queries.surplus_waiting(evening.tournament):
        choice = evening.rng.choice(queries.SURPLUS_CHOICES)
        acts.resolve_surplus(
            actor=evening.referee, match=game.match, game=game, choice=choice, text="It was played too many.",
            **evening.key(),
        )  # fmt: skip
        evening.done[f"decided {choice}"] += 1


def _go_home(evening: "Evening") -> None:
    here = list(evening.tournament.teams.filter(withdrawn_at=None).order_by("pk"))
    acts.withdraw_team(actor=evening.organiser, team=evening.rng.choice(here), reason="Their car is fetched.")


def _come_back(evening: "Evening") -> None:
    gone = list(evening.tournament.teams.exclude(withdrawn_at=None).order_by("pk"))
    acts.reinstate_team(actor=evening.organiser, team=evening.rng.choice(gone))


def _come_late(evening: "Evening") -> None:
    """A team comes that nobody counted on any more, and gets a place where there is one."""
    here, number = _here(evening), evening.tournament.teams.count() + 1
    team = acts.add_team(**here, name=f"Late {number}", players=[f"Late {number}a", f"Late {number}b"])
    if round_number := queries.joins_from(evening.tournament):
        acts.join_round(**here, team=team, reason="They stood in the traffic.", number=round_number)
    elif places := queries.free_places(evening.tournament):
        match = evening.rng.choice(places).match
        acts.give_place(**here, team=team, match=match, reason="They stood in the traffic.")


def _change_places(evening: "Evening") -> None:
    places = queries.may_change_places(evening.tournament)
    team, other = _two(evening, evening.rng.choice(places)[1] if places else [])
    acts.swap_teams(
        **_here(evening), team=team, other=other, reason="One comes later.", seeds=(team.seed or 0, other.seed or 0)
    )


def _other_table(evening: "Evening") -> None:
    seating = evening.rng.choice([seating for _, seating in sorted(open_seatings(evening.tournament).items())])
    table = evening.rng.choice(list(Table.objects.filter(tournament=evening.tournament).order_by("number")))
    acts.move_match(actor=evening.organiser, match=seating.match, table=table, reason="The lamp is broken.")


def _other_rounds(evening: "Evening") -> None:
    """A Swiss is to have a round more or less."""
    stage = queries.outlook(evening.tournament).stage
    if stage is None or "rounds" not in stage.parameters:
        raise LookupError
    was = stage.parameters["rounds"]
    rounds = was + evening.rng.choice((-1, 1))
    acts.change_rounds(**_here(evening), rounds=rounds, was=was, reason="It is late, or early.")


def _met(evening: "Evening") -> None:
    """Two that wait in a qualifier are let meet."""
    stage = queries.outlook(evening.tournament).stage
    waiting = queries.in_queue(stage) if stage is not None and format_of(stage).sold else []
    if len(waiting) < 2:
        raise LookupError
    first, other = evening.rng.sample([entry.number for entry in waiting], 2)
    acts.let_meet(**_here(evening), entries=(first, other), reason="They have waited long enough.")


def _round_back(evening: "Evening") -> None:
    acts.undo_round(**_here(evening))


def _stage_back(evening: "Evening") -> None:
    acts.undo_stage(**_here(evening))


def _walkover_back(evening: "Evening") -> None:
    match = evening.rng.choice(_over(evening, outcome=Match.Outcome.WALKOVER))
    acts.withdraw_walkover(actor=evening.organiser, match=match, reason="They were at the wrong table.")


def _turned(evening: "Evening") -> None:
    """The last hand of a game that counts was another one, or was not played at all."""
    match = evening.rng.choice(_over(evening, outcome=Match.Outcome.PLAYED))
    game = MatchGame.objects.filter(match=match).select_related("sheet").order_by("number").last()
    hand = newest(current_hands(game.sheet)) if game else None
    if game is None or hand is None or hand.dealer is None:
        raise LookupError
    entry, key = hand.entries[-1], evening.at(game)
    if evening.rng.random() < 0.3:
        acts.void_hand(actor=evening.organiser, game=game, entry=entry, key=key, reason="It was not played.")
    else:
        acts.correct_hand(
            actor=evening.organiser, game=game, entry=entry, key=key, body=evening.dealt(hand.dealer),
            reason="Another hand was written.",
        )  # fmt: skip


def _over(evening: "Evening", outcome: str) -> Sequence[Match]:
    matches = Match.objects.filter(stage__tournament=evening.tournament, state=Match.State.DONE, outcome=outcome)
    return list(matches.select_related("stage__tournament").order_by("stage__order", "number"))


def _two(evening: "Evening", teams: Sequence[Team]) -> list[Team]:
    if len(teams) < 2:
        raise LookupError
    return evening.rng.sample(teams, 2)


def _here(evening: "Evening") -> Here:
    return {"actor": evening.organiser, "tournament": evening.tournament}


TURNS: dict[str, Turn] = {
    "gone home": _go_home,
    "come back": _come_back,
    "come late": _come_late,
    "places changed": _change_places,
    "moved to a table": _other_table,
    "met by hand": _met,
    "rounds changed": _other_rounds,
    "round taken back": _round_back,
    "stage taken back": _stage_back,
    "walkover taken back": _walkover_back,
    "result turned": _turned,
}
