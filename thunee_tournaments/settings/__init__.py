"""Settings, read from the environment; without any, everything runs embedded on this one machine."""

from thunee_tournaments.settings.base import *
