"""The game of balls: how many win it, when two must be between, and who is on cornerhouse."""

from functools import lru_cache
from typing import TYPE_CHECKING

from ..rulebook import Trace
from .laws import ALL, BOTH, laws

if TYPE_CHECKING:
    from ..profiles import Profile

law = laws("race")

TO_WIN = law(
    "TH-GAME-1",
    "Twelve balls win the game",
    "The first side to open twelve balls wins the game; many houses play to thirteen.",
    ALL,
    parameters="balls_to_win",
)
KHANUCK_RAISES = law(
    "TH-GAME-2",
    "Khanuck raises the game",
    "Once a khanuck was called in a game, made or not, at least thirteen balls are needed to win it.",
    BOTH,
    parameters="khanuck_raises_to",
)
TWO_TO_CLEAR = law(
    "TH-GAME-3",
    "2 to clear",
    "In some houses the winner must also lead by two balls: always, or once a khanuck was called.",
    BOTH,
    parameters="two_to_clear",
)
CORNERHOUSE = law(
    "TH-GAME-4",
    "Cornerhouse",
    "A side is on cornerhouse when its next single ball would win the game. Eleven all under 2 to clear is not "
    "cornerhouse.",
    BOTH,
)

WON = TO_WIN.line("Side {side} has {balls} balls and wins the game")
RAISED = KHANUCK_RAISES.line("A khanuck was called in this game: {target} balls are needed")
NOT_CLEAR = TWO_TO_CLEAR.line("Side {side} has {balls} balls but does not lead by two: the game goes on")
ON_CORNERHOUSE = CORNERHOUSE.line("Side {side} is on cornerhouse")


def target(khanuck_called: bool, profile: "Profile") -> int:
    """The balls needed to win (TH-GAME-1, TH-GAME-2)."""
    balls: int = profile.balls_to_win
    raised: int | None = profile.khanuck_raises_to
    return max(balls, raised) if khanuck_called and raised is not None else balls


def lead_needed(khanuck_called: bool, profile: "Profile") -> int:
    """How many balls the winner must lead by: 1 or 2 (TH-GAME-3)."""
    rule = profile.two_to_clear
    return 2 if rule == "always" or (rule == "after_khanuck" and khanuck_called) else 1


@lru_cache(4096)  # asked of few scores, by every hand
def winner(balls: tuple[int, int], khanuck_called: bool, profile: "Profile") -> int | None:
    """The side that has won the game, or None while it lasts."""
    side = 0 if balls[0] > balls[1] else 1
    enough = balls[side] >= target(khanuck_called, profile)
    return side if enough and balls[side] - balls[1 - side] >= lead_needed(khanuck_called, profile) else None


def on_cornerhouse(balls: tuple[int, int], khanuck_called: bool, profile: "Profile") -> tuple[bool, bool]:
    """For each side whether its next single ball would win (TH-GAME-4)."""
    return (
        winner((balls[0] + 1, balls[1]), khanuck_called, profile) == 0,
        winner((balls[0], balls[1] + 1), khanuck_called, profile) == 1,
    )


def double_on_cornerhouse(balls: tuple[int, int], khanuck_called: bool, seat: int, profile: "Profile") -> bool:
    """Whether a double of that seat is called on cornerhouse, by the score before the hand (TH-DBL-4)."""
    if max(balls) + 1 < profile.balls_to_win:
        return False
    corners = on_cornerhouse(balls, khanuck_called, profile)
    return corners[seat & 1] or (profile.cornerhouse_scope == "any" and corners[1 - (seat & 1)])


def note_race(balls: tuple[int, int], khanuck_called: bool, profile: "Profile", trace: Trace) -> None:
    """Say where the game stands after a hand."""
    if khanuck_called and target(True, profile) > target(False, profile):
        trace.note(RAISED, None, target=target(True, profile))
    won = winner(balls, khanuck_called, profile)
    if won is not None:
        trace.note(WON, won, balls[won], balls=balls[won])
        return
    ahead = 0 if balls[0] >= balls[1] else 1
    if balls[ahead] >= target(khanuck_called, profile):
        trace.note(NOT_CLEAR, ahead, balls[ahead], balls=balls[ahead])
    for side, corner in enumerate(on_cornerhouse(balls, khanuck_called, profile)):
        if corner:
            trace.note(ON_CORNERHOUSE, side)
