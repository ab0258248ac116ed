"""What may stand in an address. Importing this makes the converter `opaque` known to Django."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class Opaque(StringConverter):
    """A random id or token as we make them: letters, digits, - and _. Anything else (a NUL byte, say) is no address."""

    regex = "[A-Za-z0-9_-]{1,64}"


register_converter(Opaque, "opaque")
