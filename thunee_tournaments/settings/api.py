"""The API: JSON in and out, nobody logs in through it, and what no view allows is refused."""

from typing import Any

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_PERMISSION_CLASSES": ["thunee_tournaments.api.access.Nobody"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],  # cookies count for nothing here, so no request can be forged with them
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["thunee_tournaments.api.bodies.StrictJSON"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "thunee_tournaments.api.errors.handle",
    "URL_FORMAT_OVERRIDE": None,
    "UNICODE_JSON": False,  # whatever text somebody sends, half a character too, can be carried back
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Thunee Tournaments",
    "DESCRIPTION": "Championships as their public pages show them, the rules, and rulings on hands. See docs/api.md.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    # A game is won by a side; a match at a table of single players by any of four.
    "ENUM_NAME_OVERRIDES": {"GameWinnerEnum": ["A", "B"], "MatchWinnerEnum": ["A", "B", "C", "D"]},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "thunee_tournaments.api.schema.complete",
    ],
    "OAS_VERSION": "3.1.1",  # its shapes are JSON Schema, so anybody can hold an answer against them
}
