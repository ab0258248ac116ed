"""Static files from the site's own process, for uvicorn as for gunicorn."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN = ("css/", "js/")
BROUGHT = "js/vendor/"


IMPORT = re.compile(r'@import "([\w-]+\.css)" ?(\w*);')
OPEN = ("{", "(", "[", ",", ";")
STRING = re.compile(r'("[^"]*")')
# No quote follows, so that it is not the middle of a text; only apostrophes within words.
REMARK = re.compile(r"\s+//(?:[^\"'`]|(?<=[a-z])'(?=[a-z]))*$")


def lean(name: str, text: str) -> str:
    """One of our own scripts or style sheets as it is sent: without comments, and without space that says nothing; a
    style sheet that imports others of ours is one file with them."""
    if not name.startswith(OWN) or name.startswith(BROUGHT):
        return text
    if name.endswith(".css"):
        return _lean_style(_whole(text))
    return _lean_script(text) if name.endswith(".js") else text


def _lean_script(text: str) -> str:
    """A line goes only if all of it is a comment; the end of one, if it cannot be anything else."""
    lines = (REMARK.sub("", line.strip()) for line in text.splitlines())
    said = "".join(_ended(line) for line in lines if line and not line.startswith("//"))
    return f"{said.rstrip()}\n"


def _ended(line: str) -> str:
    """The line with its end, unless the next may follow on it: there is no comment in it that would swallow that one.
    Imports stay alone, as whoever puts the hashed names into them expects."""
    goes_on = line.endswith(OPEN) and "//" not in line and not line.startswith("import ")
    return line if goes_on else f"{line}\n"


def _lean_style(text: str) -> str:
    parts = STRING.split(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    for index in range(0, len(parts), 2):  # between them are the quoted ones
        part = re.sub(r" ?([{};,]) ?", r"\1", re.sub(r"\s+", " ", parts[index]))
        parts[index] = re.sub(r"([\w-]): ", r"\1:", part).replace(";}", "}")
    return "".join(parts).strip() + "\n"


def _whole(text: str) -> str:
    """With the style sheets it imports in their places."""

    def read(found: re.Match[str]) -> str:
        path = finders.find(f"css/{found[1]}")
        if not path:
            raise FileNotFoundError(f"no style sheet css/{found[1]}")
        style = Path(path).read_text(encoding="utf-8")
        return f"@media {found[2]} {{{style}}}" if found[2] else style

    return IMPORT.sub(read, text)


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Files with a hash in their name, compressed; scripts find the modules they import by their hashed names too."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 12  # one for each step of the longest chain of modules that import each other
    # Only our own: what other packages bring has words in its comments that look like imports.
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Our style sheets get their hashed names from what was collected, where each is whole already."""
        whole = {name: (self, name) for name in paths if name.startswith(OWN) and name.endswith(".css")}
        yield from super().post_process(paths if dry_run else paths | whole, dry_run, **options)

    def _save(self, name: str, content: Any) -> str:
        if name.startswith(OWN) and name.endswith((".css", ".js")):
            whole = b"".join(content.chunks())  # whoever had it before may have read it to its end
            content = ContentFile(lean(name, whole.decode()).encode())
        return str(super()._save(name, content))


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, answering with the whole file: it streams, which an asynchronous server can only undo, and warns of.

    The site's own files are small; a large one belongs behind nginx.
    """

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        return response
