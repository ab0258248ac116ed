"""The names a demo answers to: this machine's own. In a hall the site answers to any, for a router gives it names."""

import contextlib
import socket
from urllib.parse import urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def own_names(listening: str, public_url: str) -> list[str]:
    """The loopback's names and the one in `public_url`; where it listens beyond the loopback, the machine's name and
    addresses too."""
    names = [*LOOPBACK, urlsplit(public_url).hostname or ""]
    if listening not in ("localhost", "127.0.0.1", "::1"):
        machine = socket.gethostname()
        names += [listening, machine, f"{machine}.local", *_addresses(machine)]
    return [name for name in dict.fromkeys(names) if name not in ("", "0.0.0.0", "::", "[::]")]


def _addresses(machine: str) -> list[str]:
    """What the machine's name stands for; nothing, where nobody knows it."""
    addresses: list[str] = []
    with contextlib.suppress(OSError):
        for *_about, address in socket.getaddrinfo(machine, None):
            number = str(address[0])
            addresses.append(f"[{number}]" if ":" in number else number)
    return addresses
