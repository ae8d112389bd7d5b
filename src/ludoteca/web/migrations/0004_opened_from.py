from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('web', '0003_damaged_matches'),
    ]

    operations = [
        migrations.AddField(
            model_name='room',
            name='opened_from',
            field=models.CharField(blank=True, default='', help_text='a keyed hash of the address, or nothing', max_length=32),
            preserve_default=False,
        ),
    ]
