"""Those made while a double elimination went by the round alone are made anew."""

from django.db import migrations


def forget(apps, _schema_editor):
    apps.get_model("standings", "Snapshot").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("standings", "0003_forget_the_snapshots")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
