from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('web', '0006_skeletons_of_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='pending_email',
            field=models.EmailField(blank=True, db_default='', default='', editable=False, help_text='not confirmed yet', max_length=254),
        ),
    ]
