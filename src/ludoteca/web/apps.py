"""The Django application: all tables of the web are its own."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig
from django.contrib.auth.signals import user_logged_in


class WebConfig(AppConfig):
    name = "ludoteca.web"
    label = "web"
    verbose_name = "Ludoteca"

    def ready(self) -> None:
        from .accounts import sessions  # noqa: PLC0415 - models want Django set up first

        user_logged_in.connect(sessions.begin, dispatch_uid="ludoteca.sessions")


class AdminConfig(DjangoAdminConfig):
    default_site = "ludoteca.web.admin_site.Site"
