"""Where the teams of many matches come from: each source is decoded once, however often it is written."""

import json
from functools import lru_cache
from typing import Any

from django.db.models import F, TextField
from django.db.models.functions import Cast

from thunee_tournaments.brackets.shapes import SourceRow

MOST_KEPT = 8192  # the seeds and matches of the largest events
# A side's source as it is stored, for `values_list`.
AS_TEXT = Cast(F("source"), TextField())


def source_in(text: str) -> SourceRow:
    """A source out of its stored text, free to be changed."""
    return [*_decoded(text)]


@lru_cache(MOST_KEPT)
def _decoded(text: str) -> tuple[Any, ...]:
    return tuple(json.loads(text))
