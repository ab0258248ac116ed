"""Static files from the site's own process, for uvicorn as for gunicorn."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Files with a hash in their name, compressed; scripts find the modules they import by their hashed names too."""

    support_js_module_import_aggregation = True
    # Only our own: what other packages bring has words in its comments that look like imports.
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )


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
