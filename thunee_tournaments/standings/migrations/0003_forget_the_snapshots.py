"""Snapshots are a cache; those made before their lines said which round a team has reached are made anew."""

from django.db import migrations


def forget(apps, _schema_editor):
    apps.get_model("standings", "Snapshot").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("standings", "0002_prize_list")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
