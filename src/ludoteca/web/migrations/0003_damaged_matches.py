from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('web', '0002_series_are_never_drawn'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='damaged_at',
            field=models.DateTimeField(blank=True, help_text='since when its table cannot be read', null=True),
        ),
    ]
