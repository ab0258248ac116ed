"""Static files from the site's own process, for uvicorn as for gunicorn."""

import gzip
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.http import HttpRequest, HttpResponse
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.compress import Compressor
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage
from zopfli import gzip as zopfli

BROUGHT = "js/vendor/"  # small already, and their licences are in their comments
SHORTEN = """
import sys, minify
sys.stdout.buffer.write(minify.string("text/javascript", sys.stdin.buffer.read().decode()).encode())
"""
IMPORT = re.compile(r'@import "([\w-]+\.css)";')


def minified(name: str, text: str) -> str:
    """One of our scripts or style sheets as it is sent: without comments, and without space that says nothing; a style
    sheet that imports others is one file with them."""
    if name.startswith(BROUGHT):
        return text
    if name.endswith(".css"):
        return str(cssmin(_whole(text)))
    return _script(text) if name.endswith(".js") else text


def _script(text: str) -> str:
    """Shortened in a process of its own: what shortens brings threads and signal handlers that a server must not have.
    Where there is no build of it for this machine, scripts are an eighth larger."""
    if find_spec("minify") is None:
        return str(jsmin(text))
    done = subprocess.run([sys.executable, "-I", "-c", SHORTEN], input=text.encode(), capture_output=True, check=True)
    return done.stdout.decode()


def _whole(text: str) -> str:
    """With the style sheets it imports in their places."""

    def read(statement: re.Match[str]) -> str:
        path = finders.find(f"css/{statement[1]}")
        if not path:
            raise FileNotFoundError(f"no style sheet css/{statement[1]}")
        return Path(path).read_text(encoding="utf-8")

    return IMPORT.sub(read, text)


class ZopfliCompressor(Compressor):
    """As small as gzip can be: over plain http, as in a hall, browsers take nothing better."""

    @staticmethod
    def compress_gzip(data: bytes) -> bytes:
        packed = bytes(zopfli.compress(data, numiterations=5))
        return min(packed, gzip.compress(data, 9, mtime=0), key=len)  # of a few hundred bytes zopfli makes two more


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Files with a hash in their name, compressed; scripts find the modules they import by their hashed names too."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 12  # one for each step of the longest chain of modules that import each other
    naming = False  # each pass saves every script again, with the names it has found: as short as it is

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """The hashed names come from what was collected, where scripts and style sheets are minified and whole."""
        self.naming = True
        try:
            yield from super().post_process({name: (self, name) for name in paths}, dry_run, **options)
        finally:
            self.naming = False

    def create_compressor(self, **options: Any) -> Compressor:
        return ZopfliCompressor(**options)

    def _save(self, name: str, content: Any) -> str:
        if name.endswith((".css", ".js")) and not self.naming:
            whole = b"".join(content.chunks())  # whoever had it before may have read it to its end
            content = ContentFile(minified(name, whole.decode()).encode())
        return str(super()._save(name, content))


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, answering with the whole file: it streams, which an asynchronous server can only undo, and warns of.

    The site's own files are small; a large one belongs behind nginx.
    """

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        whole = static_file.get_response(request.method, request.META)
        body = b""
        if whole.file is not None:
            with whole.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(whole.status))
        del response["Content-Type"]
        for name, value in whole.headers:
            response[name] = value
        return response
