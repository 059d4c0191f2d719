"""Matches and tournaments: who plays how well, and how sure that is.

`play_match(game, agents)` plays a line-up, `play_tournament(game, agents)` everybody against
everybody. Both give `Standings`, which `to_json` writes for programs.

Every deal is played under each rotation of the seats, so that neither the cards nor the seat
favours anybody. Games of one deal are not independent: the intervals are those of the deals.
"""

from cheese_envs.arena.estimates import Estimate
from cheese_envs.arena.match import Match, play_match, play_tournament
from cheese_envs.arena.standings import AgentStanding, Standings, to_json

__all__ = [
    "AgentStanding",
    "Estimate",
    "Match",
    "Standings",
    "play_match",
    "play_tournament",
    "to_json",
]
