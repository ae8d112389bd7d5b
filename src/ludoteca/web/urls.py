"""Addresses."""

from django.contrib import admin
from django.urls import path, re_path

from .accounts.github import urls as github
from .api.all_routes import urls as api
from .api.django_errors import not_found
from .api.openapi import openapi
from .play import plugin_boards
from .server import page
from .server.health import health

urlpatterns = [
    path("admin/", admin.site.urls),
    *github(),
    path("health", health),
    path("api/openapi.json", openapi),
    *api(),
    path("boards/<str:game>.js", plugin_boards.script),
    re_path(r"^(?:api|assets|boards|static)/", not_found),
    re_path(r"^(?P<path>.*)$", page.page),
]
