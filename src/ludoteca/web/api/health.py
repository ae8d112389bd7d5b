"""For load balancers and monitoring: `/live`, whether this process answers; `/ready` and `/health`, whether it can
serve."""

from django.http import HttpRequest, HttpResponse

from .. import schemas
from ..app import app_of
from .routes import answered


async def live(request: HttpRequest) -> HttpResponse:
    return HttpResponse(b"alive\n", "text/plain")


async def health(request: HttpRequest) -> HttpResponse:
    app = app_of(request)
    told = app.tables.process.health()
    status = told["status"] if await app.database_works() else "database unavailable"
    response = answered(schemas.Health(status, told["tables"]))
    response.status_code = 200 if status == "ok" else 503
    return response
