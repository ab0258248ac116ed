from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('teams', '0002_disqualified'),
    ]

    operations = [
        migrations.AddField('team', 'withdrawn_why', models.TextField(blank=True)),
    ]
