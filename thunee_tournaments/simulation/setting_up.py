"""An event ready to be played: its teams, its rules, its plan, its draw, its people."""

from collections.abc import Sequence
from random import Random
from typing import cast

from django.contrib.auth.models import User

from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.shapes import Feed, Parameters, Plan
from thunee_tournaments.services import acts
from thunee_tournaments.simulation import players
from thunee_tournaments.tournaments.models import Role, Tournament

# What teams play: rounds at tables are for single players.
PLAYED = [name for name, format_ in FORMATS.items() if not format_.alone]


def plan_of(text: str, teams: int) -> Plan:
    """The plan a text such as "streak:wins=6:places=16+knockout" asks for; what it does not set suits so many teams.

    Raises ValueError for a format nobody knows, and a setting that is no number.
    """
    asked = [stage.split(":") for stage in text.split("+")]
    formats = [name for name, *_settings in asked]
    if unknown := [name for name in formats if name not in PLAYED]:
        raise ValueError(f"no format is called {unknown[0]!r}; there are: {', '.join(PLAYED)}, and chains with +")
    suits: dict[str, Parameters] = {
        "groups": {"groups": max(1, teams // 4)},
        "swiss": {"rounds": max(1, min(teams - 1, (teams - 1).bit_length()))},
        "streak": {"wins": 2 if teams < 16 else 3},
    }
    feeds: dict[str, Feed] = {
        "ranks": {"take": "ranks", "first": 1, "last": 2, "best": 0},
        "top": {"take": "top", "count": min(8, max(2, teams // 2))},
        "qualified": {"take": "qualified"},
    }
    plan: Plan = []
    for place, name in enumerate(formats):
        parameters: Parameters = {**suits.get(name, {}), **_numbers(asked[place][1:])}
        if place:
            parameters["feed"] = feeds[FORMATS[formats[place - 1]].takes]
        plan.append({"format": name, "parameters": parameters})
    return plan


def _numbers(settings: Sequence[str]) -> Parameters:
    """Settings such as "wins=6"; whether a format has them is for the plan to say. Raises ValueError."""
    numbers: dict[str, int] = {}
    for setting in settings:
        name, equals, number = setting.partition("=")
        if not equals or not number.isdecimal():
            raise ValueError(f"{setting!r} is no setting: write a name and a number, such as wins=6")
        numbers[name] = int(number)
    return cast(Parameters, numbers)


def draw(tournament: Tournament, organiser: User, rng: Random, tables: int | None = None) -> Tournament:
    """The tournament, drawn; the draw calls its first matches to tables, so many as the hall has (None: as many as are
    usual). Refused as the act is."""
    acts.draw_event(actor=organiser, tournament=tournament, lot=f"{rng.getrandbits(128):032x}", tables=tables)
    tournament.refresh_from_db()
    return tournament


def entered(
    plan: Plan,
    teams: int,
    rng: Random,
    organiser: User,
    referee: User,
    preset: str,
    best_of: int = 1,
    balls: int | None = None,
) -> Tournament:
    """A tournament with this plan, its teams entered and seeded, to so many balls a game (None: as the preset has it).

    Raises ValueError for a game the simple players do not know, and Refused as the acts do.
    """
    name = " into ".join(stage["format"] for stage in plan)
    tournament = acts.create_tournament(
        actor=organiser, name=f"Simulated {name} {teams}", preset=preset, best_of=best_of,
        changes={} if balls is None else {"balls_to_win": balls},
    )  # fmt: skip
    if tournament.game != players.GAME:
        raise ValueError(f"the simple players know Thunee alone, and {preset} is another game")
    Role.objects.create(tournament=tournament, user=referee, role=Role.Name.CHIEF_REFEREE)
    names = "\n".join(f"Team {n}: Player {n}a, Player {n}b" for n in range(1, teams + 1))
    pasted = acts.enter_pasted_teams(actor=organiser, tournament=tournament, text=names)
    if pasted.problems:
        raise ValueError(pasted.problems[0].message)
    acts.draw_lot_seeds(actor=organiser, tournament=tournament, lot=f"{rng.getrandbits(128):032x}")
    acts.set_plan(actor=organiser, tournament=tournament, stages=plan)
    return tournament
