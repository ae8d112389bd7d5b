from datetime import timedelta
from typing import Any

import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def shorten(apps: Any, schema_editor: Any) -> None:
    """No session outlives what a new one would: they used to have a year."""
    latest = timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    apps.get_model("sessions", "Session").objects.filter(expire_date__gt=latest).update(expire_date=latest)


class Migration(migrations.Migration):

    dependencies = [
        ('web', '0003_damaged_matches'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='seen_at',
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now, editable=False, help_text='to the day'),
        ),
        migrations.AddField(
            model_name='player',
            name='session_epoch',
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.RunPython(shorten, migrations.RunPython.noop, elidable=True),
    ]
