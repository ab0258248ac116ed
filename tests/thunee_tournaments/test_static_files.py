"""Scripts and styles as they are sent: shorter, and the same to a browser."""

import gzip
import re
import sys
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import StaticFilesStorage

from thunee_tournaments import static_files
from thunee_tournaments.static_files import StaticFiles, minified

STATIC = Path(__file__).resolve().parent.parent.parent / "thunee_tournaments" / "static"
FILES = [*sorted((STATIC / "js").rglob("*.js")), *sorted((STATIC / "css").rglob("*.css"))]
OURS = [path for path in FILES if "vendor" not in path.parts]


SCRIPT = '// what it does\nconst it = () => {\n  go(); // at the phone\'s pace\n  return "// no comment";\n};\nit()\n'


@pytest.mark.parametrize("shorter", [True, False], ids=["shortened", "where no shortener is built"])
def test_comments_and_needless_space_are_left_out_of_a_script_and_texts_are_not(monkeypatch, shorter):
    if not shorter:
        monkeypatch.setattr(static_files, "find_spec", lambda _name: None)
    sent = minified("js/one.js", SCRIPT)
    assert "what it does" not in sent
    assert "at the phone" not in sent
    assert "// no comment" in sent
    assert len(sent) < 60


def test_a_line_of_a_script_ends_where_it_has_to(monkeypatch):
    text = "let c = a\n  + b(\n    1,\n  );\nlet d = e\nf()\n"
    assert re.sub(r"[;\n]+", ";", minified("js/one.js", text)).startswith("let c=a+b(1),d=e;f()")
    monkeypatch.setattr(static_files, "find_spec", lambda _name: None)
    assert minified("js/one.js", text) == "let c=a\n+b(1,);let d=e\nf()"


def test_what_shortens_scripts_is_in_no_process_of_the_site():
    """It brings a runtime of its own, with threads and signal handlers."""
    minified("js/one.js", SCRIPT)
    assert "minify" not in sys.modules


def test_the_names_that_other_scripts_call_are_kept():
    assert "startForm" in minified("js/table/entry.js", (STATIC / "js" / "table" / "entry.js").read_text())


def test_comments_and_needless_space_are_left_out_of_a_style_sheet_and_texts_are_not():
    style = "/* a\n   b */\n.one, .two > b {\n  color: red; /* c */\n  margin: calc(-1 * 2px);\n}\n"
    assert minified("css/one.css", style) == ".one,.two>b{color:red;margin:calc(-1 * 2px)}"
    assert minified("css/one.css", '.one::before { content: "; }"; }\n') == '.one::before{content:"; }"}'


def test_a_style_sheet_is_sent_as_one_file_with_those_it_imports():
    sent = minified("css/phone.css", (STATIC / "css" / "phone.css").read_text())
    assert "@import" not in sent
    assert minified("css/scoring.css", (STATIC / "css" / "scoring.css").read_text()).strip() in sent


def test_a_style_sheet_that_is_not_there_is_named():
    with pytest.raises(FileNotFoundError, match=r"css/nowhere\.css"):
        minified("css/one.css", '@import "nowhere.css";')


@pytest.mark.parametrize("name", ["js/vendor/lean-qr.js", "icons/icon.svg", "js/data.json"])
def test_what_others_wrote_and_what_is_no_script_stays_as_it_is(name):
    assert minified(name, "  // as it is\n") == "  // as it is\n"


@pytest.mark.parametrize("path", [path for path in OURS if path.suffix == ".js"], ids=lambda path: path.name)
def test_no_text_of_our_scripts_holds_another(path):
    """The minifier takes the next backtick for the end, and the space that follows for needless."""
    texts = re.findall(r"`[^`]*`", re.sub(r"(?m)(^|\s)//.*$", "", path.read_text()))
    assert not [text for text in texts if text.count("{") != text.count("}")]


def test_only_our_own_files_are_collected():
    """A first start need not wait for those of other packages, which no page asks for."""
    found = {Path(storage.path(name)) for finder in get_finders() for name, storage in finder.list(None)}
    assert found == {path for path in STATIC.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    """All files as they are sent, by the names they have here."""
    storage = StaticFiles(location=str(tmp_path_factory.mktemp("static")), base_url="/static/")
    source = StaticFilesStorage(location=str(STATIC))
    names = [path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()]
    for name in names:
        storage.save(name, source.open(name))
    list(storage.post_process({name: (source, name) for name in names}))
    return {name: Path(storage.path(storage.stored_name(name))) for name in names}


@pytest.mark.slow
def test_each_file_is_sent_minified_under_a_name_with_its_hash_alone(collected):
    root = collected["js/site.js"].parent.parent
    assert {path for path in root.rglob("*.*s") if path.is_file()} == {
        path for name, path in collected.items() if name.endswith(("js", "css"))
    }
    for name, path in collected.items():
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", path.name)
        sent = minified(name, (STATIC / name).read_text())
        if "import" not in sent:
            assert path.read_text() == sent


def test_scripts_import_each_other_by_names_that_are_there(collected):
    sent = [path for path in collected.values() if path.suffix == ".js"]
    imports = {path: re.findall(r'(?:from|import\()"(\.[^"]+)"', path.read_text()) for path in sent}
    assert len(imports[collected["js/table/start.js"]]) >= 6
    for path, names in imports.items():
        assert {(path.parent / name).resolve() for name in names} <= set(sent)


def test_what_is_sent_packed_is_what_is_sent_plain_and_no_larger_than_by_the_standard_library(collected):
    for path in collected.values():
        packed = path.with_name(f"{path.name}.gz").read_bytes()
        assert gzip.decompress(packed) == path.read_bytes()
        assert len(packed) <= len(gzip.compress(path.read_bytes(), 9, mtime=0))
