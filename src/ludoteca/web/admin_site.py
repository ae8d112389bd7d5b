"""The site of the admin: it opens to staff who have given their second factor."""

from typing import Any
from urllib.parse import urlencode

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache


class Site(AdminSite):
    site_header = site_title = "Ludoteca"
    index_title = "Administration"
    index_template = "admin/start.html"

    def has_permission(self, request: HttpRequest) -> bool:
        from .accounts import second_factor  # noqa: PLC0415 - models want Django set up first

        return super().has_permission(request) and not second_factor.is_missing(request)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Staff who have given their password, but not their second factor, are asked for that."""
        if super().has_permission(request) and not self.has_permission(request):
            words = urlencode({"next": request.GET.get("next", "")})
            return redirect(f"{reverse('admin:second_factor')}?{words}")
        return super().login(request, extra_context)

    def get_urls(self) -> list[Any]:
        return [path("second-factor/", never_cache(self.second_factor), name="second_factor"), *super().get_urls()]

    def second_factor(self, request: HttpRequest) -> HttpResponse:
        """Give a code, or set a second factor up, or see that there is one."""
        if not super().has_permission(request):
            return redirect("admin:login")
        from .accounts import second_factor  # noqa: PLC0415
        from .app import app_of  # noqa: PLC0415
        from .errors import ApiError  # noqa: PLC0415

        player: Any = request.user
        has_one, wrong, codes = second_factor.has_one(player), "", list[str]()
        if request.method == "POST":
            limits, code = app_of(request).limits, request.POST.get("code", "")
            try:
                if has_one:
                    second_factor.give(limits, request, player, code)
                    return self._onwards(request)
                codes = second_factor.set_up(limits, request, player, code)
            except ApiError as refused:
                wrong = refused.reason
        context = {
            **self.each_context(request),
            "title": "Second factor",
            "wrong": wrong,
            "codes": codes,
            "unused": second_factor.unused_recovery_codes(player),
            "is_asked": has_one and second_factor.is_missing(request),
            "link": "" if has_one or codes else second_factor.link(request, player),
        }
        return TemplateResponse(request, "admin/second_factor.html", context)

    def _onwards(self, request: HttpRequest) -> HttpResponse:
        wanted = request.GET.get("next", "")
        is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
        return HttpResponseRedirect(wanted if wanted and is_ours else reverse("admin:index"))
