import adjudication.models.scoresheet
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    # Of the states before the first release; where all of them were applied, there is nothing to do.
    replaces = [
        ('adjudication', '0001_scoresheets_and_entries'),
        ('adjudication', '0002_signatures_disputes_and_audit'),
        ('adjudication', '0003_acceptances'),
        ('adjudication', '0004_length_of_a_game'),
        ('adjudication', '0005_acceptances_chained'),
        ('adjudication', '0006_leaves'),
        ('adjudication', '0006_results_changed_late'),
        ('adjudication', '0007_players_of_a_table_dispute'),
        ('adjudication', '0008_entries_know_their_engine'),
        ('adjudication', '0009_notices'),
        ('adjudication', '0010_games_too_many'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='AuditExport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('book', models.CharField(db_index=True, max_length=32)),
                ('head', models.CharField(max_length=64)),
                ('lines', models.PositiveIntegerField()),
                ('actor', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['created_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='SampleDraw',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('book', models.CharField(db_index=True, max_length=32)),
                ('lot', models.CharField(max_length=64)),
                ('confidence', models.PositiveSmallIntegerField()),
                ('margin', models.PositiveIntegerField()),
                ('sheets', models.JSONField()),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['created_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Commitment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('book', models.CharField(max_length=32)),
                ('subject', models.CharField(max_length=64)),
                ('digest', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['book', 'subject', 'digest'],
                'constraints': [models.UniqueConstraint(fields=('book', 'subject', 'digest'), name='commitment_once_per_subject_and_digest')],
            },
        ),
        migrations.CreateModel(
            name='Leave',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=adjudication.models.scoresheet.new_public_id, editable=False, max_length=32, unique=True)),
                ('book', models.CharField(db_index=True, max_length=32)),
                ('subject', models.CharField(db_index=True, max_length=64)),
                ('referee', models.CharField(max_length=64)),
                ('reason', models.CharField(max_length=500)),
                ('device', models.CharField(max_length=64)),
                ('client_uuid', models.UUIDField()),
                ('actor', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['created_at', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('book', 'subject', 'referee'), name='leave_once_per_match_and_referee'), models.UniqueConstraint(fields=('device', 'client_uuid'), name='leave_once_per_device_and_key'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='leave_has_a_reason')],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('book', models.CharField(max_length=32)),
                ('subject', models.CharField(max_length=64)),
                ('seq', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('seeds', 'seeds drawn by lot'), ('draw', 'draw'), ('draw_back', 'draw taken back'), ('round', 'round paired'), ('round_back', 'round taken back'), ('walkover', 'walkover'), ('walkover_back', 'walkover taken back')], max_length=16)),
                ('body', models.JSONField(default=dict)),
                ('reason', models.CharField(blank=True, default='', max_length=500)),
                ('actor', models.CharField(max_length=64)),
                ('prev_hash', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['created_at', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('book', 'subject', 'seq'), name='notice_once_per_subject_and_seq')],
            },
        ),
        migrations.CreateModel(
            name='Opening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salt', models.CharField(max_length=64)),
                ('value', models.JSONField()),
                ('commitment', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='opening', to='adjudication.commitment')),
            ],
        ),
        migrations.CreateModel(
            name='Scoresheet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=adjudication.models.scoresheet.new_public_id, editable=False, max_length=32, unique=True)),
                ('book', models.CharField(db_index=True, max_length=32)),
                ('label', models.CharField(max_length=200)),
                ('game', models.CharField(default='thunee', max_length=20)),
                ('players', models.PositiveSmallIntegerField(default=4)),
                ('rules', models.JSONField()),
                ('fingerprint', models.CharField(max_length=64)),
                ('first_dealer', models.PositiveSmallIntegerField()),
                ('length', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('seq', models.PositiveIntegerField(default=0)),
                ('head', models.CharField(max_length=64)),
                ('state', models.CharField(choices=[('open', 'in play'), ('over', 'over')], default='open', max_length=8)),
                ('winner', models.CharField(blank=True, default='', max_length=1)),
                ('ledger', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('first_dealer__lte', 5)), name='scoresheet_first_dealer_is_a_seat'), models.CheckConstraint(condition=models.Q(('winner__in', ['', 'A', 'B'])), name='scoresheet_winner_is_a_side')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('hand', 'hand'), ('correction', 'correction'), ('void', 'void'), ('decision', 'decision')], max_length=12)),
                ('device', models.CharField(max_length=64)),
                ('client_uuid', models.UUIDField()),
                ('body', models.JSONField(default=dict)),
                ('body_hash', models.CharField(max_length=64)),
                ('after', models.PositiveIntegerField(blank=True, null=True)),
                ('rulings', models.JSONField(default=list)),
                ('engine', models.CharField(blank=True, default='', max_length=64)),
                ('prev_hash', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('actor', models.CharField(max_length=64)),
                ('reason', models.CharField(blank=True, default='', max_length=500)),
                ('created_at', models.DateTimeField()),
                ('supersedes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='superseded_by', to='adjudication.entry')),
                ('sheet', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='adjudication.scoresheet')),
            ],
            options={
                'verbose_name_plural': 'entries',
                'ordering': ['sheet_id', 'seq'],
            },
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=adjudication.models.scoresheet.new_public_id, editable=False, max_length=32, unique=True)),
                ('book', models.CharField(db_index=True, max_length=32)),
                ('subject', models.CharField(db_index=True, max_length=64)),
                ('hand', models.PositiveIntegerField(blank=True, null=True)),
                ('about', models.CharField(choices=[('hand', 'a hand'), ('game', 'a game'), ('match', 'the match'), ('conduct', 'conduct')], max_length=8)),
                ('reason', models.CharField(choices=[('wrong_record', 'what is written is not what happened'), ('revoke', 'suit not followed, or a wrong undercut'), ('false_call', 'a wrong jodhi, double, khanuck or declaration'), ('signals', 'signals, or talk between partners'), ('rule', 'which rule applies'), ('late', 'late, absent or after the bell'), ('seats', 'wrong seats, dealer or cards'), ('conduct', 'conduct at the table'), ('other', 'something else'), ('overturned', 'a result before it was changed after it had begun'), ('surplus', 'a game before it was changed after it had begun')], max_length=16)),
                ('words', models.CharField(blank=True, default='', max_length=64)),
                ('side', models.CharField(blank=True, choices=[('A', 'A'), ('B', 'B'), ('C', 'C'), ('D', 'D')], default='', max_length=1)),
                ('device', models.CharField(max_length=64)),
                ('client_uuid', models.UUIDField()),
                ('actor', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
                ('sheet', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='adjudication.scoresheet')),
            ],
            options={
                'ordering': ['created_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Acceptance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('side', models.CharField(choices=[('A', 'A'), ('B', 'B')], max_length=1)),
                ('device', models.CharField(max_length=64)),
                ('client_uuid', models.UUIDField()),
                ('actor', models.CharField(max_length=64)),
                ('prev_hash', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acceptances', to='adjudication.entry')),
                ('sheet', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acceptances', to='adjudication.scoresheet')),
            ],
            options={
                'ordering': ['sheet_id', 'seq'],
            },
        ),
        migrations.CreateModel(
            name='SignOff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('side', models.CharField(choices=[('A', 'A'), ('B', 'B')], max_length=1)),
                ('head', models.CharField(max_length=64)),
                ('entries_seq', models.PositiveIntegerField()),
                ('how', models.CharField(choices=[('own', "on the side's own phone"), ('pin', "with the side's PIN on the table's phone"), ('referee', 'by a referee for the side')], max_length=8)),
                ('window', models.PositiveIntegerField()),
                ('device', models.CharField(max_length=64)),
                ('client_uuid', models.UUIDField()),
                ('actor', models.CharField(max_length=64)),
                ('reason', models.CharField(blank=True, default='', max_length=500)),
                ('prev_hash', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
                ('sheet', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sign_offs', to='adjudication.scoresheet')),
            ],
            options={
                'verbose_name': 'sign-off',
                'ordering': ['sheet_id', 'seq'],
            },
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('act', models.CharField(choices=[('decide', 'decided'), ('appeal', 'appealed'), ('uphold', 'upheld on appeal'), ('overturn', 'overturned on appeal')], max_length=8)),
                ('outcome', models.CharField(blank=True, choices=[('stands', 'the record stands'), ('corrected', 'hand corrected'), ('replayed', 'hand void, dealt again'), ('adjusted', 'balls adjusted'), ('hand_forfeited', "the hand's balls forfeited"), ('game_forfeited', 'game forfeited'), ('match_forfeited', 'match forfeited'), ('warning', 'warning'), ('disqualified', 'disqualification'), ('match_kept', 'the match stands, with the teams that played it'), ('match_void', 'the match is struck out, the other side goes on'), ('match_replayed', 'the match is struck out and replayed'), ('rejudged', 'hand judged by the rules engine of today'), ('game_kept', 'the game stays as it was played'), ('game_void', 'the game is struck out')], default='', max_length=16)),
                ('side', models.CharField(blank=True, choices=[('A', 'A'), ('B', 'B'), ('C', 'C'), ('D', 'D')], default='', max_length=1)),
                ('rules', models.JSONField(default=list)),
                ('text', models.CharField(max_length=2000)),
                ('appeal_minutes', models.PositiveIntegerField(default=0)),
                ('deposit', models.CharField(blank=True, default='', max_length=64)),
                ('override_by', models.CharField(blank=True, default='', max_length=64)),
                ('override_reason', models.CharField(blank=True, default='', max_length=500)),
                ('device', models.CharField(max_length=64)),
                ('client_uuid', models.UUIDField()),
                ('actor', models.CharField(max_length=64)),
                ('prev_hash', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
                ('dispute', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='adjudication.dispute')),
                ('entry', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decision', to='adjudication.entry')),
            ],
            options={
                'ordering': ['dispute_id', 'seq'],
                'constraints': [models.UniqueConstraint(fields=('dispute', 'seq'), name='decision_once_per_dispute_and_seq'), models.UniqueConstraint(fields=('device', 'client_uuid'), name='decision_once_per_device_and_key'), models.CheckConstraint(condition=models.Q(('side__in', ['', 'A', 'B', 'C', 'D'])), name='decision_is_about_a_side'), models.CheckConstraint(condition=models.Q(models.Q(('override_by', ''), ('override_reason', '')), models.Q(models.Q(('override_by', ''), _negated=True), models.Q(('override_reason', ''), _negated=True)), _connector='OR'), name='decision_override_has_a_reason')],
            },
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('sheet', 'seq'), name='entry_once_per_sheet_and_seq'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('device', 'client_uuid'), name='entry_once_per_device_and_key'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('after__isnull', True), ('kind', 'hand'), ('supersedes__isnull', True)), models.Q(('after__isnull', True), ('kind__in', ['correction', 'void']), ('supersedes__isnull', False)), models.Q(('after__isnull', False), ('kind__in', ['correction', 'decision']), ('supersedes__isnull', True)), _connector='OR'), name='entry_supersedes_or_stands_after'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.UniqueConstraint(fields=('device', 'client_uuid'), name='dispute_once_per_device_and_key'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(('side__in', ['', 'A', 'B', 'C', 'D'])), name='dispute_is_of_a_side_or_nobody'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('about', 'hand'), _negated=True), models.Q(('hand__isnull', False), ('sheet__isnull', False)), _connector='OR'), name='dispute_of_a_hand_names_it'),
        ),
        migrations.AddConstraint(
            model_name='acceptance',
            constraint=models.UniqueConstraint(fields=('sheet', 'seq'), name='acceptance_once_per_sheet_and_seq'),
        ),
        migrations.AddConstraint(
            model_name='acceptance',
            constraint=models.UniqueConstraint(fields=('entry', 'side'), name='acceptance_once_per_entry_and_side'),
        ),
        migrations.AddConstraint(
            model_name='acceptance',
            constraint=models.UniqueConstraint(fields=('device', 'client_uuid'), name='acceptance_once_per_device_and_key'),
        ),
        migrations.AddConstraint(
            model_name='acceptance',
            constraint=models.CheckConstraint(condition=models.Q(('side__in', ['A', 'B'])), name='acceptance_is_of_a_side'),
        ),
        migrations.AddConstraint(
            model_name='signoff',
            constraint=models.UniqueConstraint(fields=('sheet', 'seq'), name='signoff_once_per_sheet_and_seq'),
        ),
        migrations.AddConstraint(
            model_name='signoff',
            constraint=models.UniqueConstraint(fields=('sheet', 'side', 'head'), name='signoff_once_per_side_and_head'),
        ),
        migrations.AddConstraint(
            model_name='signoff',
            constraint=models.UniqueConstraint(fields=('device', 'client_uuid'), name='signoff_once_per_device_and_key'),
        ),
        migrations.AddConstraint(
            model_name='signoff',
            constraint=models.CheckConstraint(condition=models.Q(('side__in', ['A', 'B'])), name='signoff_is_of_a_side'),
        ),
        migrations.AddConstraint(
            model_name='signoff',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('how', 'referee'), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='signoff_by_a_referee_has_a_reason'),
        ),
    ]
