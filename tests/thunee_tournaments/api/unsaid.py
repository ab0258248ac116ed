"""What can be wrong with a record though a schema allows it: no schema compares two places, or sees 4.0 beside 4."""

import re
from collections.abc import Iterable

UNSAID = (
    r": a game is a list of its hands, in order",  # ?game=1, and one record for a body
    r".*: \w+ (was dealt already|is there twice), .*at .*",
    r".*: must add up to \d+, not \d+",
    r".*events.*cards: must have \d+ cards, not \d+",  # picked up: `count` says how many
    r".*before.*: the game is already won by side [AB].*",  # by the totals, under the rules
    r".*: only one player can have played out: .*",
    r".*: must be a player other than the one who declared, or null",
    r".*: an accused player must be an opponent",
    r".*: must be .*, not (a number with a fraction|-?\d+\.0)",
)
_ANY = re.compile("|".join(f"(?:{one})" for one in UNSAID))


def only_unsaid(errors: Iterable[dict[str, str]]) -> bool:
    """Whether all that is wrong is such, and something is."""
    said = [f"{error['path']}: {error['message']}" for error in errors]
    return bool(said) and all(map(_ANY.fullmatch, said))
