"""Schemathesis, which makes requests from an OpenAPI document and looks whether the answers are those it promises.

It replaces parts of hypothesis, for speed: properties would then fail without saying for which values. So nothing
imports it but `at_work`, which puts everything back, and its pytest plugin is switched off in pyproject.toml.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import core, settings
from hypothesis.internal import entropy
from hypothesis.internal.conjecture import engine
from hypothesis.strategies._internal import collections
from hypothesis.strategies._internal import core as strategies

from thunee_tournaments.wsgi import application

REPLACED = (
    (core, "RepresentationPrinter"),
    (core, "BUFFER_SIZE"),
    (engine, "BUFFER_SIZE"),
    (collections, "BUFFER_SIZE"),
    (strategies, "is_first_param_referenced_in_function"),
    (entropy, "register_random"),
)


@contextmanager
def at_work(document: str, **config: Any) -> Iterator[Any]:
    """The schema that the site serves at an address, to make requests from to the site in this process; `config` as
    in a schemathesis.toml."""
    with pytest.MonkeyPatch.context() as kept:
        for module, name in REPLACED:
            kept.setattr(module, name, getattr(module, name))
        import schemathesis
        from schemathesis.generation import hypothesis as generation

        generation.setup._is_patched = False  # type: ignore[attr-defined]
        generation.setup()
        with _connection_left_open():
            yield schemathesis.openapi.from_wsgi(document, application, config=schemathesis.Config.from_dict(config))


@contextmanager
def _connection_left_open() -> Iterator[None]:
    """At the end of a request the site would close the connection, and with it the transaction the test is in."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


def try_out(schema: Any, name: str, ask: Callable[[Any], None], tries: settings) -> None:
    """Give `ask` many requests for the operation of this name: at every bound and beyond it, then by chance."""
    from schemathesis.generation.hypothesis.builder import HypothesisTestConfig, HypothesisTestMode, create_test
    from schemathesis.generation.overrides import for_operation

    operation = schema.find_operation_by_id(name)
    phases = schema.config.phases_for(operation=operation)
    modes = [mode for mode in HypothesisTestMode if phases.get_by_name(name=mode.value).enabled]
    config = HypothesisTestConfig(schema.config, modes, override=for_operation(schema.config, operation=operation))
    create_test(operation=operation, test_func=tries(ask), config=config)()
