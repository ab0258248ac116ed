"""A port for a server of our own; standard library only."""

import random
import socket

# Below those the system hands out for connections: a server that is killed and started again finds its port free.
OURS = range(20_000, 32_000)


def free_port() -> int:
    """A port that nobody listens on. Drawn, and by no seed of a test: programs that start at the same moment do not
    get the same one."""
    chance = random.SystemRandom()
    for _ in range(100):
        port = chance.choice(OURS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError(f"found no free port from {OURS.start} to {OURS.stop - 1}")
