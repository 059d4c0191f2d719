"""Drôle de Fromage: mice push cheeses over the edge; whoever sits there gets them, worms and all.
2 to 4 players.

`env(num_players=2, *, die, values, peek, max_turns, games, first_player, reward, render_mode)` is
the PettingZoo AEC environment; `raw_env` the same without the guards. The rules in our words, the
choices that are ours, and the tables of observation and actions stand in
`games/drole_de_fromage/README.md`.
"""

from cheese_envs.faces.aec import entry_points
from cheese_envs.games.drole_de_fromage.spec import SPEC

env, raw_env = entry_points(SPEC)

__all__ = ["env", "raw_env"]
