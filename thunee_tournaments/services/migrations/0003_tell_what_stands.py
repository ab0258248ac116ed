"""Draws and walkovers from before there were notices are told in the record as they stand at the upgrade."""

import hashlib
import json
from datetime import UTC

from django.db import migrations
from django.utils import timezone


def digest(said):
    text = json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def written_at(moment):
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def tell(apps, schema_editor):
    for tournament in apps.get_model("tournaments", "Tournament").objects.order_by("pk"):
        for subject, kind, body, reason in [*draws(apps, tournament), *walkovers(apps, tournament)]:
            post(apps.get_model("adjudication", "Notice").objects, tournament.public_id, subject, kind, body, reason)


def draws(apps, tournament):
    stages = apps.get_model("tournaments", "Stage").objects.filter(tournament=tournament, drawn_at__isnull=False)
    for stage in stages.order_by("order"):
        body = {
            "stage": stage.order,
            "format": stage.format,
            "lot": stage.lot,
            "drawn_at": written_at(stage.drawn_at),
            "teams": stage.inputs.get("teams", []),
            "seeded": stage.inputs.get("seeded", []),
            "order": stage.inputs.get("drawn") or stage.inputs.get("order", []),
        }
        yield "draws", "draw", body, ""


def walkovers(apps, tournament):
    matches = apps.get_model("brackets", "Match").objects.filter(stage__tournament=tournament, outcome="walkover")
    for match in matches.select_related("stage", "winner").order_by("stage__order", "number"):
        body = {"stage": match.stage.order, "match": match.number, "winner": match.winner.public_id}
        yield f"match:{match.public_id}", "walkover", body, match.reason[:500]


def post(notices, book, subject, kind, body, reason):
    now = timezone.now()
    last = notices.filter(book=book, subject=subject).order_by("seq").last()
    said = {
        "format": "notice/1",
        "book": book,
        "subject": subject,
        "seq": last.seq + 1 if last else 1,
        "kind": kind,
        "body": body,
        "reason": reason,
        "actor": "upgrade",
        "at": written_at(now),
        "prev": last.hash if last else digest({"format": "notices/1", "book": book, "subject": subject}),
    }
    notices.create(
        book=book, subject=subject, seq=said["seq"], kind=kind, body=body, reason=reason, actor="upgrade",
        prev_hash=said["prev"], hash=digest(said), created_at=now,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("services", "0002_signing_tries"),
        ("adjudication", "0009_notices"),
        ("brackets", "0005_four_seats"),
        ("tournaments", "0006_beyond_hands"),
    ]
    operations = [migrations.RunPython(tell, migrations.RunPython.noop)]
