"""The first page: tournaments now playing, coming and past, and what this is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def home(request: HttpRequest) -> HttpResponse:
    return render(request, "public/home.html", {})
