from django.apps import AppConfig


class SimulationConfig(AppConfig):
    name = "thunee_tournaments.simulation"
    label = "simulation"
