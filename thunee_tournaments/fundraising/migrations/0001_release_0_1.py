import django.db.models.deletion
import thunee_tournaments.tournaments.ids
from django.db import migrations, models


class Migration(migrations.Migration):

    # Of the states before the first release; where all of them were applied, there is nothing to do.
    replaces = [
        ('fundraising', '0001_receipts_and_funds'),
    ]

    initial = True

    dependencies = [
        ('tournaments', '0001_release_0_1'),
    ]

    operations = [
        migrations.CreateModel(
            name='Receipt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=thunee_tournaments.tournaments.ids.new_public_id, editable=False, max_length=24, unique=True)),
                ('number', models.PositiveIntegerField()),
                ('amount', models.BigIntegerField()),
                ('kind', models.CharField(choices=[('entry', 'entry fee'), ('rebuy', 're-buy'), ('donation', 'donation'), ('raffle', 'raffle'), ('sponsor', 'sponsor'), ('other', 'other')], max_length=10)),
                ('method', models.CharField(choices=[('cash', 'cash'), ('eft', 'EFT')], max_length=10)),
                ('team', models.CharField(blank=True, default='', max_length=24)),
                ('actor', models.CharField(max_length=64)),
                ('device', models.CharField(max_length=64)),
                ('client_uuid', models.UUIDField()),
                ('created_at', models.DateTimeField()),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['tournament', '-number'],
            },
        ),
        migrations.CreateModel(
            name='Giver',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, default='', max_length=80)),
                ('named', models.BooleanField(default=False)),
                ('note', models.CharField(blank=True, default='', max_length=200)),
                ('receipt', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='giver', to='fundraising.receipt')),
            ],
        ),
        migrations.CreateModel(
            name='Reversal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=200)),
                ('actor', models.CharField(max_length=64)),
                ('device', models.CharField(max_length=64)),
                ('client_uuid', models.UUIDField()),
                ('created_at', models.DateTimeField()),
                ('receipt', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='reversal', to='fundraising.receipt')),
            ],
        ),
        migrations.CreateModel(
            name='Fund',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('currency', models.CharField(default='ZAR', max_length=3)),
                ('goal', models.BigIntegerField(blank=True, null=True)),
                ('public', models.BooleanField(default=False)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='fund', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('goal', None), ('goal__gt', 0), _connector='OR'), name='fund_goal_is_above_nought')],
            },
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='receipt_number_is_unique_in_tournament'),
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.UniqueConstraint(fields=('device', 'client_uuid'), name='receipt_once_per_device_and_key'),
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='receipt_amount_is_above_nought'),
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['entry', 'rebuy', 'donation', 'raffle', 'sponsor', 'other'])), name='receipt_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.CheckConstraint(condition=models.Q(('method__in', ['cash', 'eft'])), name='receipt_method_is_known'),
        ),
        migrations.AddConstraint(
            model_name='reversal',
            constraint=models.UniqueConstraint(fields=('device', 'client_uuid'), name='reversal_once_per_device_and_key'),
        ),
        migrations.AddConstraint(
            model_name='reversal',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='reversal_has_a_reason'),
        ),
    ]
