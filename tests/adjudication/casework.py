"""Short ways to raise, decide and appeal disputes."""

import uuid
from collections.abc import Callable
from typing import Any

from adjudication import disputes, replay
from adjudication.disputes import Decided
from adjudication.errors import Refused
from adjudication.models import Dispute, Scoresheet
from tests.adjudication.table import RULES, SECOND_REFEREE, side


def appeal(case: Dispute, **changed: Any) -> Decided:
    said = {"actor": side("A"), "side": "A", "text": "It was not so.", "device": "phone-of-A", **changed}
    return disputes.appeal(case.pk, **{"client_uuid": uuid.uuid4(), **said})


def on_appeal(case: Dispute, overturn: bool, sheet: Scoresheet | None = None, **changed: Any) -> Decided:
    if sheet is not None:
        sheet.refresh_from_db()
    said = {"actor": SECOND_REFEREE, "rules": RULES, "text": "Heard both.", "device": "desk-2", **changed}
    head = sheet.head if sheet is not None else ""
    return disputes.decide_appeal(case.pk, **{"overturn": overturn, "client_uuid": uuid.uuid4(), "head": head, **said})


def code_of(attempt: Callable[[], object]) -> str:
    import pytest  # not at the top: measurements use this module too, and have no pytest

    with pytest.raises(Refused) as refused:
        attempt()
    return refused.value.code


def sound(sheet: Scoresheet) -> bool:
    return replay.check(Scoresheet.objects.get(pk=sheet.pk)) == []
