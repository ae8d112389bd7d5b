import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('web', '0007_pending_email'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='banned_until',
            field=models.DateTimeField(blank=True, editable=False, help_text='inactive until then', null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='muted_until',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(choices=[('name', 'Name'), ('cheating', 'Cheating'), ('conduct', 'Conduct'), ('other', 'Other')], max_length=16)),
                ('text', models.CharField(blank=True, max_length=500)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(help_text='whom it is about', on_delete=django.db.models.deletion.CASCADE, related_name='reports', to=settings.AUTH_USER_MODEL)),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_made', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'reports',
                'ordering': ['-pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('player', 'reporter'), name='one_open_report_each')],
            },
        ),
    ]
