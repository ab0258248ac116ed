import django.db.models.deletion
import thunee_tournaments.tournaments.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    # Of the states before the first release; where all of them were applied, there is nothing to do.
    replaces = [
        ('tournaments', '0001_initial'),
        ('tournaments', '0002_policies'),
        ('tournaments', '0003_invitations'),
        ('tournaments', '0004_formats'),
        ('tournaments', '0005_players_at_a_table'),
        ('tournaments', '0006_beyond_hands'),
        ('tournaments', '0007_opened_at'),
        ('tournaments', '0008_rules_said_whole'),
        ('tournaments', '0009_unplayed_by_2009'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='OutboxTask',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=40)),
                ('key', models.CharField(max_length=120)),
                ('payload', models.JSONField(blank=True, default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('not_before', models.DateTimeField(blank=True, null=True)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('last_error', models.TextField(blank=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('done_at__isnull', True)), fields=['not_before'], name='outbox_open')],
                'constraints': [models.UniqueConstraint(fields=('kind', 'key'), name='outbox_task_is_promised_once')],
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=thunee_tournaments.tournaments.ids.new_public_id, editable=False, max_length=24, unique=True)),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('name', models.CharField(max_length=120)),
                ('cause', models.CharField(blank=True, max_length=200)),
                ('venue', models.CharField(blank=True, max_length=200)),
                ('date', models.DateField(blank=True, null=True)),
                ('status', models.CharField(choices=[('draft', 'being prepared'), ('running', 'running'), ('closed', 'closed')], default='draft', max_length=10)),
                ('opened_at', models.DateTimeField(blank=True, null=True)),
                ('preset', models.CharField(default='durban-classic', max_length=40)),
                ('players', models.PositiveSmallIntegerField(default=4)),
                ('changes', models.JSONField(blank=True, default=dict)),
                ('profile', models.JSONField(blank=True, null=True)),
                ('fingerprint', models.CharField(blank=True, max_length=64)),
                ('best_of', models.PositiveSmallIntegerField(default=1)),
                ('table_count', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('seeding', models.JSONField(blank=True, default=dict)),
                ('policies', models.JSONField(blank=True, default=dict)),
                ('version', models.PositiveIntegerField(default=0)),
                ('beyond_hands', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('close_reason', models.TextField(blank=True)),
            ],
            options={
                'ordering': ['-created_at'],
                'constraints': [models.CheckConstraint(condition=models.Q(('best_of__in', [1, 3, 5])), name='tournament_best_of_is_1_3_or_5'), models.CheckConstraint(condition=models.Q(('status', 'draft'), ('profile__isnull', False), _connector='OR'), name='tournament_rules_are_frozen_when_running')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('club', models.CharField(blank=True, default='', max_length=80)),
                ('team', models.CharField(blank=True, default='', max_length=24)),
                ('role', models.CharField(choices=[('organiser', 'organiser'), ('chief_referee', 'chief referee'), ('referee', 'referee'), ('scorekeeper', 'scorekeeper'), ('treasurer', 'treasurer'), ('viewer', 'viewer')], max_length=20)),
                ('note', models.CharField(blank=True, default='', max_length=120)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField()),
                ('taken_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('taken_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveSmallIntegerField(default=1)),
                ('format', models.CharField(choices=[('knockout', 'knock-out'), ('double', 'double elimination'), ('groups', 'groups'), ('swiss', 'Swiss'), ('streak', 'win-streak qualifier'), ('league', 'league'), ('tables', 'rounds at tables')], default='knockout', max_length=20)),
                ('parameters', models.JSONField(blank=True, default=dict)),
                ('lot', models.CharField(blank=True, max_length=32)),
                ('inputs', models.JSONField(blank=True, default=dict)),
                ('drawn_at', models.DateTimeField(blank=True, null=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='stages', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['order'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'order'), name='stage_order_is_unique')],
            },
        ),
        migrations.CreateModel(
            name='Role',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('club', models.CharField(blank=True, default='', max_length=80)),
                ('team', models.CharField(blank=True, default='', max_length=24)),
                ('role', models.CharField(choices=[('organiser', 'organiser'), ('chief_referee', 'chief referee'), ('referee', 'referee'), ('scorekeeper', 'scorekeeper'), ('treasurer', 'treasurer'), ('viewer', 'viewer')], max_length=20)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tournament_roles', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='roles', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'user', 'role'), name='role_is_given_once')],
            },
        ),
    ]
