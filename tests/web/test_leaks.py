"""The browser is never sent what the player may not see: looked at on the wire."""

from __future__ import annotations

import json
import secrets
from random import Random

import pytest

from cheese_envs import GAMES
from cheese_envs.faces.aec import RawEnv
from cheese_envs.web.opponents import Opponents
from cheese_envs.web.setup import Setup
from tests.web.serving import Client, serving

MOST_MOVES = 24
REDEALS = 2


def answers(client: Client, name: str) -> list[bytes]:
    """All that can be asked of a game without changing it, right and wrong."""
    path = f"/api/games/{name}"
    view = client.get(path)
    version = view.json()["version"]
    return [
        view.body,
        client.get(f"{path}/record").body,
        client.post(f"{path}/move", {"version": version, "move": 10**6}).body,
        client.post(f"{path}/move", {"version": -1, "move": 0}).body,
        client.post(f"{path}/castle", {}).body,
    ]


@pytest.mark.parametrize(("players", "seat"), [(2, 0), (3, 1)])
@pytest.mark.parametrize("game", GAMES)
def test_answers_are_the_same_whatever_is_hidden(
    client: Client, game: str, players: int, seat: int
) -> None:
    """Byte for byte, at every point of a game, when all the player cannot know is dealt anew."""
    view = client.begin(game=game, players=players, seat=seat, opponents=["random"])
    random, behind = Random(7), client.page.games.find(view["id"]).thing
    differed = False
    for ply in range(MOST_MOVES):
        if view["result"] is not None:
            break
        env, seen = behind._env, answers(client, view["id"])
        for count in range(REDEALS):
            behind._env = env.redeal(f"player_{seat}", seed=REDEALS * ply + count)
            differed |= behind._env.snapshot() != env.snapshot()
            assert answers(client, view["id"]) == seen
        behind._env = env
        view = client.play_on(view, lambda moves: random.randrange(len(moves)))
    assert differed


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_the_same_whatever_is_hidden(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda _: 5)
    with serving(Setup(opponents=("random",), agents=Opponents(hints="mcts:20"))) as client:
        view = client.begin(game=game, opponents=["random"])
        behind = client.page.games.find(view["id"]).thing
        path = f"/api/games/{view['id']}/hints"
        found = client.post(path, {"version": 0})
        assert found.status == 200
        for seed in range(REDEALS):
            behind._env = behind._env.redeal("player_0", seed)
            assert client.post(path, {"version": 0}).body == found.body


def test_a_seed_that_nobody_chose_is_told_only_at_the_end(client: Client) -> None:
    view = client.begin(game="rattrapez_le", opponents=["heuristic"])
    seed = client.page.games.find(view["id"]).thing._seed
    while view["result"] is None:
        assert view["seed"] is None and str(seed) not in json.dumps(view)
        view = client.play_on(view)
    assert view["seed"] == str(seed)


def test_anothers_secret_is_not_told(client: Client) -> None:
    view = client.begin(game="rattrapez_le", players=3, opponents=["random"])
    for _ in range(3):
        view = client.play_on(view)
    mine, *others = [entry["words"] for entry in view["log"]]
    assert mine.startswith("you write down the ") and mine.endswith(" in secret")
    assert others == [f"player_{seat} writes down a secret subject" for seat in (1, 2)]


def test_the_moves_of_others_are_not_offered(client: Client) -> None:
    view = client.begin(game="cheese_rescue", seat=1, opponents=["random"])
    assert view["turn"] == 0 and view["moves"] == []
    assert client.play_on(view)["moves"]


def test_an_illegal_move_is_not_explained_by_hidden_things(client: Client) -> None:
    """The engine's own words may name a hand; a page's request never reaches them."""
    view = client.begin(game="cheese_rescue", seat=1, opponents=["random"])
    behind = client.page.games.find(view["id"]).thing
    assert isinstance(behind._env, RawEnv)
    answer = client.post(f"/api/games/{view['id']}/move", {"version": 0, "move": 0})
    assert answer.json() == {"error": "it is player_0's turn, not yours"}
