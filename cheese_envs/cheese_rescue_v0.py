"""Cheese Rescue: lay animals and cheeses so that your own cheeses are left when dogs, cats and mice
have done their work. 2 to 4 players.

`env(num_players=2, *, area, animals, cheese_values, first_player, reward, render_mode)` is the
PettingZoo AEC environment; `raw_env` the same without the guards. The rules in our words, the
choices that are ours, and the tables of observation and actions stand in
`games/cheese_rescue/README.md`.
"""

from cheese_envs.faces.aec import entry_points
from cheese_envs.games.cheese_rescue.spec import SPEC

env, raw_env = entry_points(SPEC)

__all__ = ["env", "raw_env"]
