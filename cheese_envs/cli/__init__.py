"""The command line: a module for each command of `cheese-envs`.

Heavy modules are imported by the command that needs them, so that `--help` comes at once.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from typing import Annotated

import tyro
from tyro.conf import subcommand

from cheese_envs.cli.bench import Bench
from cheese_envs.cli.benchmark import Benchmark
from cheese_envs.cli.games import Games
from cheese_envs.cli.play import Play
from cheese_envs.cli.terminal import INTERRUPTED, OK, USAGE, UserError, complain
from cheese_envs.cli.tournament import Tournament
from cheese_envs.cli.verify import Verify
from cheese_envs.cli.watch import Watch

Command = (
    Annotated[Games, subcommand("games")]
    | Annotated[Watch, subcommand("watch")]
    | Annotated[Play, subcommand("play")]
    | Annotated[Bench, subcommand("bench")]
    | Annotated[Tournament, subcommand("tournament")]
    | Annotated[Benchmark, subcommand("benchmark")]
    | Annotated[Verify, subcommand("verify")]
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; gives the exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a title may have letters that a pipe has not
            stream.reconfigure(errors="backslashreplace")
    try:
        if given == ["--version"]:
            from cheese_envs import __version__

            print(f"cheese-envs {__version__}")
            return OK
        command = tyro.cli(
            Command,
            prog="cheese-envs",
            description="Four French table games about cheese. --version shows the version.",
            args=given,
        )
        return command.run()
    except UserError as error:
        complain(str(error))
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as stop:  # of tyro, for --help and wrong usage; of rich, for a closed pipe
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
