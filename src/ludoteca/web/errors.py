"""The error of a request that is refused. Nothing has changed."""

from typing import Any


class ApiError(Exception):
    """`code` is for programs and for translation, `reason` for people; `status` is HTTP's."""

    def __init__(self, code: str, reason: str, status: int = 409, **facts: Any) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.status = status
        self.facts = facts


def not_found(what: str) -> ApiError:
    return ApiError("not_found", f"there is no such {what}", 404)
