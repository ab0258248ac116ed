"""The rows of an event as the lines of a bundle, and back.

A line is `{"kind", "id", "values"}`. The keys of a database mean nothing on another site: `id` is "space:key", the key
the row has on the site where it was first written, in that site's own space (`Tournament.row_space`), and a column that
refers to a row holds the `id` of that row. A site that took the row in keeps which of its own it is (`CarriedRow`).
"""

import base64
import binascii
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any, TypedDict

from django.core.exceptions import ValidationError
from django.db.models import BinaryField, BooleanField, Field, JSONField, Model
from django.utils import timezone

from thunee_tournaments.services.bundles.faults import bent
from thunee_tournaments.services.bundles.kinds import BY_NAME, KINDS, Kind, Values
from thunee_tournaments.services.models import CarriedRow
from thunee_tournaments.tournaments.models import Tournament


class Line(TypedDict):
    """A row as it stands in a bundle."""

    kind: str
    id: str
    values: Values


@dataclass
class Identities:
    """Which row of this site each `id` is, by kind, and the other way round."""

    tournament: Tournament
    ours: dict[str, dict[str, int]] = field(default_factory=dict)  # kind -> id -> key here
    theirs: dict[str, dict[int, str]] = field(default_factory=dict)  # kind -> key here -> id

    @classmethod
    def of(cls, tournament: Tournament) -> "Identities":
        """Those of the rows that came from elsewhere; what was written here has its own key."""
        identities = cls(tournament)
        carried = CarriedRow.objects.filter(tournament=tournament)
        for kind, theirs, ours in carried.values_list("kind", "theirs", "ours"):
            identities.note(kind, theirs, ours)
        return identities

    def note(self, kind: str, theirs: str, ours: int) -> None:
        """This is that row."""
        self.ours.setdefault(kind, {})[theirs] = ours
        self.theirs.setdefault(kind, {})[ours] = theirs

    def rename(self, kind: str, keys: dict[str, int]) -> None:
        """These rows are called so from now on, whatever they were called before, and whatever was called so."""
        ours, theirs = self.ours.setdefault(kind, {}), self.theirs.setdefault(kind, {})
        for key in keys.values():
            if ours.get(before := theirs.get(key, "")) == key:
                del ours[before]
        for name, key in keys.items():
            self.note(kind, name, key)

    def id_of(self, kind: Kind, key: int) -> str:
        """How a row of this site is called in a bundle."""
        return self.theirs.get(kind.name, {}).get(key) or f"{self.tournament.row_space}:{key}"

    def note_own(self, kind: Kind, keys: list[int]) -> None:
        """The rows of this event that were written here are known by their own keys."""
        for key in keys:
            self.note(kind.name, self.id_of(kind, key), key)


def lines_of(tournament: Tournament, identities: Identities) -> Iterator[tuple[Line | None, Line | None]]:
    """Every row as what stands in the open part and what stands in the sealed one; None where it has no place there."""
    for kind in KINDS:
        for row in kind.rows(tournament):
            values = values_of(kind, row, identities)
            whole: Line = {"kind": kind.name, "id": identities.id_of(kind, row.pk), "values": values}
            shown = {**values, **{name: instead(values) for name, instead in kind.private.items()}}
            private = kind.sealed or shown != values
            yield None if kind.sealed else {**whole, "values": shown}, whole if private else None


def values_of(kind: Kind, row: Model, identities: Identities) -> Values:
    """What stands in a row, as JSON."""
    references = kind.references
    stands: Values = {}
    for column in kind.columns:
        value = getattr(row, column.attname)
        if column.name in references and value is not None:
            value = identities.id_of(references[column.name], value)
        stands[column.name] = _written(value)
    return stands


def _written(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(timezone.get_fixed_timezone(0)).isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, bytes | memoryview | bytearray):
        return base64.b64encode(bytes(value)).decode()
    return value


def read_line(where: str, line: Any) -> tuple[Kind, str, Values]:
    """A line as its kind, its id and its values, whose columns are known here. Refused: bent."""
    if not isinstance(line, dict) or set(line) != {"kind", "id", "values"} or not isinstance(line["values"], dict):
        raise bent(f"{where} is no row.")
    kind = BY_NAME.get(line["kind"]) if isinstance(line["kind"], str) else None
    if kind is None:
        raise bent(f"{where} is of a kind that is not known here ({line['kind']!r:.60}). {NEWER}")
    if not isinstance(line["id"], str) or not 3 <= len(line["id"]) <= MAX_ID:
        raise bent(f"{where} has no id.")
    if unknown := set(line["values"]) - {column.name for column in kind.columns}:
        raise bent(f"{where} ({kind.name}) says something that is not known here ({min(unknown)!r:.60}). {NEWER}")
    return kind, line["id"], line["values"]


MAX_ID = 48
UNSTORABLE = re.compile("[\0\ud800-\udfff]")  # by PostgreSQL, or in UTF-8
NEWER = "A newer version may have made it: update this site first."


def attributes(kind: Kind, where: str, values: Values, identities: Identities) -> Values:
    """What a row of this site has to say, by attribute; what an older version did not know has its default. Refused:
    bent, where a value is not of its column or refers to a row that is not in the bundle."""
    references = kind.references
    stands: Values = {}
    for column in kind.columns:
        if column.name not in values:
            stands[column.attname] = column.get_default()
            continue
        value = values[column.name]
        if column.name in references and value is not None:
            known = identities.ours.get(references[column.name].name, {})
            if not isinstance(value, str) or value not in known:
                raise bent(f"{where} ({kind.name}), {column.name}: refers to something that is not in the bundle.")
            value = known[value]
        else:
            value = _read(kind, where, column, value)
        stands[column.attname] = value
    return stands


def _read(kind: Kind, where: str, column: "Field[Any, Any]", value: Any) -> Any:
    """A value as its column holds it."""
    if isinstance(column, JSONField):
        return value
    if value is None and column.null:
        return None
    try:
        if not isinstance(value, _json_types(column)):
            raise ValueError(value)
        read = _from_text(column, value)
        if not isinstance(column, BinaryField):
            column.run_validators(read)
            if column.choices and read not in {key for key, _label in column.flatchoices} and read != "":
                raise ValueError(read)
    except (ValidationError, ValueError, TypeError, OverflowError, binascii.Error):
        raise bent(f"{where} ({kind.name}), {column.name}: {value!r:.60} is no such value.") from None
    return read


def _json_types(column: "Field[Any, Any]") -> tuple[type, ...]:
    if isinstance(column, BooleanField):
        return (bool,)
    if column.get_internal_type().endswith("IntegerField"):
        return (int,)
    return (str,)


def _from_text(column: "Field[Any, Any]", value: Any) -> Any:
    if isinstance(column, BinaryField):
        return base64.b64decode(value, validate=True)
    if isinstance(value, bool) and not isinstance(column, BooleanField):
        raise ValueError(value)
    read = column.to_python(value)
    if isinstance(read, datetime) and timezone.is_naive(read):
        raise ValueError(value)
    if isinstance(read, str) and UNSTORABLE.search(read):
        raise ValueError(value)
    return read
