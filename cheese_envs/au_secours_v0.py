"""Au secours, mon fromage !: be the first to lay a whole wheel of cheese, with mice, cats, rot and
brooms on the way. 2 to 6 players.

`env(num_players=2, *, deck, free_discard, max_turns, wheels, alliances, shared_reward,
first_player, reward, render_mode)` is the PettingZoo AEC environment; `raw_env` the same without
the guards. The rules in our words, the choices that are ours, and the tables of observation and
actions stand in `games/au_secours/README.md`.
"""

from cheese_envs.faces.aec import entry_points
from cheese_envs.games.au_secours.spec import SPEC

env, raw_env = entry_points(SPEC)

__all__ = ["env", "raw_env"]
