"""Matches and tournaments on the real games."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cheese_envs import GAMES, IllegalActionError
from cheese_envs.agents import load
from cheese_envs.arena import Match, Standings, play_match, play_tournament, to_json
from cheese_envs.arena.entrants import enter
from cheese_envs.arena.playing import derived_seed
from cheese_envs.faces.aec import RawEnv
from cheese_envs.registry import game_spec

COUNTS = [(game, count) for game in GAMES for count in game_spec(game).player_counts]
# Who takes the first legal action may walk to and fro for ever.
SHORT: dict[str, dict[str, Any]] = {"drole_de_fromage": {"max_turns": 40}}


class FirstLegal:
    """Takes the first legal action, and counts how often it is asked."""

    name = "first"

    def __init__(self) -> None:
        self.asked = 0

    def act(self, observation: NDArray[np.int8], action_mask: NDArray[Any]) -> int:
        return int(self.act_batch(observation[None], action_mask[None])[0])

    def act_batch(
        self, observations: NDArray[np.int8], action_masks: NDArray[Any]
    ) -> NDArray[np.int64]:
        self.asked += 1
        first: NDArray[np.int64] = action_masks.argmax(axis=1)
        return first

    def bind(self, env: Any) -> None:
        pass

    def seed(self, seed: int) -> None:
        pass


class Sampling(FirstLegal):
    """Has luck of its own."""

    def seed(self, seed: int) -> None:
        self.luck = np.random.default_rng(seed)

    def act_batch(
        self, observations: NDArray[np.int8], action_masks: NDArray[Any]
    ) -> NDArray[np.int64]:
        chosen: NDArray[np.int64] = (action_masks * self.luck.random(action_masks.shape)).argmax(1)
        return chosen


def played(game: str, agents: Any, **given: Any) -> Standings:
    match = Match(game, agents, **given)
    match.play()
    return match.standings()


@pytest.mark.parametrize(("game", "count"), COUNTS)
def test_standings_depend_neither_on_threads_nor_on_how_the_games_are_cut(
    game: str, count: int
) -> None:
    agents = ["random", FirstLegal()]
    given = {"num_players": count, "games": 60, "seed": 5, "options": SHORT.get(game)}
    whole = played(game, agents, **given, threads=1)
    assert played(game, agents, **given, at_once=7, threads=2) == whole
    assert played(game, agents, **given, at_once=count, threads=1) == whole
    assert played(game, agents, **{**given, "seed": 6}) != replace(whole, seed=6)


def test_games_enough_for_several_threads_are_the_same_games() -> None:
    one, two = (
        play_match("au_secours", ["random", "random"], games=3000, threads=n) for n in (1, 2)
    )
    assert one == two


def test_an_agent_with_luck_of_its_own_gives_the_same_standings_again() -> None:
    one, two = (
        play_match("cheese_rescue", [Sampling(), "random"], games=100, seed=3, threads=threads)
        for threads in (1, 2)
    )
    assert one == two


@pytest.mark.parametrize(("game", "count"), COUNTS)
def test_wins_points_and_rewards_add_up(game: str, count: int) -> None:
    match = Match(
        game, ["random", FirstLegal()], num_players=count, games=50, options=SHORT.get(game)
    )
    match.play()
    found = match.standings()
    assert found.complete and found.games == match.games == found.deals * count >= 50
    [games] = match._finished
    winners = games.won.sum(axis=2)
    assert sum(one.played for one in found.agents) == found.games * count
    assert sum(one.wins for one in found.agents) == (winners == 1).sum()
    assert sum(one.shared for one in found.agents) == winners[winners > 1].sum()
    assert sum(one.truncated for one in found.agents) == games.truncated.sum() * count
    assert sum(one.points.mean * one.played for one in found.agents) == pytest.approx(found.games)
    assert sum(one.reward.mean * one.played for one in found.agents) == pytest.approx(0, abs=1e-5)
    assert np.allclose(games.rewards, (count * games.points - 1) / (count - 1))
    for one in found.agents:
        assert (one.score is not None) == game_spec(game).has_scores
        assert one.win_rate.mean == one.wins / one.played
        assert one.reward.mean == pytest.approx((count * one.points.mean - 1) / (count - 1))
        assert one.points.low is not None and one.points.high is not None
        assert 0 <= one.points.low <= one.points.mean <= one.points.high <= 1


@pytest.mark.parametrize(("game", "count"), COUNTS)
def test_the_heuristic_is_rated_above_random_play(game: str, count: int) -> None:
    found = play_match(game, ["random", "heuristic"], num_players=count, games=300)
    random, heuristic = found.agents
    assert heuristic.rating.low is not None and random.rating.high is not None
    assert heuristic.rating.low > random.rating.high
    assert found.versus[1][0] is not None and found.versus[1][0] > 0.5


@pytest.mark.parametrize("game", GAMES)
def test_identical_agents_come_out_alike(game: str) -> None:
    for agent in ("random", FirstLegal()):
        one, other = play_match(game, [agent, agent], games=40).agents
        assert other.name == f"{one.name} (2)"
        assert replace(other, name=one.name) == one
        assert one.points.mean == 0.5 and one.rating.mean == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_games_are_those_of_raw_env_under_the_deals_seed(game: str) -> None:
    options = SHORT.get(game, {})
    match = Match(game, [FirstLegal(), FirstLegal()], games=6, seed=11, options=options)
    match.play()
    [games] = match._finished
    env, agent = RawEnv(game_spec(game), 2, **options), FirstLegal()
    for deal in range(3):
        env.reset(seed=derived_seed(11) + deal)
        moves = 0
        while env.outcome is None:
            seen = env.observe(env.agent_selection)
            env.step(agent.act(seen["observation"], seen["action_mask"]))
            moves += 1
        assert games.moves[deal].tolist() == [moves, moves]
        assert np.flatnonzero(games.won[deal, 0]).tolist() == list(env.outcome.winners)
        if env.outcome.scores is not None:
            assert games.scores[deal, 1].tolist() == list(env.outcome.scores)


def test_each_distinct_agent_is_asked_once_a_step() -> None:
    agent = FirstLegal()
    play_match("cheese_rescue", {"a": agent, "b": agent}, games=200)
    assert agent.asked == 24


def test_names_paths_agents_and_mappings_are_taken() -> None:
    agent = FirstLegal()
    found = play_match("cheese_rescue", {"mine": agent, "other": "random"}, games=10)
    assert [one.name for one in found.agents] == ["mine", "other"]
    assert found["mine"] is found.agents[0]
    with pytest.raises(KeyError):
        found["nobody"]
    names = [one.name for one in enter([agent, agent, load("random"), "random"])]
    assert names == ["first", "first (2)", "RandomAgent", "random"]


def test_a_match_seats_one_against_the_rest() -> None:
    found = play_match("cheese_rescue", ["random", FirstLegal()], num_players=4, games=40)
    assert [one.played for one in found.agents] == [40, 120]


def test_a_tournament_seats_everybody_as_often() -> None:
    agents: list[Any] = ["random", FirstLegal(), "random"]
    for count in (2, 3, 4):
        found = play_tournament("cheese_rescue", agents, num_players=count, games=12 * count)
        assert len({one.played for one in found.agents}) == 1
        assert all((found.versus[i][j] is None) == (i == j) for i in range(3) for j in range(3))


def test_options_reach_the_games() -> None:
    given = {"reward": "score", "area": "fixed"}
    found = play_match("cheese_rescue", ["random", FirstLegal()], games=40, options=given)
    assert found.options["area"] == "fixed"
    one, other = found.agents
    assert one.reward.mean == pytest.approx(-other.reward.mean)
    assert one.reward.mean != pytest.approx(2 * one.points.mean - 1)


def test_progress_is_told_up_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    match = Match("au_secours", ["random", "random"], games=50, at_once=20)
    match.play(lambda done, total: told.append((done, total)))
    assert told == sorted(told) and told[-1] == (50, 50)


def test_what_was_finished_before_an_interruption_counts() -> None:
    def interrupt(done: int, total: int) -> None:
        if done > 30:
            raise KeyboardInterrupt

    match = Match("cheese_rescue", ["random", FirstLegal()], games=100, at_once=20)
    with pytest.raises(ValueError, match="no game is finished"):
        match.standings()
    with pytest.raises(KeyboardInterrupt):
        match.play(interrupt)
    found = match.standings()
    assert found.games == match.finished == 20 and not found.complete
    match.play()
    assert match.standings().complete and match.standings().games == 100


def test_standings_are_json() -> None:
    found = play_match("au_secours", ["random", FirstLegal()], games=10)
    content = json.loads(to_json(found))
    assert content.pop("format") == "cheese-arena/1"
    assert content == json.loads(json.dumps(asdict(found)))
    assert content["agents"][0]["score"] is None and content["complete"] is True


def test_an_agent_that_breaks_the_rules_is_named() -> None:
    class Cheat(FirstLegal):
        def __init__(self, answer: Any) -> None:
            self.answer = answer

        def act_batch(self, observations: Any, action_masks: Any) -> Any:
            return np.full(len(observations), self.answer)

    for answer in (-1, 10**6):
        with pytest.raises(IllegalActionError, match="cheat chose what it may not"):
            play_match("cheese_rescue", {"cheat": Cheat(answer), "random": "random"}, games=2)


@pytest.mark.parametrize(
    ("game", "agents", "given", "said"),
    [
        ("chess", ["random", "random"], {}, "there is no game 'chess'"),
        ("cheese_rescue", ["random"] * 2, {"num_players": 9}, "num_players"),
        ("cheese_rescue", ["random"] * 3, {}, "a match needs 2 agents, not 3"),
        ("cheese_rescue", ["random"] * 3, {"num_players": 4}, "2 agents, or 4 for 4 seats, not 3"),
        ("cheese_rescue", "random", {}, "several agents"),
        ("cheese_rescue", ["random", 7], {}, "an agent or the name of one"),
        ("cheese_rescue", ["random"] * 2, {"games": 0}, "games must be"),
        ("cheese_rescue", ["random"] * 2, {"seed": -1}, "seed must be"),
        ("cheese_rescue", ["random"] * 2, {"threads": 0}, "threads must be"),
        ("cheese_rescue", ["random"] * 2, {"options": {"wheels": 2}}, "no option 'wheels'"),
    ],
)
def test_what_cannot_be_is_refused(game: str, agents: Any, given: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        play_match(game, agents, **given)


def test_a_tournament_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 2 agents, not 1"):
        play_tournament("cheese_rescue", ["random"])
