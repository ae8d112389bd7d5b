"""`/health`: whether this process serves, for load balancers and monitoring."""

from importlib.metadata import version

from django.http import HttpRequest, HttpResponse

from .. import schemas
from ..app import app_of
from ..models import Player
from .routes import answered


async def health(request: HttpRequest) -> HttpResponse:
    told = app_of(request).tables.process.health()
    status = told["status"]
    try:
        await Player.objects.aexists()
    except Exception:  # whatever is wrong with it, it does not answer
        status = "database unavailable"
    response = answered(schemas.Health(status, told["tables"], version("ludoteca")))
    response.status_code = 200 if status == "ok" else 503
    return response
