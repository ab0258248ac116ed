"""Settings, read from the environment; without any, everything runs embedded on this one machine.

`docs/operators.md` lists every variable. The parts, each readable by itself:
base (what the site is made of), database, tasks (the queue), security, logs, api.
"""

import os

if os.environ.get("DJANGO_SETTINGS_MODULE", "").endswith(".testing"):
    from thunee_tournaments.settings import (
        scratch as scratch,
    )  # first of all: the others read what it leaves in the environment

from thunee_tournaments.settings.accounts import *
from thunee_tournaments.settings.api import *
from thunee_tournaments.settings.base import *
from thunee_tournaments.settings.database import *
from thunee_tournaments.settings.logs import *
from thunee_tournaments.settings.mail import *
from thunee_tournaments.settings.push import *
from thunee_tournaments.settings.security import *
from thunee_tournaments.settings.tasks import *
