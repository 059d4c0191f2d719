"""`cheese-envs verify`: records against the rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from tyro.conf import Positional, arg

from cheese_envs.cli.terminal import (
    BAD_RECORD,
    OK,
    USAGE,
    UserError,
    complain,
    console,
    reason,
    say,
)


@dataclass(frozen=True)
class Verify:
    """Replay game records against the rules; the first move that does not fit is reported."""

    files: Annotated[Positional[tuple[Path, ...]], arg(metavar="FILE...")]
    """Records: .jsonl with one game a line, or .json with one game."""

    def run(self) -> int:
        if not self.files:
            raise UserError("verify: name at least one file")
        return max(map(verify_file, self.files))


def verify_file(file: Path) -> int:
    """Verify the records of one file and say so; gives the exit code."""
    from cheese_envs import records

    unlike, count = 0, 0
    try:
        for verdict in records.verify_file(file):
            count += 1
            unlike += verdict.seed_fits is False
    except records.RecordError as error:
        complain(str(error))
        return BAD_RECORD
    except OSError as error:
        complain(reason(error))
        return USAGE
    said = f"{file}: {count} game{'' if count == 1 else 's'} verified"
    if unlike:
        said += f" ({unlike} with a beginning that the seed does not give here)"
    say(console(), said)
    return OK
