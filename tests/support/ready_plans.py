"""The ready plans by their keys, as an organiser would choose them."""

from thunee_tournaments.brackets.ready_plans import ready_plans

READY = {ready.key: ready.stages for ready in ready_plans()}
