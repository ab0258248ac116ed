"""What houses do differently in whist."""

from engine.profiles import Parameter, number

PARAMETERS: tuple[Parameter, ...] = (
    number("game_points", "Points that win the game", "WH-2", 5, minimum=1, maximum=99),
)
