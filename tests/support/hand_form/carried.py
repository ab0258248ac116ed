"""A hand form as the text that is carried."""

import base64
import json
from typing import Any

from thunee_tournaments.hand_form import carried


def text_of(*lines: Any) -> str:
    body = base64.urlsafe_b64encode(json.dumps(lines).encode()).decode().rstrip("=")
    return f"thunee1.{body}.{carried.sum_of(body)}"
