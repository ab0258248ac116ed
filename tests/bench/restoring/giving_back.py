"""Phones that remember what was saved, and give it back when the site has lost it; and the organiser who helps them."""

import http.client
import queue
import re
import threading
import time
import uuid
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from tests.bench.crashing.keepers import Ledger
from tests.bench.phones import ACKNOWLEDGED, CSRF, HEAD, Sent
from tests.bench.restoring.remembering import Scripted
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.match.games import sheet_id
from thunee_tournaments.tables.admitting import pin_of
from thunee_tournaments.tables.links import find
from thunee_tournaments.tables.models import Seating, Table

MORE = 3  # tables that the hall has beside those in use
HEADING = re.compile(r"<h1[^>]*>([^<]+)")
PATIENCE = 20.0  # seconds in which nothing was given back, until what is left counts as lost


class GivingBack:
    """A phone that sends again what was lost, at the table it is at or at the one its match is at now."""

    def __init__(self, port: int, ledger: Ledger, tokens: Iterable[str]) -> None:
        self.port, self.ledger = port, ledger
        self.why = dict[str, str]()  # what was found last in place of a sheet that is at no table
        self.called, self.more = 0, list[str]()  # matches the organiser called to a table; links of tables more
        links = {token: find(token) for token in set(tokens)}
        self.tokens = {link.table_id: token for token, link in links.items() if link is not None}

    def give_all(self, hands: Sequence[Sent], tokens: Mapping[str, str]) -> list[str]:
        """Send hands again in the order in which they were entered; what went wrong. A match that can come to no table
        now waits for those that are at one, and no match after it is called meanwhile: its teams might play that."""
        faults, waiting, deadline = list[str](), list(hands), time.monotonic() + PATIENCE
        while waiting and time.monotonic() < deadline:
            before, held, left = len(waiting), set[str](), list[Sent]()
            for hand in waiting:
                answer = "" if hand.sheet in held else self.give(hand, tokens[hand.key], may_call=not held)
                if not answer:
                    held.add(hand.sheet)
                    left.append(hand)
                elif answer != ACKNOWLEDGED:
                    faults.append(f"{name(hand)}, lost, and then {answer}")
            waiting = left
            if len(waiting) == before:
                time.sleep(0.5)
            else:
                deadline = time.monotonic() + PATIENCE
        return faults + [f"{name(hand)}, and finds no table: {self.why.get(hand.sheet, 'another goes first')}"
                         for hand in waiting]  # fmt: skip

    def give(self, hand: Sent, token: str, may_call: bool) -> str:
        """The answer to a hand that is sent again; "" where its match is at no table now."""
        own = next((table for table, known in self.tokens.items() if known == token), None)
        if own is None:
            self.why[hand.sheet] = "the site has forgotten the link, too"
            return ""
        if may_call:
            self.call_to_a_table(hand.sheet, Table.objects.get(pk=own))
        table = table_now(hand.sheet) or own
        if table == own:
            cookies = dict(part.split("=", 1) for part in hand.headers["Cookie"].split("; "))
            if answer := self.once(hand, token, cookies):
                return answer
        return self.once(hand, self.tokens.get(table, token), {})

    def once(self, hand: Sent, token: str, cookies: dict[str, str]) -> str:
        """The answer; "" where the hand's sheet is not at this table. Without cookies the table's link is opened."""
        tables: queue.Queue[str] = queue.Queue()
        tables.put(token)
        phone = Scripted(self.port, tables, hand.key, threading.Event(), 0, self.ledger)
        phone.cookies = dict(cookies)
        try:
            if not cookies:
                link = find(token)
                phone.let_in(pin_of(link) if link else "")
            page = phone.get(f"/table/{hand.sheet}/hand")
            head, csrf = HEAD.search(page), CSRF.search(page)
            if not head or not csrf:
                heading = HEADING.search(page)
                self.why[hand.sheet] = heading[1].strip() if heading else page[:80]
                return ""
            hand.headers = phone.headers()
            hand.typed |= {"head": head[1], "csrfmiddlewaretoken": csrf[1]}
            return phone.post(hand, listen=True)
        except (OSError, http.client.HTTPException) as error:
            self.why[hand.sheet] = repr(error)
            return ""

    def call_to_a_table(self, sheet: str, own: Table) -> None:
        """What an organiser does at the desk when the match of a hand is at no table: at its own, at any, or at one
        more."""
        event = own.tournament
        match = match_of(sheet, event)
        if match is None or Seating.objects.filter(match=match, ended_at__isnull=True).exists():
            return
        organiser = event.roles.get(role="organiser").user
        for table in (own, *event.tables.all()):
            with suppress(acts.Refused):
                acts.move_match(actor=organiser, match=match, table=table, reason="The spare table.")
                self.called += 1
                return
        if len(self.more) < MORE:
            table = acts.set_table_count(actor=organiser, tournament=event, count=event.tables.count() + 1)[-1]
            self.tokens[table.pk] = acts.issue_table_link(actor=organiser, table=table).token
            self.more.append(self.tokens[table.pk])


def name(hand: Sent) -> str:
    return f"hand {uuid.UUID(hand.key)} was {'acknowledged' if hand.acknowledged else 'written'}"


def match_of(sheet: str, event: Any) -> Any:
    """The match whose game has, or will have, this sheet."""
    for match in Match.objects.filter(stage__tournament=event):
        if sheet in {sheet_id(match, number) for number in range(1, 8)}:
            return match
    return None


def table_now(sheet: str) -> int | None:
    """The table at which the game of this sheet is played now."""
    return (
        Seating.objects.filter(match__games__sheet__public_id=sheet, ended_at__isnull=True)
        .values_list("table", flat=True)
        .first()
    )
