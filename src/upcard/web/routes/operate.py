"""For whoever runs the house: health and figures for programs, and the page *Status*."""

from __future__ import annotations

import hmac

from starlette.requests import Request
from starlette.responses import Response

from upcard.web.metric import MEDIA, exposed
from upcard.web.monitor import Health, Status
from upcard.web.page import page
from upcard.web.router import ANYONE, LICENSEES, Roles, Room
from upcard.web.security.allowed_hosts import is_direct, is_loopback, named
from upcard.web.security.authorize import address_of
from upcard.web.site import Site, site_of
from upcard.web.wire import answer, encode, failure

room = Room("operation")

READERS: Roles = LICENSEES | frozenset({"regulator"})
JSON = "application/json"
NOT_HERE = "This is told to this machine alone, or with the token of --metrics-token as `Authorization: Bearer …`."


def _may(site: Site, request: Request) -> bool:
    """Whether somebody on this machine asks, whatever stands between, or has the token.

    A proxy that says nothing of itself still sends the name that its visitors called the site by.
    """
    given, kept = request.headers.get("authorization", ""), site.metrics_token
    if kept and hmac.compare_digest(given.encode("utf-8", "replace"), f"Bearer {kept}".encode()):
        return True
    here = is_loopback(named(request.headers.get("host", "")))
    return here and is_direct(request.scope) and is_loopback(address_of(request))


@room.get(
    "/health", ANYONE, summary="Whether acts are taken; on this machine, or with a token", response=Health,
    fails=("403",), otherwise={"503": Health},
)  # fmt: skip
async def health(request: Request) -> Response:
    site = site_of(request)
    if not _may(site, request):
        return failure(403, NOT_HERE)
    found = site.monitor.health()
    return Response(encode(found), 200 if found["ok"] else 503, media_type=JSON)


@room.get(
    "/metrics", ANYONE, summary="Figures for Prometheus; on this machine, or with a token", response="text",
    fails=("403",),
)  # fmt: skip
async def metrics(request: Request) -> Response:
    site = site_of(request)
    if not _may(site, request):
        return failure(403, NOT_HERE)
    return Response(exposed(site.monitor.figures()), headers={"Content-Type": MEDIA})


@room.page("/status", READERS)
async def status_page(request: Request) -> Response:
    """How the server is doing, for people."""
    return page(request, "status.html", view=site_of(request).monitor.status())


@room.get("/api/status", READERS, summary="How the server is doing", response=Status)
async def status(request: Request) -> Response:
    """The same for programs."""
    return answer(site_of(request).monitor.status())
