"""How the server is doing."""

from __future__ import annotations

from typing import Annotated, TypedDict

from upcard.web.schemas.schema import one_of
from upcard.web.schemas.types import Hash, Time


class Reason(TypedDict):
    """Something that fails."""

    reason: Annotated[str, "Its name, as in docs/operate.md."]
    text: Annotated[str, "What it is."]
    since: Annotated[Time, "Since when."]


class Health(TypedDict):
    """Whether acts are taken."""

    ok: Annotated[bool, "Whether they are."]
    reasons: Annotated[list[Reason], "Why they are not."]
    warnings: Annotated[list[Reason], "What is wrong beside that."]
    version: Annotated[str, "The version of Upcard."]
    house: Annotated[str, "The name of the house."]
    since: Annotated[Time, "When the server began."]
    entry: Annotated[int, "The last entry of the journal."]


class SlowAct(TypedDict):
    """An act that took long."""

    at: Annotated[Time, "When it was answered."]
    act: Annotated[str, "What was done."]
    seconds: Annotated[str, "How long it took."]


class LoggedEvent(TypedDict):
    """A line of the log."""

    at: Annotated[Time, "When."]
    level: Annotated[str, one_of("info", "warning", "alarm"), "How grave it is."]
    event: Annotated[str, "Its name, as in docs/operate.md."]
    text: Annotated[str, "What happened."]


class Status(TypedDict):
    """How the server is doing, in full."""

    health: Annotated[Health, "Whether acts are taken."]
    store: Annotated[str, "Where the journal is."]
    disk_free: Annotated[int | None, "Bytes left on the disk of the store's folder."]
    signed: Annotated[int | None, "The last entry that a signed head stands for."]
    signed_at: Annotated[Time | None, "When it was signed."]
    key: Annotated[str | None, "The first digits of the key that signs."]
    connections: Annotated[int, "Connections that are open."]
    streams: Annotated[int, "Live views that are open."]
    acts: Annotated[dict[str, int], "Acts since the start, by outcome."]
    sign_ins: Annotated[dict[str, int], "Passwords given since the start, by outcome."]
    slow_from: Annotated[str, "From how long on an act is slow."]
    slow: Annotated[list[SlowAct], "The last slow acts, the newest first."]
    log: Annotated[list[LoggedEvent], "The last lines of the log, the newest first."]
    digest: Annotated[Hash | None, "The SHA-256 of the house file, where it is known."]
