"""What happened in a hand of Thunee: the first question of its form, and the fields that each answer asks for.

A field that belongs to another answer is left out of account, so that nothing counts that nobody sees.
"""

import re

from django.utils.translation import pgettext_lazy

from thunee_tournaments.hand_form.typed import Typed

HAPPENED = {
    "count": pgettext_lazy("what happened in a hand", "Count"),
    "double": pgettext_lazy("what happened in a hand", "Double"),
    "khanuck": pgettext_lazy("what happened in a hand", "Khanuck"),
    "thunee": pgettext_lazy("what happened in a hand", "Thunee"),
    "caught": pgettext_lazy("what happened in a hand", "Caught"),
    "redeal": pgettext_lazy("what happened in a hand", "Dealt again"),
}
BETWEEN_FOUR = ("double", "khanuck")  # two players have neither (TH2-4)
# The answers whose hands are played to the end and counted.
COUNTED = ("count", "double", "khanuck")

FIELDS = (
    (r"trumper|call|blind|trump|points|points_of|last_trick|unnoticed|jodhi\d_\w+", COUNTED),
    (r"double", ("double", "khanuck")),
    (r"double_end", ("double",)),
    (r"khanuck", ("khanuck", "caught")),
    (r"declared\w*", ("thunee",)),
    (r"four_ball|offence|false_\w+", ("caught",)),
    (r"redeal|redeal_seat", ("redeal",)),
)


def belongs(field: str, happened: str) -> bool:
    """Whether a field is asked where this happened; those of no part are asked always."""
    return next((happened in asked for pattern, asked in FIELDS if re.fullmatch(pattern, field)), True)


def of(typed: Typed) -> str:
    """What happened, from what is written, in the order in which one goes before the other (TH-PEN-5)."""
    for happened, fields in (
        ("redeal", ("redeal",)),
        ("caught", ("four_ball", "false_by")),
        ("thunee", ("declared",)),
        ("khanuck", ("khanuck",)),
        ("double", ("double",)),
    ):
        if any(typed.get(field) not in (None, "") for field in fields):
            return happened
    return "count"


def only_asked(typed: Typed) -> Typed:
    """Without the answers to questions that were not asked; all of them where nothing says what happened."""
    happened = typed.get("happened")
    if not happened:
        return typed
    made = happened == "double" and typed.get("double_end") == "made"
    left_out = ("points", "last_trick") if made else ()
    return {
        field: value if belongs(field, happened) and field not in left_out else None for field, value in typed.items()
    }
