import django.db.models.deletion
import thunee_tournaments.tournaments.ids
from django.db import migrations, models


class Migration(migrations.Migration):

    # Of the states before the first release; where all of them were applied, there is nothing to do.
    replaces = [
        ('teams', '0001_initial'),
        ('teams', '0002_disqualified'),
        ('teams', '0003_why_a_team_withdrew'),
        ('teams', '0004_substitutions'),
    ]

    initial = True

    dependencies = [
        ('tournaments', '0001_release_0_1'),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=thunee_tournaments.tournaments.ids.new_public_id, editable=False, max_length=24, unique=True)),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('order', models.PositiveSmallIntegerField(default=1)),
                ('left_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['order', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=thunee_tournaments.tournaments.ids.new_public_id, editable=False, max_length=24, unique=True)),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('name_key', models.CharField(editable=False, max_length=160)),
                ('club', models.CharField(blank=True, max_length=80, verbose_name='club')),
                ('seed', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('withdrawn_why', models.TextField(blank=True)),
                ('disqualified', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='teams', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['seed', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Substitution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=thunee_tournaments.tournaments.ids.new_public_id, editable=False, max_length=24, unique=True)),
                ('number', models.PositiveSmallIntegerField()),
                ('stage', models.PositiveSmallIntegerField(default=0)),
                ('round', models.CharField(blank=True, default='', max_length=40)),
                ('match', models.CharField(blank=True, default='', max_length=24)),
                ('game', models.PositiveSmallIntegerField(default=0)),
                ('seq', models.PositiveIntegerField(default=0)),
                ('by', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
                ('comes', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.player')),
                ('leaves', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.player')),
                ('takes_back', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='taken_back_by', to='teams.substitution')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='substitutions', to='teams.team')),
            ],
            options={
                'ordering': ['team', 'number'],
            },
        ),
        migrations.AddField(
            model_name='player',
            name='team',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='teams.team'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(fields=('tournament', 'name_key'), name='team_name_is_unique_in_tournament'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(fields=('tournament', 'seed'), name='team_seed_is_unique_in_tournament'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.CheckConstraint(condition=models.Q(('name_key', ''), _negated=True), name='team_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='substitution',
            constraint=models.UniqueConstraint(fields=('team', 'number'), name='substitution_number_is_unique_in_team'),
        ),
        migrations.AddConstraint(
            model_name='substitution',
            constraint=models.CheckConstraint(condition=models.Q(('leaves', models.F('comes')), _negated=True), name='substitution_is_of_two_players'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(fields=('team', 'order'), name='player_order_is_unique_in_team'),
        ),
    ]
