"""The four errors of Upcard; everything else is an assertion or a crash."""

from __future__ import annotations


class LawError(Exception):
    """A text of the law, or what we keep of it, is not in order: names the file and the clause."""


class HouseError(Exception):
    """An election that the law does not permit or that cannot be read: it names the field and the clause."""

    public = "this server has another house than the one whose tables are open"
    """What everybody is told where a running floor finds it."""

    def __init__(self, field: str, because: str, *, rule: str | None = None, clause: str | None = None) -> None:
        super().__init__(because)
        self.field = field
        self.because = because
        self.rule = rule
        self.clause = clause

    def __str__(self) -> str:
        cited = f" ({self.clause})" if self.clause else ""
        return f"{self.field}: {self.because}{cited}"


class Refused(Exception):
    """A person's act that a rule refuses; nothing has changed."""

    def __init__(self, rule: str | None, because: str, *, clause: str | None = None) -> None:
        super().__init__(because)
        self.rule = rule
        self.because = because
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.because} ({self.clause})" if self.clause else self.because


class Conflict(Exception):
    """The act was meant for a state that is no longer the present one."""
