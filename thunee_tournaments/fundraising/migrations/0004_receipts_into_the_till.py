"""Every receipt and what took it back become movements of the till, in the order in which they were written: with their
ids, numbers, amounts, times and keys. The chain begins with them."""

import uuid
from typing import Any

from django.db import migrations

from adjudication.chain import digest, written_at
from thunee_tournaments.tournaments.ids import new_public_id


def forward(apps: Any, _schema_editor: Any) -> None:
    Tournament = apps.get_model("tournaments", "Tournament")
    Receipt, Reversal, Giver = (apps.get_model("fundraising", name) for name in ("Receipt", "Reversal", "Giver"))
    for tournament in Tournament.objects.filter(pk__in=Receipt.objects.values("tournament")).order_by("pk"):
        written = [(receipt.created_at, 0, receipt.number, receipt) for receipt in
                   Receipt.objects.filter(tournament=tournament)]
        written += [(back.created_at, 1, back.pk, back) for back in
                    Reversal.objects.filter(receipt__tournament=tournament).select_related("receipt")]
        _write(apps, tournament, [row for *_order, row in sorted(written, key=lambda entry: entry[:3])],
               {giver.receipt_id: giver for giver in Giver.objects.filter(receipt__tournament=tournament)})


def _write(apps: Any, tournament: Any, rows: list[Any], givers: dict[int, Any]) -> None:
    Movement, Line, Party = (apps.get_model("fundraising", name) for name in ("Movement", "Line", "Party"))
    head = digest({"format": "till/1", "book": tournament.public_id})
    numbers: dict[str, int] = {}
    became: dict[int, Any] = {}
    for seq, row in enumerate(rows, start=1):
        receipt = getattr(row, "receipt", row)
        act = "receipt" if receipt is row else "reversal"
        numbers[act] = numbers.get(act, 0) + 1
        purse = f"cash:{receipt.actor}" if receipt.method == "cash" else f"paid:{receipt.method}"
        line = (f"income:{receipt.kind}", purse) if receipt is row else (purse, f"income:{receipt.kind}")
        movement = Movement(
            public_id=row.public_id if receipt is row else new_public_id(), tournament=tournament, seq=seq, act=act,
            number=row.number if receipt is row else numbers[act], amount=receipt.amount, method=receipt.method,
            team=receipt.team, takes_back=None if receipt is row else became[receipt.pk],
            reason="" if receipt is row else row.reason, actor=row.actor, device=row.device,
            client_uuid=_key(Movement, row), created_at=row.created_at, prev_hash=head,
        )
        head = movement.hash = digest(_in_chain(movement, tournament.public_id, [*line, receipt.amount]))
        movement.save()
        Line.objects.create(movement=movement, place=0, given_by=line[0], given_to=line[1], amount=receipt.amount)
        if receipt is row:
            became[row.pk] = movement
            giver = givers.get(row.pk)
            Party.objects.create(movement=movement, name=giver.name if giver else "",
                                 named=bool(giver and giver.named), note=giver.note if giver else "")


def _key(Movement: Any, row: Any) -> uuid.UUID:
    """Receipts and reversals had keys of their own: one that is there already gets another, made from it."""
    if Movement.objects.filter(device=row.device, client_uuid=row.client_uuid).exists():
        return uuid.uuid5(row.client_uuid, "reversal")
    return row.client_uuid


def _in_chain(movement: Any, book: str, line: list[Any]) -> dict[str, Any]:
    return {
        "format": "movement/1", "book": book, "movement": movement.public_id, "seq": movement.seq,
        "act": movement.act, "number": movement.number, "amount": movement.amount, "method": movement.method,
        "team": movement.team, "reference": "", "of": movement.takes_back.hash if movement.takes_back else None,
        "lines": [line], "reason": movement.reason, "details": {}, "device": movement.device,
        "client_uuid": str(movement.client_uuid), "actor": movement.actor,
        "at": written_at(movement.created_at), "prev": movement.prev_hash,
    }


class Migration(migrations.Migration):

    dependencies = [("fundraising", "0003_till")]
    operations = [migrations.RunPython(forward)]
