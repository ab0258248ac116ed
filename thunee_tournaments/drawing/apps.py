from django.apps import AppConfig


class DrawingConfig(AppConfig):
    name = "thunee_tournaments.drawing"
    label = "drawing"
