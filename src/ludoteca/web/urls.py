"""Addresses."""

from django.contrib import admin
from django.urls import path, re_path

from . import index_page
from .accounts.github import urls as github
from .api import plugin_boards
from .api.all_routes import urls as api
from .api.django_errors import not_found
from .api.health import health, live
from .api.openapi import openapi

urlpatterns = [
    path("admin/", admin.site.urls),
    *github(),
    path("live", live),
    path("ready", health),
    path("health", health),
    path("api/openapi.json", openapi),
    *api(),
    path("boards/<str:game>.js", plugin_boards.script),
    re_path(r"^(?:api|assets|boards|static)/", not_found),
    *index_page.urls(),
]
