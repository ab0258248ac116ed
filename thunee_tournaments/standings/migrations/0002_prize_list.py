import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('standings', '0001_initial'),
        ('tournaments', '0001_initial'),
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
    ]
