"""Work in the background: Celery on folders of this machine, or on Redis when CELERY_BROKER_URL names one.

No broker is trusted to keep a task: every task is a row in the outbox first (see `tournaments.tasks`), the message
only wakes the worker, and a sweep finds what was lost. So tasks may run twice and must not mind.
"""

from pathlib import Path
from typing import Any

from thunee_tournaments.settings.environment import EMBEDDED, VAR, env

SWEEP_SECONDS, SEND_SECONDS = 10, 15
# Whether organisers may let another site follow their events, and programs be told of them. On a server of many that is
# for whoever runs it to say.
SENDING = env.bool("SENDING", default=EMBEDDED)
# Whether the tables' phones keep the event's bundle. A server has better copies, and more phones.
PHONES_KEEP = env.bool("PHONES_KEEP", default=EMBEDDED)


def filesystem_broker(queue: Path) -> dict[str, Any]:
    """Options of kombu's filesystem transport, with its folders below `queue`."""
    messages = str(queue / "messages")
    return {
        "data_folder_in": messages,
        "data_folder_out": messages,
        "control_folder": str(queue / "control"),
        "polling_interval": 0.25,
    }


QUEUE = VAR / "queue"
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="filesystem://localhost//")
CELERY_BROKER_TRANSPORT_OPTIONS = (
    filesystem_broker(QUEUE)
    if CELERY_BROKER_URL.startswith("filesystem:")
    else {"visibility_timeout": 300, "socket_timeout": 5, "socket_connect_timeout": 2}
)
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A page never waits for a broker that is down: one try, then the sweep.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TIMEZONE = "UTC"
# The clock keeps nothing on disk: what comes every few seconds need not be remembered, and a file could be missing
# (no queue folder beside Redis) or half written when the power went.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE = {
    "sweep-outbox": {
        "task": "thunee_tournaments.tournaments.tasks.sweep_outbox",
        "schedule": float(SWEEP_SECONDS),
        "options": {"expires": SWEEP_SECONDS},  # sweeps that waited behind a stopped worker need not all be made good
    },
    "send-bundles": {
        "task": "thunee_tournaments.services.tasks.send_bundles",
        "schedule": float(SEND_SECONDS),
        "options": {"expires": SEND_SECONDS},
    },
    "run-qualifiers": {
        "task": "thunee_tournaments.services.tasks.run_qualifiers",
        "schedule": float(SEND_SECONDS),
        "options": {"expires": SEND_SECONDS},
    },
    "tell-programs": {
        "task": "thunee_tournaments.services.tasks.tell_programs",
        "schedule": float(SEND_SECONDS),
        "options": {"expires": SEND_SECONDS},
    },
    "send-letters": {
        "task": "thunee_tournaments.services.tasks.send_letters",
        "schedule": float(SEND_SECONDS),
        "options": {"expires": SEND_SECONDS},
    },
    "forget-sessions": {"task": "thunee_tournaments.accounts.tasks.forget_sessions", "schedule": 3600.0},
}
