"""Questions that are asked with every hand: Django writes their SQL once, and afterwards only fills it in.

Django writes the SQL of a query anew each time. For a match with its round, stage, tournament and teams that takes
longer than the answer, and it was a third of what a saved hand cost. What comes back is the same as from the query set
itself.
"""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.query import get_related_populators
from django.db.models.sql import UpdateQuery
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row", bound=models.Model)


class Blank(models.Expression):
    """A place in the query where a value goes: `link=Blank("link", models.BigIntegerField())`."""

    def __init__(self, name: str, field: "models.Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, _compiler: Any, _connection: Any) -> Any:
        return "%s", [self]


def number(name: str) -> Blank:
    """A blank for a whole number, such as a primary key."""
    return Blank(name, models.BigIntegerField())


def text(name: str) -> Blank:
    return Blank(name, models.TextField())


def moment(name: str) -> Blank:
    return Blank(name, models.DateTimeField())


class _Written(NamedTuple):
    """A query as it is sent to one database, and what makes objects of its rows."""

    sql: str
    values: list[Any]
    converters: list[tuple[int, list[Any], Any]]
    model: type[models.Model]
    names: list[str]
    own: slice
    populators: list[Any]
    annotations: list[tuple[str, int]]
    locks: bool


class Prepared(Generic[Row]):
    """A query set whose values are blanks. `make` is called once, at the first question; its SQL is kept.

    No prefetching. A query set that locks has to be asked inside a transaction, as ever; else
    TransactionManagementError is raised.
    """

    def __init__(self, make: Callable[[], models.QuerySet[Row]]) -> None:
        self.make = make
        self.written: _Written | None = None

    def all(self, **values: Any) -> list[Row]:
        """The rows, with these values in the blanks."""
        if self.written is None:
            self.written = _write(self.make())
        written, connection = self.written, connections[DEFAULT_DB_ALIAS]
        if written.locks and connection.get_autocommit():
            raise TransactionManagementError("a row is locked inside a transaction")
        filled = [
            value.output_field.get_db_prep_value(values[value.name], connection) if isinstance(value, Blank) else value
            for value in written.values
        ]
        with connection.cursor() as cursor:
            cursor.execute(written.sql, filled)
            rows = cursor.fetchall()
        return [_object(written, list(row), connection) for row in rows]

    def first(self, **values: Any) -> Row | None:
        """The first of them, or None."""
        return next(iter(self.all(**values)), None)


def _write(queryset: models.QuerySet[Any]) -> _Written:
    """What Django does for every query, up to the moment it is sent."""
    compiler: Any = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
    sql, values = compiler.as_sql()
    columns, own = compiler.select, compiler.klass_info
    first, last = own["select_fields"][0], own["select_fields"][-1]
    converters = compiler.get_converters([column[0] for column in columns])
    return _Written(
        sql,
        list(values),
        [(place, functions, expression) for place, (functions, expression) in converters.items()],
        own["model"],
        [column[0].target.attname for column in columns[first : last + 1]],
        slice(first, last + 1),
        get_related_populators(own, columns, DEFAULT_DB_ALIAS),  # type: ignore[call-arg, unused-ignore]  # of Django 6
        list(compiler.annotation_col_map.items()),
        queryset.query.select_for_update,
    )


def _object(written: _Written, row: list[Any], connection: Any) -> Any:
    for place, converters, expression in written.converters:
        for converter in converters:
            row[place] = converter(row[place], expression, connection)
    instance = written.model.from_db(DEFAULT_DB_ALIAS, written.names, row[written.own])
    for populator in written.populators:
        populator.populate(row, instance)
    for name, place in written.annotations:
        setattr(instance, name, row[place])
    return instance


class PreparedUpdate:
    """The same for columns that are written: `make` gives the rows, by blanks, and `columns` are their names.

    As with `update`, nobody hears of it by a signal.
    """

    def __init__(self, make: Callable[[], models.QuerySet[Any]], *columns: str) -> None:
        self.make, self.columns = make, columns
        self.written: tuple[str, list[Any]] | None = None

    def write(self, **values: Any) -> int:
        """Write the columns, with the values of all blanks; how many rows there were."""
        if self.written is None:
            self.written = self._compiled()
        sql, places = self.written
        connection = connections[DEFAULT_DB_ALIAS]
        filled = [
            place.output_field.get_db_prep_save(values[place.name], connection) if isinstance(place, Blank) else place
            for place in places
        ]
        with connection.cursor() as cursor:
            cursor.execute(sql, filled)
            return int(cursor.rowcount)

    def _compiled(self) -> tuple[str, list[Any]]:
        rows = self.make()
        query: Any = rows.query.chain(UpdateQuery)
        fields = {name: rows.model._meta.get_field(name) for name in self.columns}
        query.add_update_values({name: Blank(name, field) for name, field in fields.items()})
        sql, places = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
        return sql, list(places)
