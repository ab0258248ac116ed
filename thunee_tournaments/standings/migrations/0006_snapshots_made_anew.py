"""Those made before their lines said who has gone are made anew."""

from django.db import migrations


def forget(apps, _schema_editor):
    apps.get_model("standings", "Snapshot").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("standings", "0005_forget_the_snapshots_once_more")]
    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
