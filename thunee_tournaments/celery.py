"""The Celery app: tasks are found in each app's `tasks` module, settings are Django's that start with CELERY_.

An embedded installation has one worker, which is its own clock too:
`celery --app thunee_tournaments worker --pool threads --beat`.
"""

import os
from pathlib import Path
from typing import Any

from celery import Celery

from thunee_tournaments import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "thunee_tournaments.settings")


class Site(Celery):
    """Celery, which makes the folders of its filesystem broker before it first connects to them."""

    def connection_for_write(self, *args: Any, **kwargs: Any) -> Any:
        make_folders(self)
        return super().connection_for_write(*args, **kwargs)

    def connection_for_read(self, *args: Any, **kwargs: Any) -> Any:
        make_folders(self)
        return super().connection_for_read(*args, **kwargs)


def make_folders(site: Celery) -> None:
    options = site.conf.broker_transport_options or {}
    for key in ("data_folder_in", "data_folder_out", "control_folder"):
        if key in options:
            Path(options[key]).mkdir(parents=True, exist_ok=True)


broker.take_its_place()
app = Site("thunee_tournaments")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
