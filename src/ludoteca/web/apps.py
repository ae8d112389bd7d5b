"""The Django application: all tables of the web are its own."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "ludoteca.web"
    label = "web"
    verbose_name = "Ludoteca"
