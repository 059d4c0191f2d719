"""`cheese-envs games`: what there is to play."""

from __future__ import annotations

from dataclasses import dataclass

from cheese_envs.cli.terminal import OK, console


@dataclass(frozen=True)
class Games:
    """List the games: players, sizes of actions, observation and state, ids."""

    def run(self) -> int:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table

        from cheese_envs.registry import GAMES, game_spec, gymnasium_id, pettingzoo_id

        table = Table(box=SIMPLE_HEAD)
        for name in ("game", "title"):
            table.add_column(name, overflow="fold")
        for name in ("players", "actions", "observation", "state (bytes)"):
            table.add_column(name, justify="right")
        table.add_column("ids: Gymnasium, PettingZoo", overflow="fold")
        for game in GAMES:
            spec = game_spec(game)
            counts = spec.player_counts
            table.add_row(
                game,
                spec.title,
                "\n".join(map(str, counts)),
                "\n".join(str(spec.action_size(count)) for count in counts),
                "\n".join(str(spec.observation_size(count)) for count in counts),
                str(spec.state.itemsize),
                f"{gymnasium_id(game)}\n{pettingzoo_id(game)}",
                end_section=True,
            )
        console().print(table)
        return OK
