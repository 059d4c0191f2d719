"""What the commands share: exit codes, the console, errors in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tyro.conf import arg

if TYPE_CHECKING:
    from rich.console import Console

OK, BAD_RECORD, USAGE, INTERRUPTED = 0, 1, 2, 130
DEFAULT_GAME = "cheese_rescue"
PIPE_WIDTH = 160  # where no terminal says how wide it is

OutputFile = Annotated[Path | None, arg(metavar="FILE")]


class UserError(Exception):
    """What the user should know in one line."""


@contextmanager
def users_error() -> Iterator[None]:
    """What goes wrong here comes from what the user asked for."""
    try:
        yield
    except (ValueError, OSError, ModuleNotFoundError) as error:
        raise UserError(reason(error)) from error


def reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def console() -> Console:
    from rich.console import Console

    console = Console()
    return console if console.is_terminal else Console(width=PIPE_WIDTH)


def say(console: Console, text: str, style: str | None = None) -> None:
    console.print(text, style=style, markup=False, emoji=False, highlight=False, soft_wrap=True)


def complain(text: str) -> None:
    from rich.console import Console

    one_line = " ".join(text.split())
    say(Console(stderr=True), f"cheese-envs: {one_line}", style="red")
