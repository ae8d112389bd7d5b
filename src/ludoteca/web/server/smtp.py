"""Which mail server sends what the web writes to people: `LUDOTECA_SMTP_URL` and `LUDOTECA_MAIL_FROM`.

Law kept here: links in mails begin with an origin of the configuration, never with what a request calls us.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from smtplib import SMTPException
from typing import Final
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.mail.backends.smtp import EmailBackend
from django.core.validators import validate_email

SCHEMES: Final = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
"""With the port of each: without encryption, encrypted after STARTTLS, and encrypted from the first byte."""
SECONDS: Final = 10  # that the mail server may take for an answer


@dataclass(frozen=True)
class Smtp:
    scheme: str
    host: str
    port: int
    user: str
    password: str
    sender: str
    origin: str  # of links in mails

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}"

    def connection(self) -> EmailBackend:
        return EmailBackend(
            host=self.host,
            port=self.port,
            username=self.user,
            password=self.password,
            use_tls=self.scheme == "smtp+tls",
            use_ssl=self.scheme == "smtps",
            timeout=SECONDS,
            ssl_keyfile="",  # or Django's settings are asked, which `ludoteca check` has not loaded
            ssl_certfile="",
        )


def smtp(environ: Mapping[str, str]) -> Smtp | None:
    """None: no mails are sent. ImproperlyConfigured says what is wrong, without the password in it."""
    url, sender = environ.get("LUDOTECA_SMTP_URL", ""), environ.get("LUDOTECA_MAIL_FROM", "")
    if not url:
        return None
    try:
        parts, port = urlsplit(url), urlsplit(url).port
    except ValueError:
        raise ImproperlyConfigured("LUDOTECA_SMTP_URL is no address: smtps://USER:PASSWORD@HOST") from None
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise ImproperlyConfigured(
            f"LUDOTECA_SMTP_URL begins with {parts.scheme!r}: smtps://HOST, smtp+tls://HOST and smtp://HOST are known"
        )
    try:
        validate_email(sender)
    except ValidationError:
        raise ImproperlyConfigured(
            f"LUDOTECA_MAIL_FROM is {sender!r}: set it to the address that mails come from"
        ) from None
    origins = [each.strip() for each in environ.get("LUDOTECA_ORIGINS", "").split(",") if each.strip()]
    if not origins:
        raise ImproperlyConfigured("LUDOTECA_ORIGINS is not set: links in mails begin with the first of them")
    return Smtp(
        scheme=parts.scheme,
        host=parts.hostname,
        port=port or SCHEMES[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        sender=sender,
        origin=origins[0].rstrip("/"),
    )


def unusable(server: Smtp) -> str:
    """Why no mail can be sent; "" if it can. No mail is sent to find out."""
    connection = server.connection()
    try:
        connection.open()
    except (OSError, SMTPException) as error:
        return str(error)
    finally:
        connection.close()
    return ""
