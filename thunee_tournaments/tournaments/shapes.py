"""The shapes of what a tournament keeps as JSON, and of words for people. They check nothing."""

from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Promise  # what gettext_lazy gives, to type checkers
else:
    from django.utils.functional import Promise

Words = str | Promise  # text for people; a promise is put into the reader's language when it is read

Changes = dict[str, str | int | None]  # parameters of the rules that differ from the preset

PlacedRow = list[Any]  # a team in the standings of an earlier event: its public id, its place, to which that is shared

# How the seeds were found; {} where nobody seeded. Teams are public ids: `teams` all that were entered.
Seeding = TypedDict(
    "Seeding",
    {
        "by": str,  # "lot", "hand" or "earlier"
        "lot": str,  # by lot, with what it was drawn for
        "label": str,
        "before": "Seeding",  # by hand: what the order was made of before, where that was an earlier event
        "from": str,  # by an earlier event: its public id
        "standings": list[PlacedRow],
        "who": dict[str, list[str]],  # of a team, which it was there, and by what it was known
        "teams": list[str],
        "order": list[str],  # the seeds it gives
    },
    total=False,
)
