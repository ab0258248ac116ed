import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    # Of the states before the first release; where all of them were applied, there is nothing to do.
    replaces = [
        ('tables', '0001_initial'),
        ('tables', '0002_phones_and_pins'),
        ('tables', '0003_round_timer'),
        ('tables', '0004_names_zones_and_no_shows'),
    ]

    initial = True

    dependencies = [
        ('brackets', '0001_release_0_1'),
        ('teams', '0001_release_0_1'),
        ('tournaments', '0001_release_0_1'),
    ]

    operations = [
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(blank=True, max_length=40)),
                ('zone', models.CharField(blank=True, default='', max_length=40)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Seating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='seating', to='brackets.match')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seatings', to='tables.table')),
            ],
        ),
        migrations.CreateModel(
            name='TableLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.CharField(blank=True, choices=[('', ''), ('A', 'A'), ('B', 'B')], default='', max_length=1)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('pins_given', models.PositiveIntegerField(default=1)),
                ('wrong_pins', models.PositiveSmallIntegerField(default=0)),
                ('wrong_pin_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('match', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='brackets.match')),
                ('round', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='brackets.round')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='tables.table')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='table_links', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['table', 'side'],
            },
        ),
        migrations.CreateModel(
            name='Phone',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(max_length=64)),
                ('first', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('link', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='phones', to='tables.tablelink')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='NoShow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.CharField(choices=[('A', 'A'), ('B', 'B')], max_length=1)),
                ('minutes', models.PositiveSmallIntegerField()),
                ('started_at', models.DateTimeField()),
                ('until', models.DateTimeField()),
                ('by', models.CharField(max_length=64)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('end', models.CharField(blank=True, choices=[('came', 'they came'), ('walkover', 'the match went to the others'), ('over', 'no longer needed')], default='', max_length=10)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='no_shows', to='brackets.match')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='no_shows', to='teams.team')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('match', 'side'), name='side_has_one_no_show_clock_at_a_time'), models.CheckConstraint(condition=models.Q(('side__in', ['A', 'B'])), name='no_show_is_of_a_side'), models.CheckConstraint(condition=models.Q(models.Q(('end', ''), ('ended_at__isnull', True)), models.Q(('ended_at__isnull', False), models.Q(('end', ''), _negated=True)), _connector='OR'), name='no_show_that_ended_says_how')],
            },
        ),
        migrations.CreateModel(
            name='RoundTimer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seconds', models.PositiveIntegerField()),
                ('left', models.PositiveIntegerField(blank=True, null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('ends_at', models.DateTimeField(blank=True, null=True)),
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='timer', to='brackets.round')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('ends_at__isnull', False), ('left__isnull', True), ('started_at__isnull', False)), models.Q(('ends_at__isnull', True), ('left__isnull', False)), _connector='OR'), name='round_timer_runs_or_has_time_left')],
            },
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='table_number_is_unique_in_tournament'),
        ),
        migrations.AddConstraint(
            model_name='seating',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('table',), name='table_holds_one_match_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='tablelink',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('table', 'side'), name='table_has_one_link_at_a_time_for_each_side'),
        ),
        migrations.AddConstraint(
            model_name='tablelink',
            constraint=models.CheckConstraint(condition=models.Q(('side__in', ['', 'A', 'B'])), name='table_link_is_of_a_side_or_the_table'),
        ),
        migrations.AddConstraint(
            model_name='phone',
            constraint=models.UniqueConstraint(fields=('link', 'device'), name='phone_is_let_in_once_by_a_link'),
        ),
        migrations.AddConstraint(
            model_name='phone',
            constraint=models.UniqueConstraint(condition=models.Q(('first', True)), fields=('link',), name='link_has_one_first_phone'),
        ),
    ]
