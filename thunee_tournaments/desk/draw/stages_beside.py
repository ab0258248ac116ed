"""What an organiser adds to a plan at a touch: a plate for those who do not go on, a final for the next places.
Pure."""

from thunee_tournaments.brackets import plans
from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.shapes import Feed, Parameters, Plan, PlannedStage

PLATE_ROUNDS = 3  # whose losers can be taken; the later ones are few
MOST_FINALS = 4
# What the buttons send: "none" and "fewer" take the last plate and the last final out again, any other word is the
# format of one more plate.
NO_PLATE, FINAL, FEWER = "none", "final", "fewer"


def offers(stored: Plan) -> dict[str, bool]:
    """Which of the buttons a plan has."""
    return {
        "plated": bool(_plates(stored)),
        "can_plate": bool(_rounds_left(stored)),
        "can_final": _more_finals(stored),
        "can_fewer": len(_finals(stored)) > 1,
    }


def changed(stored: Plan, wish: str) -> Plan:
    """The plan as it is after a button was touched; the same where it is not offered (any more)."""
    plates, finals = _plates(stored), _finals(stored)
    if wish == NO_PLATE:
        return _without(stored, plates[-1]) if plates else stored
    if wish == FEWER:
        return _without(stored, finals[-1]) if len(finals) > 1 else stored
    if wish == FINAL:
        return _with_final(stored, finals) if _more_finals(stored) else stored
    feed: Feed = {"take": plans.LOSERS, "stage": 1, "round": (_rounds_left(stored) or [0])[0]}
    return [*stored, {"format": wish, "parameters": {"feed": feed}}]


def _without(stored: Plan, index: int) -> Plan:
    return stored[:index] + stored[index + 1 :]


def _with_final(stored: Plan, finals: list[int]) -> Plan:
    """One more final after the last of them, played as the one for the best is."""
    best = stored[finals[0]]
    parameters: Parameters = {**best["parameters"], "feed": plans.next_places(stored, 1) or {}}
    final: PlannedStage = {"format": best["format"], "parameters": parameters}
    at = finals[-1] + 1
    return [*stored[:at], final, *stored[at:]]


def _plates(stored: Plan) -> list[int]:
    """The places of the plates in a plan."""
    feeds = [stage["parameters"].get("feed", {}) for stage in stored]
    return [index for index, feed in enumerate(feeds) if feed.get("take") == plans.LOSERS]


def _finals(stored: Plan) -> list[int]:
    """The places in a plan of the stages that share out the places of the first one."""
    feeds = [stage["parameters"].get("feed", {}) for stage in stored]
    return [index for index, feed in enumerate(feeds) if feed.get("stage") == 1 and feed["take"] in ("ranks", "top")]


def _more_finals(stored: Plan) -> bool:
    """Whether one more final can be for the next places of the first stage: no stage but plates comes after the finals,
    so that none changes its number that another takes its teams from."""
    finals, plates = _finals(stored), _plates(stored)
    return bool(finals) and len(finals) < MOST_FINALS and len(finals) + len(plates) == len(stored) - 1


def _rounds_left(stored: Plan) -> list[int]:
    """The rounds of the first stage whose losers one more plate can take, 0 for all who do not go on.

    The plate is for those who do not go on from the first stage, or lose in the first round of a lone knock-out that
    no plate takes its losers from.
    """
    lone = FORMATS[stored[0]["format"]].losses == 1 and len(_plates(stored)) == len(stored) - 1
    rounds = range(1, PLATE_ROUNDS + 1) if lone else [0]
    return [round_ for round_ in rounds if not plans.in_a_plate(stored, 1, round_)]
