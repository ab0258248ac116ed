"""Acceptances become a chain on each sheet. What was accepted before is chained in the order it was written."""

import hashlib
import json
from datetime import UTC

import django.db.models.deletion
from django.db import migrations, models

TRIGGERS = ("update", "delete", "truncate")


def digest(said):
    text = json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def take_guards_off(apps, schema_editor):
    """The database refuses to change these rows; `migrate` puts the guards on again when it is done (`guards`)."""
    on = " ON adjudication_acceptance" if schema_editor.connection.vendor == "postgresql" else ""
    for act in TRIGGERS:
        schema_editor.execute(f"DROP TRIGGER IF EXISTS adjudication_acceptance_no_{act}{on}")


def chain(apps, schema_editor):
    acceptances = apps.get_model("adjudication", "Acceptance").objects
    last = {}  # sheet -> (seq, hash)
    for row in acceptances.select_related("entry__sheet").order_by("pk"):
        sheet = row.entry.sheet.public_id
        seq, prev = last.get(sheet, (0, digest({"format": "acceptances/1", "sheet": sheet})))
        said = {
            "format": "acceptance/1",
            "sheet": sheet,
            "seq": seq + 1,
            "side": row.side,
            "entry": row.entry.hash,
            "device": row.device,
            "client_uuid": str(row.client_uuid),
            "actor": row.actor,
            "at": row.created_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            "prev": prev,
        }
        last[sheet] = (seq + 1, digest(said))
        acceptances.filter(pk=row.pk).update(
            sheet_id=row.entry.sheet_id, seq=seq + 1, prev_hash=prev, hash=last[sheet][1]
        )
    if schema_editor.connection.vendor == "postgresql":  # or the table could not be altered in this transaction
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):

    dependencies = [
        ('adjudication', '0004_length_of_a_game'),
    ]

    operations = [
        migrations.RunPython(take_guards_off, migrations.RunPython.noop),
        migrations.AddField('acceptance', 'sheet', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='acceptances', to='adjudication.scoresheet')),
        migrations.AddField('acceptance', 'seq', models.PositiveIntegerField(null=True)),
        migrations.AddField('acceptance', 'prev_hash', models.CharField(max_length=64, default='')),
        migrations.AddField('acceptance', 'hash', models.CharField(max_length=64, default='')),
        migrations.RunPython(chain, migrations.RunPython.noop),
        migrations.AlterField('acceptance', 'sheet', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acceptances', to='adjudication.scoresheet')),
        migrations.AlterField('acceptance', 'seq', models.PositiveIntegerField()),
        migrations.AlterField('acceptance', 'prev_hash', models.CharField(max_length=64)),
        migrations.AlterField('acceptance', 'hash', models.CharField(max_length=64)),
        migrations.AlterModelOptions('acceptance', {'ordering': ['sheet_id', 'seq']}),
        migrations.AddConstraint('acceptance', models.UniqueConstraint(fields=('sheet', 'seq'), name='acceptance_once_per_sheet_and_seq')),
    ]
