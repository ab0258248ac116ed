"""The world that is attacked, built once."""

from tests.attack.world import World, build
from tests.support.worlds import kept


@kept
def world() -> World:
    return build()
