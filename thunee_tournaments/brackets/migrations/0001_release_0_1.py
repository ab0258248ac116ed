import django.db.models.deletion
import thunee_tournaments.tournaments.ids
from django.db import migrations, models


class Migration(migrations.Migration):

    # Of the states before the first release; where all of them were applied, there is nothing to do.
    replaces = [
        ('brackets', '0001_initial'),
        ('brackets', '0002_formats'),
        ('brackets', '0003_games_of_single_players'),
        ('brackets', '0004_results_that_change'),
        ('brackets', '0005_four_seats'),
        ('brackets', '0006_entries_taken_back'),
    ]

    initial = True

    dependencies = [
        ('adjudication', '0001_release_0_1'),
        ('teams', '0001_release_0_1'),
        ('tournaments', '0001_release_0_1'),
    ]

    operations = [
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=40)),
                ('inputs', models.JSONField(blank=True, default=dict)),
                ('date', models.DateField(blank=True, null=True)),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.stage')),
            ],
            options={
                'ordering': ['stage', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=thunee_tournaments.tournaments.ids.new_public_id, editable=False, max_length=24, unique=True)),
                ('number', models.PositiveSmallIntegerField()),
                ('group', models.PositiveSmallIntegerField(default=0)),
                ('best_of', models.PositiveSmallIntegerField(default=1)),
                ('slot_a', models.JSONField()),
                ('slot_b', models.JSONField()),
                ('slot_c', models.JSONField(blank=True, null=True)),
                ('slot_d', models.JSONField(blank=True, null=True)),
                ('seats', models.JSONField(blank=True, default=list)),
                ('first_dealer', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('dealer_draw', models.JSONField(blank=True, default=dict)),
                ('queue', models.JSONField(blank=True, default=list)),
                ('postponed_to', models.DateField(blank=True, null=True)),
                ('state', models.CharField(choices=[('waiting', 'waiting for teams'), ('ready', 'ready to play'), ('playing', 'being played'), ('done', 'over'), ('bye', 'bye')], default='waiting', max_length=10)),
                ('outcome', models.CharField(blank=True, choices=[('played', 'played'), ('walkover', 'walkover'), ('bye', 'bye')], max_length=10)),
                ('reason', models.TextField(blank=True)),
                ('games_a', models.PositiveSmallIntegerField(default=0)),
                ('games_b', models.PositiveSmallIntegerField(default=0)),
                ('balls_a', models.IntegerField(default=0)),
                ('balls_b', models.IntegerField(default=0)),
                ('scores', models.JSONField(blank=True, default=list)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('conflict', models.CharField(blank=True, choices=[('A', 'A'), ('B', 'B'), ('C', 'C'), ('D', 'D'), ('AB', 'AB'), ('AC', 'AC'), ('AD', 'AD'), ('BC', 'BC'), ('BD', 'BD'), ('CD', 'CD'), ('ABC', 'ABC'), ('ABD', 'ABD'), ('ACD', 'ACD'), ('BCD', 'BCD'), ('ABCD', 'ABCD')], default='', max_length=4)),
                ('due_a', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.team')),
                ('due_b', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.team')),
                ('due_c', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.team')),
                ('due_d', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.team')),
                ('goes_down', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.team')),
                ('goes_on', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.team')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='tournaments.stage')),
                ('team_a', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='matches_as_a', to='teams.team')),
                ('team_b', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='matches_as_b', to='teams.team')),
                ('team_c', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='matches_as_c', to='teams.team')),
                ('team_d', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='matches_as_d', to='teams.team')),
                ('winner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='matches_won', to='teams.team')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='brackets.round')),
            ],
            options={
                'verbose_name_plural': 'matches',
                'ordering': ['stage', 'number'],
            },
        ),
        migrations.CreateModel(
            name='StreakEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('price', models.PositiveIntegerField(default=0)),
                ('entered_at', models.DateTimeField(auto_now_add=True)),
                ('ended', models.BooleanField(default=False)),
                ('taken_back_at', models.DateTimeField(blank=True, null=True)),
                ('taken_back_why', models.CharField(blank=True, default='', max_length=200)),
                ('taken_back_by', models.CharField(blank=True, default='', max_length=64)),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.stage')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='streak_entries', to='teams.team')),
            ],
            options={
                'verbose_name_plural': 'streak entries',
                'ordering': ['stage', 'number'],
            },
        ),
        migrations.CreateModel(
            name='MatchGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('dealer_draw', models.JSONField(blank=True, default=dict)),
                ('struck_at', models.DateTimeField(blank=True, null=True)),
                ('struck_by', models.CharField(blank=True, default='', max_length=32)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games', to='brackets.match')),
                ('sheet', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='match_game', to='adjudication.scoresheet')),
                ('struck_a', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.team')),
                ('struck_b', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.team')),
                ('struck_c', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.team')),
                ('struck_d', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.team')),
            ],
            options={
                'ordering': ['match', 'number'],
                'constraints': [models.UniqueConstraint(fields=('match', 'number'), name='game_number_is_unique_in_match')],
            },
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('stage', 'number'), name='round_number_is_unique_in_stage'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(fields=('stage', 'number'), name='match_number_is_unique_in_stage'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('first_dealer__isnull', True), ('first_dealer__lte', 5), _connector='OR'), name='match_first_dealer_is_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('winner__isnull', True), ('winner', models.F('team_a')), ('winner', models.F('team_b')), models.Q(('team_c__isnull', False), ('winner', models.F('team_c'))), models.Q(('team_d__isnull', False), ('winner', models.F('team_d'))), _connector='OR'), name='match_winner_is_one_of_its_teams'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('team_a__isnull', True), ('team_b__isnull', True), models.Q(('team_a', models.F('team_b')), _negated=True), _connector='OR'), name='match_teams_differ'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['done', 'bye']), ('winner__isnull', False)), models.Q(('state', 'done'), ('team_c__isnull', False)), models.Q(models.Q(('state__in', ['done', 'bye']), _negated=True), ('winner__isnull', True)), _connector='OR'), name='match_has_a_winner_exactly_when_over'),
        ),
        migrations.AddConstraint(
            model_name='streakentry',
            constraint=models.UniqueConstraint(fields=('stage', 'number'), name='entry_number_is_unique_in_stage'),
        ),
        migrations.AddConstraint(
            model_name='streakentry',
            constraint=models.CheckConstraint(condition=models.Q(('taken_back_at__isnull', True), models.Q(('ended', True), models.Q(('taken_back_why', ''), _negated=True)), _connector='OR'), name='entry_taken_back_has_ended_for_a_reason'),
        ),
    ]
