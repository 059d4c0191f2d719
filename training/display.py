"""What is shown while a run goes on: a live table in a terminal, a line now and then elsewhere."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from training.evaluate import percent

if TYPE_CHECKING:
    from training.self_play import Pool


class Display:
    """Use as a context; `quiet` shows nothing."""

    def __init__(self, title: str, quiet: bool) -> None:
        self.title = title
        self.console = Console(quiet=quiet)
        self._live: Live | None = None
        if self.console.is_terminal and not quiet:
            self._live = Live(console=self.console, refresh_per_second=4)

    def __enter__(self) -> Display:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def say(self, words: str) -> None:
        """A line that stays."""
        self.console.print(words, highlight=False, soft_wrap=True)

    def show(
        self, steps: int, total: int, speed: float, pool: Pool, latest: dict[str, Any] | None
    ) -> None:
        """How the run stands; in a terminal only."""
        if self._live is None:
            return
        left = max(0, total - steps) / speed if speed > 0 else 0
        table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        table.add_row("progress", ProgressBar(total=total, completed=steps, width=50))
        table.add_row("decisions", f"{steps:,} of {total:,}")
        table.add_row("speed", f"{speed:,.0f} a second")
        table.add_row("time left", f"{left // 3600:.0f} h {left % 3600 // 60:02.0f} min")
        for name, strength in (latest or {}).items():
            if isinstance(strength, dict):
                table.add_row(f"against {name}", percent(strength))
        rivals = sorted(pool.rivals, key=lambda rival: rival.share)[:6]
        met = ", ".join(f"{rival.name} {rival.share:.0%}" for rival in rivals if rival.games)
        table.add_row("hardest in the pool", met)
        self._live.update(Group(Text(self.title, "bold"), table))

    def evaluated(self, found: dict[str, Any], speed: float) -> None:
        """A line for an evaluation, where there is no live table."""
        shares = ", ".join(
            f"{name} {percent(one)}" for name, one in found.items() if isinstance(one, dict)
        )
        self.say(f"{found['steps']:>12,} decisions, {speed:,.0f} a second: {shares}")
