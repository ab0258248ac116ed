"""Those made before their lines said who has won a plate, and whom a review leaves open, are made anew."""

from django.db import migrations


def forget(apps, _schema_editor):
    apps.get_model("standings", "Snapshot").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("standings", "0004_forget_the_snapshots_again")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
