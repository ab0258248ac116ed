"""Questions that are asked with every hand: Django writes their SQL once, and afterwards only fills it in.

Django writes the SQL of a query anew each time. For a match with its round, stage, tournament and teams that takes
longer than the answer, and it was a third of what a saved hand cost. What comes back is the same as from the query set
itself.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.query import get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery
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


class _Asked(NamedTuple):
    """A query as it is sent to one database, and what makes values of what it answers with."""

    sql: str
    values: list[Any]
    converters: list[tuple[int, list[Any], Any]]


class _Written(NamedTuple):
    """The same, and what makes objects of its rows."""

    asked: _Asked
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
        written = self.written
        if written.locks and connections[DEFAULT_DB_ALIAS].get_autocommit():
            raise TransactionManagementError("a row is locked inside a transaction")
        return [_object(written, row) for row in _rows(written.asked, values)]

    def first(self, **values: Any) -> Row | None:
        """The first of them, or None."""
        return next(iter(self.all(**values)), None)


class PreparedRows:
    """The same for a query set of `values_list`: what comes back are its rows."""

    def __init__(self, make: Callable[[], models.QuerySet[Any, Any]]) -> None:
        self.make = make
        self.asked: _Asked | None = None

    def all(self, **values: Any) -> list[list[Any]]:
        """The rows, with these values in the blanks."""
        if self.asked is None:
            self.asked = _ask(self.make().query.get_compiler(DEFAULT_DB_ALIAS))
        return list(_rows(self.asked, values))


def _ask(compiler: Any) -> _Asked:
    """What Django does for every query, up to the moment it is sent."""
    sql, values = compiler.as_sql()
    converters = compiler.get_converters([column[0] for column in compiler.select])
    return _Asked(
        sql, list(values), [(place, functions, expression) for place, (functions, expression) in converters.items()]
    )


def _rows(asked: _Asked, values: Mapping[str, object]) -> Iterator[list[Any]]:
    """What the database answers, as values of Python."""
    connection = connections[DEFAULT_DB_ALIAS]
    filled = [
        value.output_field.get_db_prep_value(values[value.name], connection) if isinstance(value, Blank) else value
        for value in asked.values
    ]
    with connection.cursor() as cursor:
        cursor.execute(asked.sql, filled)
        answers = cursor.fetchall()
    for row in map(list, answers):
        for place, converters, expression in asked.converters:
            for converter in converters:
                row[place] = converter(row[place], expression, connection)
        yield row


def _write(queryset: models.QuerySet[Any]) -> _Written:
    """A query set of objects, as it is asked."""
    compiler: Any = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
    asked = _ask(compiler)
    columns, own = compiler.select, compiler.klass_info
    first, last = own["select_fields"][0], own["select_fields"][-1]
    return _Written(
        asked,
        own["model"],
        [column[0].target.attname for column in columns[first : last + 1]],
        slice(first, last + 1),
        get_related_populators(own, columns, DEFAULT_DB_ALIAS),  # type: ignore[call-arg, unused-ignore]  # of Django 6
        list(compiler.annotation_col_map.items()),
        queryset.query.select_for_update,
    )


def _object(written: _Written, row: list[Any]) -> Any:
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


class PreparedInsert:
    """The same for new rows of a model, whose key the database gives. As with `bulk_create`, nobody hears of it by a
    signal."""

    def __init__(self, model: type[models.Model]) -> None:
        self.model = model
        self.sql = ""

    def store(self, new: models.Model) -> None:
        """Write one, which has its key from then on. Raises IntegrityError as `save` does."""
        fields = [field for field in self.model._meta.concrete_fields if not field.primary_key]
        connection = connections[DEFAULT_DB_ALIAS]
        self.sql = self.sql or self._compiled(new, fields)
        values = [field.get_db_prep_save(field.pre_save(new, add=True), connection) for field in fields]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, values)
            [new.pk] = cursor.fetchone()
        new._state.adding, new._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001 - as Django has it after `save`

    def _compiled(self, new: models.Model, fields: list[Any]) -> str:
        query: Any = InsertQuery(self.model)
        query.insert_values(fields, [new])
        compiler = query.get_compiler(DEFAULT_DB_ALIAS)
        compiler.returning_fields = [self.model._meta.pk]
        [(sql, _values)] = compiler.as_sql()
        return str(sql)
