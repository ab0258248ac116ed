"""An event drawn for a later day calls nobody before it; those that run already go on."""

from django.db import migrations, models
from django.utils import timezone


def open_those_that_run(apps, _schema_editor):
    apps.get_model("tournaments", "Tournament").objects.filter(status="running").update(opened_at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_beyond_hands")]

    operations = [
        migrations.AddField(
            model_name="tournament", name="opened_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.RunPython(open_those_that_run, migrations.RunPython.noop),
    ]
