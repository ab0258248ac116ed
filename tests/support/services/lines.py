"""The network between the laptop in the hall and the club's site, and an event that is followed over it."""

import io
import urllib.error
import urllib.request
from email.message import Message
from typing import Any

import pytest
from django.test import Client

from tests.support.services.bundling import bundle_of, evening, organiser
from tests.support.services.sites import Sites
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

CLUB = "http://club.test"


class Line:
    """The network between the two sites: what goes over it is answered by the club's site, which is then turned to.
    `faults` says what becomes of the next requests: "" it goes through, "drop" it does not, "lost" the answer is."""

    def __init__(self, sites: Sites, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sites, self.faults, self.sizes = sites, list[str](), list[int]()
        monkeypatch.setattr(urllib.request, "urlopen", self.open)

    def open(self, request: urllib.request.Request, timeout: float) -> Any:
        fault = self.faults.pop(0) if self.faults else ""
        body = request.data
        assert isinstance(body, bytes)
        assert timeout
        self.sizes.append(len(body))
        if fault == "drop":
            raise urllib.error.URLError("no route to host")
        self.sites.turn_to("club")
        try:
            answer = Client().post(
                request.full_url.removeprefix(CLUB),
                body,
                content_type="application/octet-stream",
                headers={"host": "club.test", **dict(request.header_items())},
            )
        finally:
            self.sites.turn_to("laptop")
        if fault == "lost":
            raise TimeoutError
        if answer.status_code >= 400:
            content = io.BytesIO(answer.content)
            raise urllib.error.HTTPError(request.full_url, answer.status_code, "no", Message(), content)
        return Answered(answer.content)


class Answered(io.BytesIO):
    """What a server sends back with a 200."""

    status = 200


def followed(sites: Sites, private_for: str = "") -> Tournament:
    """An event at the laptop, whose first bundle was brought to the club's site."""
    sites.turn_to("laptop")
    tournament = evening()
    content, code = bundle_of(tournament), sites.code
    sites.turn_to("club")
    acts.take_in(actor=organiser(), content=content, code=code)
    sites.turn_to("laptop")
    acts.start_sending(actor=organiser(), tournament=tournament, url=f"{CLUB}/", private_for=private_for)
    return tournament
