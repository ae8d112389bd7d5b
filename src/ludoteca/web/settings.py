"""Django's settings, made of the environment. `ludoteca serve` and `ludoteca web` fill in what is not set.

Laws kept here: no secret has a default; nothing is shown to strangers that helps them (no debug pages, no versions).
"""

import os
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from ludoteca.runtime.settings import BadSetting, Settings

from .server.database import database
from .server.smtp import smtp

PAGE = Path(__file__).parent / "page"

SECRET_KEY = os.environ.get("LUDOTECA_SECRET_KEY") or os.environ.get("SECRET_KEY", "")
if not SECRET_KEY:
    raise ImproperlyConfigured("set LUDOTECA_SECRET_KEY (or SECRET_KEY)")
DEBUG = False
ALLOWED_HOSTS = ["*"]  # `asgi.py` looks at every connection, sockets too, before Django does

GITHUB = {"client_id": os.environ.get("GITHUB_CLIENT_ID", ""), "secret": os.environ.get("GITHUB_CLIENT_SECRET", "")}
HAS_GITHUB = all(GITHUB.values())

INSTALLED_APPS = [
    "ludoteca.web.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.github",
    "channels",
    "ludoteca.web.apps.WebConfig",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "ludoteca.web.server.middleware.guard",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "ludoteca.web.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASES = {"default": database(os.environ)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "web.Player"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = ["ludoteca.web.accounts.password_hasher.Hasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
SMTP = smtp(os.environ)
PASSWORD_RESET_TIMEOUT = 3600  # of every link in a mail
LOGIN_REDIRECT_URL = ACCOUNT_LOGOUT_REDIRECT_URL = "/"
LOGIN_URL = "/account"
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_ADAPTER = "ludoteca.web.accounts.second_factor.AccountAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_TOLERANCE = 1  # periods by which a phone may be wrong
SOCIALACCOUNT_EMAIL_VERIFICATION = "none"
SOCIALACCOUNT_ADAPTER = "ludoteca.web.accounts.github.Adapter"
SOCIALACCOUNT_LOGIN_ON_GET = True
SOCIALACCOUNT_PROVIDERS: dict[str, Any] = {"github": {"APPS": [GITHUB] if HAS_GITHUB else []}}

try:  # from the last visit (`accounts/sessions.py`); it is all that a guest is known by
    _limits = Settings.read(os.environ)
    SESSION_COOKIE_AGE = round(_limits.session_days * 24 * 3600)
    STAFF_SECOND_FACTOR = _limits.staff_second_factor
except BadSetting as error:
    raise ImproperlyConfigured(str(error)) from None
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
IS_HTTPS = os.environ.get("LUDOTECA_HTTPS", "0") == "1"
if os.environ.get("LUDOTECA_HTTPS", "0") not in ("0", "1"):
    raise ImproperlyConfigured("LUDOTECA_HTTPS is 1 behind a proxy with TLS, and 0 otherwise")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if IS_HTTPS else 0
SECURE_REFERRER_POLICY = "same-origin"
CSRF_TRUSTED_ORIGINS = [each.strip() for each in os.environ.get("LUDOTECA_ORIGINS", "").split(",") if each.strip()]
CSRF_FAILURE_VIEW = "ludoteca.web.api.django_errors.csrf"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
X_FRAME_OPTIONS = "DENY"

LANGUAGE_CODE = "en"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "/static/"  # of the admin; the page's own files lie in PAGE

LOGGING_CONFIG = None  # `runtime.logs` writes all of it
