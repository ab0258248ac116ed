import django.db.models.deletion
import thunee_tournaments.tournaments.ids
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('brackets', '0001_release_0_1'),
        ('tournaments', '0001_release_0_1'),
    ]

    operations = [
        # Before the first release these tables had other names; what they hold is looked up once and asked for again.
        *(
            migrations.RunSQL(f"DROP TABLE IF EXISTS running_{name}", migrations.RunSQL.noop)
            for name in ("rejudgedpart", "rejudging", "signingtries")
        ),
        migrations.CreateModel(
            name='Rejudging',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=thunee_tournaments.tournaments.ids.new_public_id, editable=False, max_length=24, unique=True)),
                ('rules', models.JSONField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rejudgings', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='RejudgedPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('matches', models.JSONField()),
                ('hands', models.PositiveIntegerField(default=0)),
                ('found', models.JSONField(default=list)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('rejudging', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='services.rejudging')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('rejudging', 'number'), name='rejudged_part_number_is_unique')],
            },
        ),
        migrations.CreateModel(
            name='SigningTries',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.CharField(choices=[('A', 'A'), ('B', 'B')], max_length=1)),
                ('wrong', models.PositiveSmallIntegerField(default=0)),
                ('since', models.DateTimeField(blank=True, null=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='brackets.match')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'side'), name='signing_tries_are_counted_once_per_side'), models.CheckConstraint(condition=models.Q(('side__in', ['A', 'B'])), name='signing_tries_are_of_a_side')],
            },
        ),
    ]
