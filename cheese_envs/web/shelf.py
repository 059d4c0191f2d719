"""Open games by their ids: unguessable, and only the latest used are kept."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import anyio

from cheese_envs.web.refusal import RefusedError

ID_BYTES = 18

T = TypeVar("T")


@dataclass
class Place(Generic[T]):
    """A thing on the shelf, with the lock that whoever uses it holds."""

    thing: T
    lock: anyio.Lock = field(default_factory=anyio.Lock)


class Shelf(Generic[T]):
    """Holds so many things; a new one pushes out the one longest unused."""

    def __init__(self, name: str, capacity: int) -> None:
        self._name, self._capacity = name, capacity
        self._places: OrderedDict[str, Place[T]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._places)

    def add(self, thing: T) -> str:
        """Put a thing on the shelf; gives its id."""
        name = secrets.token_urlsafe(ID_BYTES)
        self._places[name] = Place(thing)
        while len(self._places) > self._capacity:
            self._places.popitem(last=False)
        return name

    def find(self, name: str) -> Place[T]:
        """The thing of an id."""
        if name not in self._places:
            raise RefusedError(404, f"this {self._name} is no longer open here; begin anew")
        self._places.move_to_end(name)
        return self._places[name]

    def remove(self, name: str) -> None:
        """Take a thing off the shelf, if it is there."""
        self._places.pop(name, None)
