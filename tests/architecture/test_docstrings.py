"""What a docstring promises to say: a page whom it is for, an act what it refuses."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FACES = ("scoring", "desk", "public", "api")
# The guard of a page, and the words its docstring begins with.
READERS = {
    "signed_in": "For everybody with an account",
    "organiser_page": "For organisers",
    "organisation_page": "For members",
    "holders_page": "For organisers of the organisation",
    "organiser_page_of_a_copy_too": "For organisers, of a copy too",
    "page_for(ORGANISERS)": "For organisers",
    "referee_page": "For referees",
    "page_for(REFEREES)": "For referees",
    "treasury_page": "For treasurers",
    "page_for(CHIEFS)": "For chief referees",
    "page_for(CHIEFS, looking=REFEREES)": "For chief referees, and to look at for referees",
    "page_for(WRITERS)": "For scorekeepers and referees",
    "page_for(ANYBODY)": "For everybody with a role",
    "page_for(ORGANISERS, looking=ANYBODY)": "For organisers, and to look at for everybody with a role",
    "page_for(ORGANISERS, looking=TREASURY)": "For organisers, and to look at for the treasurer",
    "session.table_session_required": "For a phone at its table",
    "table_session_required": "For a phone at its table",
    "of_event": "For readers of the event",
    "with_clocks": "For readers of the event",
    "or_announced": "For readers of the event",
    "of_part(state_of, clocks=True)": "For readers of the event",
}
# Pages without a guard, that look for themselves who asks.
THEMSELVES = {
    "desk.people.invitation.invitation": "For everybody who has the link",
    "desk.people.invitation.member_invitation": "For everybody who has the link",
    "scoring.link.open_link": "For everybody who has the link of a table",
    "scoring.queued.take_in": "For a phone at its table",
    "public.clock.clock": "For readers of the event",
    "public.sign_up.captain": "For everybody who has the link",
}
OPEN = "For everybody"
WITH_KEY = ("api.desk.", "api.scores.")
NO_GUARD = ("xframe_options_exempt", "csp_replace", "require", "unchanging", "csrf_exempt", "condition")

Definition = ast.FunctionDef | ast.ClassDef


def parsed(module: str) -> ast.Module:
    return ast.parse((ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """Module and name of what a module takes from others, by what it calls it."""
    found = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module]
    return {one.asname or one.name: (str(node.module), one.name) for node in found for one in node.names}


def defined(module: str, name: str) -> Definition | None:
    found = (node for node in parsed(module).body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    return next((node for node in found if node.name == name), None)


def pages() -> Iterator[tuple[str, Definition]]:
    """Every view that has an address, by its place."""
    for face in FACES:
        tree = parsed(f"thunee_tournaments.{face}.urls")
        known = imported(tree)
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or ast.unparse(call.func) not in ("path", "re_path"):
                continue
            said = ast.unparse(call.args[1]).removesuffix(".as_view()").split(".")
            package, name = known[said[0]]
            module, view = (package, name) if len(said) == 1 else (f"{package}.{name}", said[1])
            found = defined(module, view)
            assert found is not None, call.args[1]
            yield f"{module.removeprefix('thunee_tournaments.')}.{view}", found


PAGES = dict(pages())


def reader(place: str, view: Definition) -> str:
    """The words a view's docstring has to begin with."""
    said = [ast.unparse(one) for one in view.decorator_list]
    guards = [one for one in said if not one.startswith(NO_GUARD)]
    if place.startswith(WITH_KEY):
        return "For programs with a key"
    if not guards:
        return THEMSELVES.get(place, OPEN)
    [guard] = guards
    if guard == "page_for(ORGANISERS, looking=ANYBODY)" and "require_safe" in said:
        return READERS["page_for(ANYBODY)"]  # there is nothing to be sent
    return READERS[guard]


@pytest.mark.parametrize("place", sorted(PAGES))
def test_a_page_says_whom_it_is_for_and_what_it_shows(place: str) -> None:
    words, said = reader(place, PAGES[place]), ast.get_docstring(PAGES[place]) or ""
    assert said.startswith(f"{words}:"), f"begin it with “{words}: …”"
    assert len(said) > len(words) + 10


def test_all_pages_are_asked() -> None:
    assert len(PAGES) > 140
    assert set(THEMSELVES) <= set(PAGES)


def acts() -> dict[str, ast.FunctionDef]:
    """Every act, by the name it has where it is defined."""
    found = (defined(module, name) for module, name in imported(parsed("thunee_tournaments.services.acts")).values())
    return {act.name: act for act in found if isinstance(act, ast.FunctionDef)}


ACTS = acts()
NO_ACTS = {"mark_of"}  # refuses nothing


@pytest.mark.parametrize("name", sorted(set(ACTS) - NO_ACTS))
def test_an_act_says_what_it_refuses(name: str) -> None:
    """Each code it raises itself by its name; what those below it refuse, as theirs or by name."""
    said = ast.get_docstring(ACTS[name]) or ""
    assert "efuse" in said or "therwise as" in said, "say what it refuses"
    calls = [node for node in ast.walk(ACTS[name]) if isinstance(node, ast.Call)]
    raised = {ast.literal_eval(call.args[0]) for call in calls if ast.unparse(call.func) == "Refused"}
    assert {code for code in raised if code not in said} == set()


def test_all_acts_are_asked() -> None:
    assert len(ACTS) > 80
