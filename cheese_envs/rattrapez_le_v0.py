"""Rattrapez-le: play cards that move five pursuers and a white horse along the paths, and bring
your own secret pursuer and the horse together. 2 to 6 players.

`env(num_players=2, *, board, deck, min_distance, max_distance, max_deals, first_player, reward,
render_mode)` is the PettingZoo AEC environment; `raw_env` the same without the guards. The rules in
our words, the choices that are ours, and the tables of observation and actions stand in
`games/rattrapez_le/README.md`.
"""

from cheese_envs.faces.aec import entry_points
from cheese_envs.games.rattrapez_le.spec import SPEC

env, raw_env = entry_points(SPEC)

__all__ = ["env", "raw_env"]
