"""A mail server on loopback, on its own thread, that keeps what it is sent."""

import socketserver
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from queue import Empty, Queue
from typing import Final

from tests.times import PATIENCE

USER: Final = "ludoteca"
PASSWORD: Final = "a password of mails"
_LOGIN: Final = b64encode(f"\0{USER}\0{PASSWORD}".encode()).decode()


class Mailbox(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.mails: Queue[EmailMessage] = Queue()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"

    @property
    def url(self) -> str:
        return f"smtp://{USER}:{PASSWORD.replace(' ', '%20')}@{self.address}"

    def next(self) -> EmailMessage:
        return self.mails.get(timeout=PATIENCE)

    def is_empty(self) -> bool:
        try:
            self.mails.get_nowait()
        except Empty:
            return True
        return False


class _Session(socketserver.StreamRequestHandler):
    """What a client says, line by line."""

    def handle(self) -> None:
        assert isinstance(self.server, Mailbox)
        self._say("220 mailbox")
        for line in self.rfile:
            command, _, rest = line.decode().strip().partition(" ")
            match command.upper():
                case "EHLO":
                    self._say("250-mailbox")
                    self._say("250 AUTH PLAIN")
                case "AUTH":
                    self._say("235 welcome" if rest == f"PLAIN {_LOGIN}" else "535 wrong password")
                case "DATA":
                    self._say("354 go on")
                    self.server.mails.put(self._mail())
                    self._say("250 kept")
                case "QUIT":
                    self._say("221 bye")
                    return
                case _:
                    self._say("250 ok")

    def _mail(self) -> EmailMessage:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))  # a dot at the beginning of a line is doubled
        return message_from_bytes(b"".join(lines), policy=default)

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.05])
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
