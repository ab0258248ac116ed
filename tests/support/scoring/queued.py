"""The queue of a phone."""

import json
import uuid
from typing import Any

import pytest
from django.urls import reverse

from tests.thunee_tournaments.scoring.conftest import Phone

DEVICE = "phone-kept-on-it"


class Queue:
    """What a phone's script sends, hand after hand."""

    def __init__(self, phone: Phone, sheet: str) -> None:
        self.phone = phone
        self.sheet = sheet
        self.head = self.state()["sheet"]["head"]

    def state(self) -> Any:
        return self.phone.client.get("/table/state").json()

    def post(self, said: Any, sheet: str = "") -> Any:
        text = said if isinstance(said, (str, bytes)) else json.dumps(said)
        where = reverse("scoring:queue", args=[sheet or self.sheet])
        return self.phone.client.post(where, text, content_type="application/json")

    def send(self, typed: dict[str, Any], **changed: Any) -> Any:
        said = {"key": str(uuid.uuid4()), "device": DEVICE, "head": self.head, "typed": as_text(typed), **changed}
        answer = self.post(said)
        if answer.status_code == 200:
            self.head = answer.json()["head"]
        return answer


def as_text(typed: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in typed.items()}


@pytest.fixture
def queue(phone: Phone, sheet: str) -> Queue:
    return Queue(phone, sheet)
