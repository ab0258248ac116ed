"""What a template says it is given can be looked up: what its comments name is there, whole path and all."""

import re
from importlib import import_module
from pathlib import Path

import dev

ROOT = Path(__file__).resolve().parent.parent.parent
COMMENT = re.compile(r"{#(.*?)#}|{% comment.*?%}(.*?){% endcomment %}", re.DOTALL)
DOTTED = re.compile(r"[\w/]+(?:\.\w+)+")
FILES = {"html", "js", "py"}
GIVEN = {"form"}  # what a template gets, and says something of: `open: form.opened`


def named_in(text: str) -> list[str]:
    """The modules, classes and functions that the comments of a template name."""
    comments = [one_line or block for one_line, block in COMMENT.findall(text)]
    dotted = [name for comment in comments for name in DOTTED.findall(comment)]
    return [name for name in dotted if name.split(".")[-1] not in FILES and name.split(".")[0] not in GIVEN]


def exists(name: str) -> bool:
    """Whether there is such a module below `thunee_tournaments`, or such a name in one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            thing: object = import_module(".".join(["thunee_tournaments", *parts[:length]]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[length:]:
            thing = getattr(thing, attribute, None)
        return thing is not None
    return False


def test_what_the_comment_of_a_template_names_exists() -> None:
    lost = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in dev.project_files()
        if path.is_relative_to(ROOT / "templates")
        for name in named_in(path.read_text(encoding="utf-8"))
        if not exists(name)
    ]
    assert not lost, "name module and class from below thunee_tournaments: desk.match.hands.HandRow"


def test_a_name_that_is_gone_is_noticed() -> None:
    text = "{# x (js/clock.js); form: desk.nowhere.Row #}{% comment %} seats: presentation.seats.Seats {% endcomment %}"
    assert named_in(text) == ["desk.nowhere.Row", "presentation.seats.Seats"]
    assert not any(map(exists, named_in(text)))
    assert exists("presentation.seats.Seat")
