"""An event once more and once more, row by row, inside the database: a site with a history in the time of a coffee."""

from typing import Any

STRIDE = 100_000  # between the keys of one and of the next: more than any table has before
BEGIN = "WITH RECURSIVE others(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM others WHERE n < %s)"


def multiply(tournament: Any, times: int) -> None:
    """Put so many copies of an event beside it, under ids of their own; the chains of their records are the first's,
    and hold for it alone."""
    from django.db import connection, transaction

    from thunee_tournaments.services.bundles.kinds import KINDS

    with transaction.atomic(), connection.cursor() as cursor:
        for kind in KINDS:
            keys = list(kind.rows(tournament).values_list("pk", flat=True))
            if not keys:
                continue
            columns, values = zip(*(of_the_copy(column) for column in kind.model._meta.concrete_fields), strict=True)
            table = connection.ops.quote_name(kind.model._meta.db_table)
            where = f"id BETWEEN {min(keys)} AND {max(keys)}"
            cursor.execute(f"SELECT count(*) FROM {table} WHERE {where}")
            assert cursor.fetchone()[0] == len(keys) < STRIDE, f"others stand between the rows of {table}"
            cursor.execute(
                f"INSERT INTO {table} ({', '.join(columns)}) {BEGIN} SELECT {', '.join(values)}"
                f" FROM {table}, others WHERE {where}",
                [times],
            )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def of_the_copy(column: Any) -> tuple[str, str]:
    """The name of a column, and what stands in it in the n-th copy."""
    from django.db import connection
    from django.db.models import ForeignKey

    from thunee_tournaments.services.bundles.kinds import BY_MODEL

    name = connection.ops.quote_name(column.column)
    travels = isinstance(column, ForeignKey) and column.related_model in BY_MODEL
    if column.primary_key or travels:
        return name, f"{name} + n * {STRIDE}"
    if column.name in ("slug", "device"):
        return name, f"{name} || '-' || CAST(100000 + n AS text)"
    if column.name in ("book", "public_id", "row_space") or (
        column.unique and column.get_internal_type() == "CharField"
    ):
        shorter = f"CASE WHEN length({name}) > 6 THEN substr({name}, 1, length({name}) - 6) ELSE {name} END"
        return name, f"{shorter} || CAST(100000 + n AS text)"
    return name, name
