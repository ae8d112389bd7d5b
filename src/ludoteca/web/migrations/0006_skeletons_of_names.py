from typing import Any

from django.db import migrations, models

from ludoteca.web.accounts.confusables import skeleton


def fill(apps: Any, schema_editor: Any) -> None:
    players = apps.get_model('web', 'Player')
    for key, name in players.objects.filter(is_guest=False).values_list('pk', 'username'):
        players.objects.filter(pk=key).update(skeleton=skeleton(name))


class Migration(migrations.Migration):

    dependencies = [
        ('web', '0005_opened_from'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='skeleton',
            field=models.CharField(db_default='', db_index=True, default='', editable=False, max_length=64),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
