"""What a function passes on has a name and a shape, and what it holds is called by its noun."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import dev

ROOT = Path(__file__).resolve().parent.parent.parent
PRODUCT = ("engine", "adjudication", "thunee_tournaments")
# Words that say nothing of what they name: there is always a noun of the game or of the event.
VAGUE = {"one", "found", "said", "told", "it"}
# Where such a word is the field's: what was found beside what was claimed or stored (HAND_RECORD's `found`), what a
# player said at the table.
OF_THE_FIELD = {
    "adjudication/replay.py": {"found"},
    "engine": {"found", "said"},
    "thunee_tournaments/presentation/rulings.py": {"found"},
    "thunee_tournaments/services/models.py": {"found"},
}
UNSHAPED = re.compile(r"\b(dict|Mapping|MutableMapping)\[str, Any\]")
# The outermost edge, where others decide what is in it.
EDGE = {
    "adjudication/audit.py": "lines of an export",
    "adjudication/commitments.py": "any value, by its subject",
    "adjudication/verify.py": "lines of a file that anybody may have written",
    "engine/schema.py": "a JSON schema",
    "engine/scores.py": "a claim, key by key",
    "engine/shapes.py": "JSON that nobody has checked yet",
    "engine/tarneeb/view.py": "a tally, key by key",
    "engine/thunee/checks.py": "a tally, key by key",
    "thunee_tournaments/accounts/adapter.py": "what allauth hands over",
    "thunee_tournaments/accounts/letters.py": "what allauth hands over",
    "thunee_tournaments/accounts/passkeys.py": "what a browser sends",
    "thunee_tournaments/accounts/second_step.py": "what a template is given",
    "thunee_tournaments/accounts/sign_in.py": "what a template is given",
    "thunee_tournaments/api/errors.py": "what the framework hands over",
    "thunee_tournaments/api/schema.py": "an OpenAPI document",
    "thunee_tournaments/api/scores.py": "what programs send",
    "thunee_tournaments/api/writing.py": "what programs send",
    "thunee_tournaments/checks.py": "settings of a database",
    "thunee_tournaments/desk/disputes/what_if_forms.py": "faults of any reader",
    "thunee_tournaments/hall_server/site.py": "a request of ASGI",
    "thunee_tournaments/hall_server/web.py": "options of the server",
    "thunee_tournaments/hand_form/typed.py": "what somebody typed, and the rules in force",
    "thunee_tournaments/live.py": "a message of ASGI",
    "thunee_tournaments/presentation/contexts.py": "what a template is given",
    "thunee_tournaments/services/bundles/kinds.py": "the columns of any table",
    "thunee_tournaments/services/management/commands/bundle.py": "options of a command",
    "thunee_tournaments/services/management/commands/hands.py": "options of a command",
    "thunee_tournaments/services/management/commands/rejudge.py": "options of a command",
    "thunee_tournaments/settings/api.py": "settings",
    "thunee_tournaments/settings/database.py": "settings",
    "thunee_tournaments/settings/logs.py": "an event of the log",
    "thunee_tournaments/settings/tasks.py": "settings",
    "thunee_tournaments/sqlite/base.py": "parameters of a connection",
    "thunee_tournaments/version_notices.py": "parameters of a connection",
    "thunee_tournaments/static_files.py": "what the framework hands over",
}


def modules() -> Iterator[tuple[str, str]]:
    for path in dev.project_files():
        parts = path.relative_to(ROOT).parts
        if parts[0] in PRODUCT and path.suffix == ".py" and "migrations" not in parts:
            yield "/".join(parts), path.read_text(encoding="utf-8")


def vague(text: str) -> set[str]:
    """The locals and arguments of a module that are called by a word that says nothing."""
    tree = ast.parse(text)
    stored = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return VAGUE & (stored | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)})


def of_the_field(module: str) -> set[str]:
    return OF_THE_FIELD.get(module, set()) | OF_THE_FIELD.get(module.split("/")[0], set())


def test_locals_are_called_by_the_noun_of_what_they_hold() -> None:
    called = {name: lines for name, text in modules() if (lines := vague(text) - of_the_field(name))}
    assert not called


def test_a_local_that_says_nothing_is_found() -> None:
    assert vague("def row(one):\n    found = one.match\n    return found") == {"found", "one"}


def test_only_the_edge_passes_on_what_has_no_shape() -> None:
    unshaped = {name for name, text in modules() if UNSHAPED.search(text)}
    assert unshaped - set(EDGE) == set(), "a TypedDict, a dataclass or a Protocol says what is in it"
    assert set(EDGE) - unshaped == set(), "take it off the list"


def test_what_has_no_shape_is_found() -> None:
    assert UNSHAPED.search("def row() -> dict[str, Any]: ...")
    assert not UNSHAPED.search("def row() -> dict[str, int]: ...")
