"""The site with a fault put in on purpose (`planted`): uvicorn serves this `application`."""

from tests.bench import planted
from thunee_tournaments.asgi import application as site

application = {planted.EARLY: planted.early, planted.KEYLESS: planted.keyless, planted.IDLE: planted.idle}[
    planted.planted()
](site)
