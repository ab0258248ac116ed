"""An export of the record, brought back into a database: its sheets and disputes as they were, with an event around.

The event itself is not in an export. It is the one of the demo that is played by the same rules, freshly drawn; the
sheets of the export take the place of its first ones, in any order.
"""

import json
import uuid
from collections import defaultdict
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import transaction

from adjudication import chain, judging, sheets
from adjudication.hands import all_steps
from adjudication.models import (
    Acceptance,
    Commitment,
    Decision,
    Dispute,
    Entry,
    Leave,
    Scoresheet,
    SignOff,
)
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services import demo
from thunee_tournaments.services.match.settlement import settle
from thunee_tournaments.tournaments.models import Tournament

KEPT = Path(__file__).resolve().parent.parent / "kept"
FILES = sorted(KEPT.glob("*/*.jsonl"))
Line = dict[str, Any]


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def event_of(rules: dict[str, Any], players: int) -> demo.Fixture:
    """The event of the demo that is played by these rules, by so many at a table if there is one."""
    events = [demo.read_fixture("fundraiser"), *demo.read_events("games")]
    by_rules = [event for event in events if event["tournament"]["preset"] == rules["preset"]]
    return next((event for event in by_rules if event["tournament"].get("players", 4) == players), by_rules[0])


def bring_back(path: Path, organiser: Any) -> Tournament:
    """The event of an export, its matches settled by the sheets that stand in it."""
    lines: dict[str, list[Line]] = defaultdict(list)
    for text in path.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        lines[line["type"]].append(line)
    first = lines["sheet"][0]
    event = event_of(first["rules"], first["players"])
    event["play"] = []
    event.pop("money", None)
    tournament = demo.load(event, organiser).tournament
    Tournament.objects.filter(pk=tournament.pk).update(public_id=lines["header"][0]["book"])
    games = MatchGame.objects.filter(match__stage__tournament=tournament).order_by("match__number")
    left, placed = list(lines["sheet"]), []
    for game in games.select_related("sheet"):
        line = next((line for line in left if line["players"] == game.sheet.players), None)
        if line is not None:
            left.remove(line)
            placed.append((game, line))
    assert not left, "the event has no place for some of the sheets"
    restored = {line["sheet"]: _sheet(line, lines) for _game, line in placed}
    for game, line in placed:
        _take_place(game, restored[line["sheet"]])
    MatchGame.objects.filter(sheet__book=tournament.public_id).delete()
    Scoresheet.objects.filter(book=tournament.public_id).delete()
    _disputes(lines, restored)
    _beside(lines)
    with transaction.atomic():
        for game, _line in placed:
            settle(game.match_id)
    return Tournament.objects.get(pk=tournament.pk)


def _sheet(line: Line, lines: dict[str, list[Line]]) -> Scoresheet:
    fixed = {key: line[key] for key in ("book", "game", "players", "rules", "fingerprint", "first_dealer")}
    sheet = sheets.open_sheet(
        book=line["book"], label="Kept", rules=line["rules"], first_dealer=line["first_dealer"], game=line["game"],
        players=line["players"], length=line.get("length"),
    )  # fmt: skip
    Scoresheet.objects.filter(pk=sheet.pk).update(public_id=line["sheet"], **fixed)
    sheet.refresh_from_db()
    entries: dict[int, Entry] = {}
    for said in lines["entry"]:
        if said["sheet"] == line["sheet"]:
            entry = _entry(sheet, said, entries)
            entry.save(force_insert=True)
            entries[entry.seq] = entry
    judged = judging.judge(sheet, judging.steps_of(all_steps(sheet)))
    sheet.seq, sheet.head, sheet.winner, sheet.ledger = len(entries), line["head"], line["winner"], judged.ledger
    sheet.state = Scoresheet.State.OVER if judged.over else Scoresheet.State.OPEN
    sheet.save()
    _said(SignOff, lines["sign_off"], sheet, head="head", entries_seq="entries_seq", how="how", window="window")
    for said in lines["acceptance"]:
        if said["sheet"] == sheet.public_id:
            entry = next(one for one in entries.values() if one.hash == said["entry"])
            Acceptance.objects.create(sheet=sheet, side=said["side"], entry=entry, seq=said["seq"], **_signed(said))
    return sheet


def _entry(sheet: Scoresheet, said: Line, entries: dict[int, Entry]) -> Entry:
    return Entry(
        sheet=sheet, seq=said["seq"], kind=said["kind"], body=said["body"], rulings=said["rulings"],
        supersedes=entries.get(said["supersedes"]), after=said.get("after"), engine=said.get("engine", ""),
        body_hash=chain.content_hash(
            sheet, said["kind"], said["body"], said["supersedes"], said["reason"], said.get("after")
        ),
        reason=said["reason"], **_signed(said),
    )  # fmt: skip


def _said(model: Any, found: list[Line], sheet: Scoresheet, **fields: str) -> None:
    for said in found:
        if said["sheet"] == sheet.public_id:
            own = {name: said[key] for name, key in fields.items()}
            own |= {"side": said["side"], "seq": said["seq"], "reason": said["reason"]}
            model.objects.create(sheet=sheet, **own, **_signed(said))


def _signed(said: Line, chained: bool = True) -> dict[str, Any]:
    """What stands on every line: who wrote it, when, and its place in the chain."""
    found = {
        "device": said["device"],
        "client_uuid": uuid.UUID(said["client_uuid"]),
        "actor": said["actor"],
        "hash": said["hash"],
        "created_at": datetime.fromisoformat(said["at"]),
    }
    return {**found, "prev_hash": said["prev"]} if chained else found


def _take_place(game: MatchGame, sheet: Scoresheet) -> None:
    """The game is the one of this sheet; the empty one it had is gone."""
    empty, game.sheet = game.sheet, sheet
    game.save(update_fields=["sheet"])
    sheets.discard(empty)
    Match.objects.filter(pk=game.match_id).update(first_dealer=sheet.first_dealer)


def _disputes(lines: dict[str, list[Line]], restored: dict[str, Scoresheet]) -> None:
    entries = {entry.hash: entry for entry in Entry.objects.all()}
    of: dict[str, Dispute] = {}
    for said in lines["dispute"]:
        sheet = restored.get(said["sheet"])
        same = {key: said[key] for key in ("book", "subject", "hand", "about", "reason", "words", "side")}
        of[said["dispute"]] = Dispute.objects.create(
            public_id=said["dispute"], sheet=sheet, **same, **_signed(said, chained=False)
        )
        Match.objects.filter(games__sheet=sheet).update(public_id=said["subject"])
    for said in lines["decision"]:
        same = {
            key: said[key]
            for key in (
                *("seq", "act", "outcome", "side", "rules", "text", "appeal_minutes", "deposit"),
                *("override_by", "override_reason"),
            )
        }
        Decision.objects.create(
            dispute=of[said["dispute"]], entry=entries.get(said["entry"]), **same, **_signed(said)
        )  # fmt: skip


def _beside(lines: dict[str, list[Line]]) -> None:
    book = lines["header"][0]["book"]
    for said in lines["leave"]:
        same = {key: said[key] for key in ("book", "subject", "referee", "reason")}
        Leave.objects.create(public_id=said["leave"], **same, **_signed(said, chained=False))
    for said in lines["commitment"]:
        Commitment.objects.create(
            book=book, subject=said["subject"], digest=said["digest"], created_at=datetime.fromisoformat(
                lines["entry"][0]["at"]
            ),
        )  # fmt: skip
