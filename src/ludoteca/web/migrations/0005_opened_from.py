from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('web', '0004_sessions_of_thirty_days'),
    ]

    operations = [
        migrations.AddField(
            model_name='room',
            name='opened_from',
            field=models.CharField(blank=True, db_default='', default='', help_text='a keyed hash of the address, or nothing', max_length=32),
        ),
    ]
