"""What houses do differently in Tunge."""

from ..profiles import Parameter, choice

PARAMETERS: tuple[Parameter, ...] = (
    choice(
        "end_game_variant",
        "What becomes of the cards not dealt",
        "TUN-DEAL-1",
        off="they are the draw pile",
        on="they are turned up as the playing pile",
    ),
)
