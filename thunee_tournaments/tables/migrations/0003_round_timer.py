import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('brackets', '0001_initial'),
        ('tables', '0002_phones_and_pins'),
    ]

    operations = [
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
    ]
