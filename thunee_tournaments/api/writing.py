"""What all writing views share: a key, a body that is read strictly, and each write done once."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.cache import patch_cache_control
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.errors import KeyReused, NotWritten, Stale
from engine.shapes import Fault
from thunee_tournaments.api import shapes
from thunee_tournaments.api.bodies import body_of
from thunee_tournaments.api.desk_now import hold_to_what_was_read
from thunee_tournaments.api.errors import Problem
from thunee_tournaments.api.keys import ProgramKeys, WithKey, Writes, key_in
from thunee_tournaments.api.views import View
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.program_keys import KeptAnswer, ProgramKey

Answer = tuple[int, Any]  # the status, and what is sent
KEPT_FOR = timedelta(days=7)
IDEMPOTENCY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{8,64}$"},
    OpenApiParameter.HEADER,
    required=True,
    description="A name of this write, such as a UUID: sent again with it, the write is done once.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of the desk as it was read: the write is refused (412) if anything has changed there since.",
)
NOT_ALLOWED = {"not_allowed": 403, "not_here": 403}


class Writing(View):
    """A POST by a program. `needs`: which kind of key it takes; one for the desk takes everything."""

    authentication_classes = [ProgramKeys]
    permission_classes = [WithKey]
    http_method_names = ["post"]
    needs = ProgramKey.May.DESK
    counted: Sequence[Writes] = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if str(request.method).lower() not in self.http_method_names:  # said to everybody, as elsewhere
            raise exceptions.MethodNotAllowed(str(request.method))
        super().initial(request, *args, **kwargs)

    def get_throttles(self) -> list[Any]:  # asked for once somebody with a key is known
        self.counted = [Writes()]
        return self.counted

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        for throttle in self.counted:
            for name, value in throttle.headers().items():
                answer[name] = value
        patch_cache_control(answer, no_store=True)
        return answer

    def event(self, request: Request, slug: str) -> Tournament:
        """The event of the key. Raises NotFound where the address is of another."""
        tournament = key_in(request).tournament
        if tournament.slug != slug:
            raise exceptions.NotFound
        return tournament

    def match(self, tournament: Tournament, public_id: str) -> Match:
        """A match of the event. Raises Problem."""
        match = Match.objects.filter(stage__tournament=tournament, public_id=public_id).first()
        if match is None:
            raise Problem(422, "unknown_match", "There is no such match.", [_at("match", "is no match of this event")])
        return match_for(tournament, public_id)


def documented(name: str, sent: type[serializers.Serializer[Any]], gives: Any, status: int = 200) -> Any:
    """What the OpenAPI document says of a write."""
    refusals = dict.fromkeys((400, 401, 403, 404, 409, 412, 413, 415, 422, 429), shapes.Problem)
    return extend_schema(
        operation_id=name,
        parameters=[IDEMPOTENCY, IF_MATCH],
        request={"application/json": sent},
        responses={status: gives if gives is not None else OpenApiTypes.OBJECT, **refusals},
    )


def sent_as(shape: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """What was sent, in this shape: every field as it is said, and no other. Raises Problem with every fault."""
    sent = body_of(request)
    if not isinstance(sent, dict):
        raise _unreadable([_at("", "must be an object")])
    reader = shape(data=sent)
    faults = [_at(name, "is no field here") for name in sent if name not in reader.fields]
    if not reader.is_valid():
        faults += [_at(path, message) for path, message in _flat(reader.errors)]
    if faults:
        raise _unreadable(faults)
    read: dict[str, Any] = dict(reader.validated_data)
    return read


def _flat(errors: Any, path: str = "") -> list[tuple[str, str]]:
    if isinstance(errors, dict):
        return [
            fault
            for name, own in errors.items()
            for fault in _flat(own, f"{path}.{name}" if path and isinstance(name, str) else f"{path}{_step(name)}")
        ]
    if isinstance(errors, list) and any(isinstance(each, dict | list) for each in errors):
        return [fault for place, own in enumerate(errors) for fault in _flat(own, f"{path}[{place}]")]
    return [(path, str(message)) for message in errors]


def _step(name: object) -> str:
    return name if isinstance(name, str) else f"[{name}]"


def _at(path: str, message: str) -> Fault:
    return {"path": path, "message": message}


def _unreadable(faults: list[Fault]) -> Problem:
    return Problem(400, "invalid", "This cannot be read. Mend what stands under errors and send it again.", faults)


def name_of(request: Request) -> str:
    """What the program calls this write. Raises Problem."""
    name = request.headers.get("Idempotency-Key", "").strip()
    if len(name) > 2 and name[0] == name[-1] == '"':
        name = name[1:-1]
    if not 8 <= len(name) <= 64 or not name.isascii() or not name.isprintable() or " " in name:
        raise Problem(
            400,
            "idempotency_key",
            "Name this write in the header Idempotency-Key: 8 to 64 letters, digits or signs, such as a UUID. Sent "
            "again with the same name, it is done once.",
        )
    return name


def uuid_of(key: ProgramKey, name: str) -> UUID:
    """The same name, as scoresheets know a write by."""
    return uuid5(NAMESPACE_URL, f"{key.public_id}/{name}")


def once(request: Request, act: Callable[[User], Answer]) -> Response:
    """Do a write, or answer again what it was answered. What is refused is not kept, and may be sent again. Raises
    Problem, and PreconditionFailed where it was decided upon an event that is another one by now."""
    name, key = name_of(request), key_in(request)
    with refusals_told(), transaction.atomic():
        KeptAnswer.objects.filter(key=key, created_at__lt=timezone.now() - KEPT_FOR).delete()
        kept, new = KeptAnswer.objects.get_or_create(key=key, name=name, defaults={"request": digest_of(request)})
        if not new:
            if kept.request != digest_of(request):
                raise KeyReused
            return Response(kept.body, status=kept.status, headers={"Idempotent-Replayed": "true"})
        hold_to_what_was_read(request)
        kept.status, body = act(key.user)
        kept.body = json.loads(json.dumps(body, default=str))
        kept.save(update_fields=["status", "body"])
    return Response(kept.body, status=kept.status)


def digest_of(request: Request) -> str:
    """What makes two requests the same one."""
    whole = [request.path, json.dumps(request.data, sort_keys=True)]
    return hashlib.sha256("\n".join(whole).encode("utf-8", "surrogatepass")).hexdigest()


@contextmanager
def refusals_told() -> Iterator[None]:
    """What an act refuses, as a Problem: the same code and words as on the pages."""
    try:
        yield
    except Stale as stale:
        raise Problem(409, stale.code, str(stale.message)) from None
    except Refused as refused:
        status = NOT_ALLOWED.get(refused.code, 422 if refused.errors else 409)
        raise Problem(status, refused.code, str(refused.message), refused.errors) from None
    except NotWritten as error:
        raise Problem(422, error.code, str(error.message)) from None
