"""Scripts and styles as they are sent: shorter, and the same to a browser."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.base import ContentFile

from thunee_tournaments.static_files import StaticFiles, lean

STATIC = Path(__file__).resolve().parent.parent.parent / "thunee_tournaments" / "static"
FILES = [*sorted((STATIC / "js").rglob("*.js")), *sorted((STATIC / "css").rglob("*.css"))]
OURS = [path for path in FILES if "vendor" not in path.parts]


def test_comments_and_indentation_are_left_out_of_a_script_and_strings_are_not():
    text = (
        '// what it does\nconst it = () => {\n  // why\n  go(); // at last\n  return "// no comment"; // "kept"\n};\n'
    )
    assert lean("js/one.js", text) == 'const it = () => {go();return "// no comment"; // "kept"\n};\n'


def test_a_line_of_a_script_ends_where_it_has_to():
    text = 'import { a } from "./a.js";\nlet c = a\n  + b(\n    1,\n    2,\n  );\nb()\n(c)\n'
    sent = lean("js/one.js", text)
    assert sent == 'import { a } from "./a.js";\nlet c = a\n+ b(1,2,);b()\n(c)\n'
    assert lean("js/one.js", sent) == sent


def test_a_comment_that_speaks_of_a_phone_s_own_is_left_out_too():
    assert lean("js/one.js", "go(); // at the phone's pace") == "go();\n"


def test_two_strokes_within_a_text_are_no_comment():
    for line in ('say("one // two");', "say('one // two');", "say(`one // two`);", 'go("http://a");'):
        assert lean("js/one.js", line) == f"{line}\n"


def test_comments_and_needless_space_are_left_out_of_a_style_sheet_and_texts_are_not():
    style = "/* a\n   b */\n.one, .two > b {\n  color: red; /* c */\n  margin: calc(-1 * 2px);\n}\n"
    assert lean("css/one.css", style) == ".one,.two > b{color:red;margin:calc(-1 * 2px)}\n"
    assert lean("css/one.css", '.one::before { content: "; }"; }\n') == '.one::before{content:"; }"}\n'


def test_a_style_sheet_is_sent_as_one_file_with_those_it_imports():
    sent = lean("css/phone.css", (STATIC / "css" / "phone.css").read_text())
    assert "@import" not in sent
    assert lean("css/scoring.css", (STATIC / "css" / "scoring.css").read_text()).strip() in sent


def test_a_style_sheet_that_is_not_there_is_named():
    with pytest.raises(FileNotFoundError, match=r"css/nowhere\.css"):
        lean("css/one.css", '@import "nowhere.css";')


@pytest.mark.parametrize("name", ["js/vendor/lean-qr.js", "icons/icon.svg", "admin/js/core.js", "js/data.json"])
def test_what_others_wrote_and_what_is_no_script_stays_as_it_is(name):
    assert lean(name, "  // as it is\n") == "  // as it is\n"


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_no_text_of_ours_goes_over_several_lines(path):
    """Of such a text a line that looks like a comment would be lost, and so would the ends of others."""
    assert not [text for text in re.findall(r"`[^`]*`", path.read_text()) if "\n" in text]


def test_collected_files_are_lean_and_whole(tmp_path):
    storage = StaticFiles(location=str(tmp_path), base_url="/static/")
    storage.save("js/one.js", ContentFile(b"// why\n  go();\n"))
    list(storage.post_process({"js/one.js": (storage, "js/one.js")}))
    named = [path.read_text() for path in (tmp_path / "js").glob("one*.js")]
    assert named == ["go();\n"] * 2  # under its own name, and under the one with its hash


def test_a_collected_style_sheet_is_whole_under_its_hashed_name_too(tmp_path):
    storage = StaticFiles(location=str(tmp_path), base_url="/static/")
    source = StaticFilesStorage(location=str(STATIC))
    storage.save("css/phone.css", source.open("css/phone.css"))
    list(storage.post_process({"css/phone.css": (source, "css/phone.css")}))
    sent = [path.read_text() for path in (tmp_path / "css").glob("phone*.css")]
    assert len(sent) == 2
    for one in sent:
        assert "@import" not in one
        assert ".seating{" in one
