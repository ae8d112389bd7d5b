"""The mailer: sends mails in the background, a few at once.

Laws kept here:
- A mail is written and sent after the request has been answered, so how long that took tells nobody whom it went to.
- What waits is bounded. A mail that cannot be sent is a line in the log, without its address; people ask again.
"""

import asyncio
from collections.abc import Callable, Sequence
from smtplib import SMTPException
from typing import Any, Final, NamedTuple

import structlog
from django.core.mail import EmailMessage

from ludoteca.runtime.crashes import exc_fields

from ..database_threads import in_thread
from ..server.smtp import Smtp

WAITING_AT_MOST: Final = 200
AT_ONCE: Final = 2

log: Any = structlog.get_logger("ludoteca.web.mailer")


class Mail(NamedTuple):
    to: str
    subject: str
    body: str


class Mailer:
    """Of a process; `smtp` is None where mails are not configured, and then nothing asks for one."""

    def __init__(self, smtp: Smtp | None) -> None:
        self.smtp = smtp
        self._loop: asyncio.AbstractEventLoop | None = None
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    async def stop(self) -> None:
        """What has not been sent is dropped."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def post(self, write: Callable[[], Sequence[Mail]]) -> None:
        """Have these mails written and sent soon; from any thread."""
        assert self._loop is not None, "the mailer has been started"
        self._loop.call_soon_threadsafe(self._begin, write)

    def _begin(self, write: Callable[[], Sequence[Mail]]) -> None:
        if len(self._tasks) >= WAITING_AT_MOST:
            log.warning("mail_dropped", waiting=len(self._tasks))
            return
        task = asyncio.get_running_loop().create_task(self._send(write))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, write: Callable[[], Sequence[Mail]]) -> None:
        assert self.smtp is not None, "somebody asked for a mail that cannot be sent"
        async with self._turn:
            try:
                for mail in await in_thread(write):
                    await asyncio.to_thread(deliver, self.smtp, mail)
            except (OSError, SMTPException) as error:
                log.error("mail_failed", server=str(self.smtp), error=type(error).__name__)
            except Exception as error:
                log.error("mail_failed", server=str(self.smtp), **exc_fields(error))


def deliver(smtp: Smtp, mail: Mail) -> None:
    message = EmailMessage(mail.subject, mail.body, smtp.sender, [mail.to], connection=smtp.connection())
    message.extra_headers["Auto-Submitted"] = "auto-generated"
    message.send()
