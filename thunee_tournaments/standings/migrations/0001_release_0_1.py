import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    # Of the states before the first release; where all of them were applied, there is nothing to do.
    replaces = [
        ('standings', '0001_initial'),
        ('standings', '0002_prize_list'),
        ('standings', '0003_forget_the_snapshots'),
        ('standings', '0004_forget_the_snapshots_again'),
        ('standings', '0005_forget_the_snapshots_once_more'),
        ('standings', '0006_snapshots_made_anew'),
    ]

    initial = True

    dependencies = [
        ('tournaments', '0001_release_0_1'),
    ]

    operations = [
        migrations.CreateModel(
            name='PrizeList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('currency', models.CharField(blank=True, default='', max_length=8)),
                ('ties', models.CharField(choices=[('share', 'teams level in the standings share what their places carry'), ('lot', 'the lot decides between teams level in the standings')], default='share', max_length=8)),
                ('one_each', models.BooleanField(default=True)),
                ('prizes', models.JSONField(default=list)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='prize_list', to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Snapshot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('data', models.JSONField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='snapshots', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['tournament', '-version'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'version'), name='snapshot_is_unique_at_a_version')],
            },
        ),
    ]
