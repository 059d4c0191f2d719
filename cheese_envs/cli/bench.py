"""`cheese-envs bench`: how fast."""

from __future__ import annotations

from dataclasses import dataclass

from cheese_envs.cli.terminal import OutputFile


@dataclass(frozen=True)
class Bench:
    """Measure steps a second, and the peers' beside them."""

    games: tuple[str, ...] = ()
    """Which games; all."""
    players: tuple[int, ...] = ()
    """For how many players; every count."""
    seconds: float = 1.0
    """How long to measure each."""
    peers: bool = True
    """Also measure other libraries."""
    json: OutputFile = None
    """Write what was found here, for programs."""
    plot: OutputFile = None
    """Draw a bar chart here (.png, .svg, .pdf)."""
    quick: bool = False
    """Shorter, and only with the fewest players."""

    def run(self) -> int:
        from cheese_envs import bench

        return bench.run(
            self.games or None,
            self.players or None,
            self.seconds,
            self.peers,
            self.json,
            self.plot,
            self.quick,
        )
