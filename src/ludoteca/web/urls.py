"""Addresses."""

from django.contrib import admin
from django.urls import path, re_path

from . import api, boards, pages
from .api.failing import not_found
from .api.openapi import openapi
from .github import urls as github
from .health import health

urlpatterns = [
    path("admin/", admin.site.urls),
    *github(),
    path("health", health),
    path("api/openapi.json", openapi),
    *api.urls(),
    path("boards/<str:game>.js", boards.script),
    re_path(r"^(?:api|assets|boards|static)/", not_found),
    re_path(r"^(?P<path>.*)$", pages.page),
]
