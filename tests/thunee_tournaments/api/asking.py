"""Short ways to ask the API, and what every complaint of it looks like."""

import json
from typing import Any

from django.test import Client

HAND = {"format": "hand-record/1", "game": "thunee", "dealer": 0, "tally": {"trumper": 1, "card_points": {"A": 96}}}
COUNTED = {**HAND, "tally": {"trumper": 1, "call": 20, "trump": "s", "card_points": {"A": 90}, "last_trick": 1}}


def get(client: Client, path: str, **headers: Any) -> Any:
    """The JSON at an address below /api/v1/."""
    response = client.get(f"/api/v1/{path}", **headers)
    assert response.status_code == 200, (path, response.content)
    assert response["Content-Type"] == "application/json"
    return response.json()


def judge(client: Client, sent: Any, query: str = "", **said: Any) -> Any:
    """The response to a body: bytes as they are, anything else as JSON."""
    body = sent if isinstance(sent, bytes) else json.dumps(sent)
    return client.post(f"/api/v1/adjudicate/{query}", body, content_type="application/json", **said)


def assert_problem(response: Any, status: int, code: str) -> list[dict[str, str]]:
    """The one shape of everything that goes wrong; gives its errors."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    said = response.json()
    assert said.keys() == {"type", "title", "status", "detail", "code", "errors"}
    assert (said["status"], said["code"]) == (status, code)
    assert said["title"]
    assert said["detail"]
    assert all(error.keys() == {"path", "message"} for error in said["errors"])
    return said["errors"]  # type: ignore[no-any-return]
