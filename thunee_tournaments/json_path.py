"""What stands at a path in a JSON column, for the columns a query gives."""

from django.db.models.fields.json import KeyTransform


def json_at(column: str, *keys: str) -> KeyTransform:
    """As "column__key__key" in `values_list`. By that name Django finds it only after an error, which it keeps, and
    with it all that the callers hold, until somebody looks for garbage."""
    path: KeyTransform | str = column
    for key in keys:
        path = KeyTransform(key, path)
    assert isinstance(path, KeyTransform)
    return path
