# The formats are objects (`brackets.formats.catalogue`), no list of the model any more; nothing in the table changes.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0001_release_0_1'),
    ]

    operations = [
        migrations.AlterField(
            model_name='stage',
            name='format',
            field=models.CharField(default='knockout', max_length=20),
        ),
    ]
