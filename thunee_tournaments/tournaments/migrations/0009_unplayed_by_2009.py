"""What is drawn keeps the rule of 2009 for rounds that are not played; what is drawn from now on has that of 2024."""

from django.db import migrations


def keep_the_rule(apps, _schema_editor):
    stages = apps.get_model("tournaments", "Stage").objects
    for stage in stages.exclude(drawn_at=None).only("inputs"):
        stages.filter(pk=stage.pk).update(inputs={**stage.inputs, "unplayed": 2009})


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_rules_said_whole")]

    operations = [migrations.RunPython(keep_the_rule, migrations.RunPython.noop)]
