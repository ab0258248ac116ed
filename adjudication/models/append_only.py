"""Rows that are written once: the code refuses to change or delete them, and so does the database (`guards`)."""

from typing import Any, NoReturn

from django.db import models


class AppendOnly(Exception):
    """Somebody tried to change or delete what was written. Correct it with a new entry instead."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    def _refuse(self) -> NoReturn:
        raise AppendOnly("What was written is never changed or deleted: append a correction, a void or a reversal.")

    def update(self, **_kwargs: Any) -> NoReturn:
        self._refuse()

    def delete(self) -> NoReturn:
        self._refuse()

    def bulk_update(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        self._refuse()


class WrittenOnce(models.Model):
    """Base of every append-only row."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnly(f"A {self._meta.verbose_name} is never changed: append what corrects it.")
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise AppendOnly(f"A {self._meta.verbose_name} is never deleted: append what takes it back.")
