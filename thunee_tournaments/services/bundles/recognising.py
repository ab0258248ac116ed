"""Rows that are here under another id: the site that keeps the event went back to an older copy of its database, and
what was lost was written once more, under keys that its database gave anew. They are known by what they say."""

from collections.abc import Mapping

from django.db.models import Model

from thunee_tournaments.services.bundles.kinds import KINDS, Kind, Values
from thunee_tournaments.services.bundles.rows import Identities

BY = ("hash", "public_id")  # a column of either name is another in every row


def recognise(
    arriving: Mapping[str, Mapping[str, tuple[str, Values]]],
    here: Mapping[str, Mapping[int, Model]],
    identities: Identities,
) -> None:
    """Let the rows that arrive (by kind and id, each with where it stands) be those of this site (by kind and key) that
    have the same hash or the same public id."""
    for kind in KINDS:
        if column := _column(kind):
            keys = {getattr(row, column): key for key, row in here[kind.name].items()}
            texts = {name: values.get(column) for name, (_where, values) in arriving[kind.name].items()}
            known = {name: keys[text] for name, text in texts.items() if isinstance(text, str) and text in keys}
            identities.rename(kind.name, known)


def _column(kind: Kind) -> str | None:
    names = {column.name for column in kind.columns}
    return next((name for name in BY if name in names), None)
