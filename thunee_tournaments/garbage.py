"""What Python looks through for garbage in a process that serves the site.

What is loaded when it begins to serve stays to its end; looking through it again and again, and after every few hundred
new objects, took a large event's pages several times as long as making them, now and then.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MANY = (100_000, 20, 50)  # new objects before the young, and rounds before the older ones, are looked through


def look_seldom() -> None:
    """To be called once everything is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*MANY)


@contextmanager
def looked_for_seldom() -> Iterator[None]:
    """While one long piece of work is done; then as often as before."""
    before = gc.get_threshold()
    gc.set_threshold(*MANY)
    try:
        yield
    finally:
        gc.set_threshold(*before)
