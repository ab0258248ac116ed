from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("fundraising", "0004_receipts_into_the_till")]
    operations = [
        migrations.DeleteModel(name="Giver"),
        migrations.DeleteModel(name="Reversal"),
        migrations.DeleteModel(name="Receipt"),
    ]
