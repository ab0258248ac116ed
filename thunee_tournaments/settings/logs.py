"""Logs: one line an event on standard error, as JSON when LOG_FORMAT=json. No names of people, no links that let in."""

import re
from typing import Any

import structlog

from thunee_tournaments.settings.environment import env

__all__ = ["LOGGING"]

SECRET_LINK = re.compile(
    r"/(t|desk/(?:organisations/)?invitation|accounts/(?:new|address|password/new)"
    r"|[A-Za-z0-9_-]+/(?:register|receipt|pledges))/[A-Za-z0-9_:-]{8,}"
)


def hide_secret_links(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Replace the token of a table, an invitation, an account, a sign-up or a receipt wherever it stands: whoever reads
    the log could otherwise keep score, take a role or an account, change a team, or read who paid."""
    return {key: SECRET_LINK.sub(r"/\1/…", value) if isinstance(value, str) else value for key, value in event.items()}


def drop_request(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Leave out what Django hangs on a record for its own handlers: a request's text holds the whole address."""
    for key in ("request", "server_time"):
        event.pop(key, None)
    return event


SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
RENDERER: Any = (
    structlog.processors.JSONRenderer(ensure_ascii=False)
    if env.str("LOG_FORMAT", default="text") == "json"
    else structlog.dev.ConsoleRenderer(colors=False)
)
structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *SHARED,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.StackInfoRenderer(),
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=True,
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {
            "()": "structlog.stdlib.ProcessorFormatter",
            "foreign_pre_chain": [*SHARED, structlog.stdlib.ExtraAdder()],
            "processors": [
                drop_request,
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                hide_secret_links,
                RENDERER,
            ],
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # Robots that ask for other names: Django answers 400, and a stack trace for each would bury the rest.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
        "uvicorn.access": {"handlers": [], "level": "WARNING", "propagate": True},
        # A line for each sweep would bury the others.
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
    },
}
