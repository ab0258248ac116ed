"""Settings of the test suite."""

from thunee_tournaments.settings.base import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
