"""Games over the wire."""

from __future__ import annotations

import json
import threading
from random import Random
from typing import Any

import pytest

from cheese_envs import GAMES, records
from cheese_envs.registry import game_spec
from cheese_envs.web import app as apps
from cheese_envs.web.opponents import Opponents
from cheese_envs.web.setup import Setup
from tests.web.serving import Client, serving

View = dict[str, Any]


def play_out(client: Client, view: View, seed: int = 0, most: int = 10**6) -> View:
    """Random moves to the end, or so many."""
    random = Random(seed)
    for _ in range(most):
        if view["result"] is not None:
            break
        view = client.play_on(view, lambda moves: random.randrange(len(moves)))
    return view


def stands(client: Client, name: str) -> bytes:
    answer = client.get(f"/api/games/{name}")
    assert answer.status == 200
    return answer.body


@pytest.mark.parametrize("game", ["cheese_rescue", "au_secours", "rattrapez_le"])
def test_a_game_is_played_to_its_end_and_its_record_fits_the_rules(
    client: Client, game: str
) -> None:
    view = client.begin(game=game, players=3, seat=1, seed=5, opponents=["random"])
    name = view["id"]
    assert client.get(f"/api/games/{name}/record").status == 409
    over = play_out(client, view)
    assert over["result"]["headline"] and over["turn"] is None and over["moves"] == []
    answer = client.get(f"/api/games/{name}/record")
    assert answer.headers["content-disposition"] == f'attachment; filename="{game}.json"'
    assert records.verify(answer.json()).seed_fits
    opened = client.post("/api/replays?kind=json", answer.body)
    assert opened.status == 201
    [listed] = opened.json()["games"]
    assert listed["title"] == game_spec(game).title and listed["players"] == 3


def test_cheese_rescue_ends_step_by_step(client: Client) -> None:
    over = play_out(client, client.begin(game="cheese_rescue", opponents=["random"], seed=1))
    frames = over["result"]["closing"]
    assert [frame["words"].split()[-1] for frame in frames[:1]] == ["full."]
    assert len(frames) == 4 and len({frame["svg"] for frame in frames}) > 1


def test_after_the_end_nothing_moves(client: Client) -> None:
    over = play_out(client, client.begin(game="rattrapez_le", opponents=["heuristic"], seed=1))
    name, version = over["id"], over["version"]
    before = stands(client, name)
    for what in ("move", "advance", "take-back", "hints"):
        answer = client.post(f"/api/games/{name}/{what}", {"version": version})
        assert answer.status == 409 and answer.json()["error"]
    assert stands(client, name) == before


def test_a_game_asked_for_with_nothing_is_the_command_lines() -> None:
    setup = Setup("au_secours", 3, 2, 11, ("random",)).check()
    with serving(setup) as client:
        view = client.begin()
        assert (view["game"], view["seat"], len(view["players"])) == ("au_secours", 2, 3)
        assert view["seed"] == "11" and view["players"] == ["random", "random", None]
        default = client.get("/api/choices").json()["default"]
        assert default["game"] == "au_secours" and default["seed"] == "11"


def test_the_same_seed_deals_the_same_game(client: Client) -> None:
    views = [client.begin(game="cheese_rescue", opponents=["random"], seed="77") for _ in range(2)]
    ends = [play_out(client, view, seed=3) for view in views]
    assert {**ends[0], "id": None} == {**ends[1], "id": None}


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"game": "chess"}, "game must be one of"),
        ({"game": ["cheese_rescue"]}, "game must be one of"),
        ({"players": 9}, "players of cheese_rescue must be"),
        ({"players": "2"}, "players of cheese_rescue must be"),
        ({"seat": 2}, "seat must be"),
        ({"seat": -1}, "seat must be"),
        ({"seed": -1}, "seed must be"),
        ({"seed": 2**64}, "seed must be"),
        ({"seed": "9" * 5000}, "seed must be"),
        ({"seed": 1.5}, "seed must be"),
        ({"opponents": []}, "need 1 opponent"),
        ({"opponents": ["random"] * 3}, "need 1 opponent"),
        ({"opponents": "random"}, "opponents must be a list"),
        ({"opponents": [7]}, "must be a name"),
        ({"opponents": ["/etc/passwd"]}, "no opponent '/etc/passwd' here"),
        ({"opponents": ["../models"]}, "no opponent"),
        ({"opponents": ["mcts:2001"]}, "up to mcts:2000"),
        ({"opponents": ["mcts:0"]}, "no opponent"),
        ({"opponents": ["mcts:99999999999"]}, "no opponent"),
        ({"opponents": ["random?sample=1"]}, "no opponent"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_words(
    client: Client, wanted: dict[str, Any], said: str
) -> None:
    before = len(client.page.games)
    answer = client.post("/api/games", {"opponents": ["random"], **wanted})
    assert answer.status == 400 and said in answer.json()["error"]
    assert len(answer.body) < 1000 and len(client.page.games) == before


@pytest.mark.parametrize(
    ("what", "body", "status"),
    [
        ("move", {"version": 0, "move": -1}, 400),
        ("move", {"version": 0, "move": 10**6}, 400),
        ("move", {"version": 0, "move": "0"}, 400),
        ("move", {"version": 0, "move": True}, 400),
        ("move", {"version": 0}, 400),
        ("move", {"version": 1, "move": 0}, 409),
        ("move", {"move": 0}, 409),
        ("move", {"version": False, "move": 0}, 409),
        ("move", {"version": 0, "move": 0, "castle": 1}, 400),
        ("advance", {"version": 0}, 409),
        ("take-back", {"version": 0}, 409),
        ("hints", {"version": 7}, 409),
        ("castle", {"version": 0}, 404),
    ],
)
def test_an_illegal_request_changes_nothing(
    client: Client, what: str, body: dict[str, Any], status: int
) -> None:
    name = client.begin(game="cheese_rescue", opponents=["random"], seed=1)["id"]
    before = stands(client, name)
    answer = client.post(f"/api/games/{name}/{what}", body)
    assert answer.status == status and answer.json()["error"]
    assert stands(client, name) == before


def test_a_move_out_of_turn_is_refused(client: Client) -> None:
    view = client.begin(game="cheese_rescue", seat=1, opponents=["random"])
    assert view["turn"] == 0 and view["moves"] == []
    answer = client.post(f"/api/games/{view['id']}/move", {"version": 0, "move": 0})
    assert answer.status == 409 and "player_0's turn" in answer.json()["error"]


def test_games_are_separate(client: Client) -> None:
    one, other = (client.begin(game="cheese_rescue", opponents=["random"], seed=1) for _ in "ab")
    assert one["id"] != other["id"] and len(one["id"]) >= 24
    before = stands(client, other["id"])
    client.play_on(one)
    assert stands(client, other["id"]) == before
    assert client.get("/api/games/" + "A" * 24).status == 404


@pytest.mark.parametrize("game", GAMES)
def test_taking_back_leads_to_the_decision_before(client: Client, game: str) -> None:
    view = client.begin(game=game, opponents=["random"], seed=3)
    name = view["id"]
    seen: list[View] = []
    while len(seen) < 3:
        if view["turn"] == view["seat"]:
            seen.append({key: view[key] for key in ("svg", "moves", "log", "turn")})
        view = client.play_on(view)
    for count, wanted in enumerate(reversed(seen), start=1):
        view = client.act(name, "take-back", version=view["version"])
        assert {key: view[key] for key in wanted} == wanted
        assert view["taken_back"] == count
    assert not view["can_take_back"]
    refused = client.post(f"/api/games/{name}/take-back", {"version": view["version"]})
    assert refused.status == 409 and "no move yet" in refused.json()["error"]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_moves_taken_back_has_a_record_that_fits(client: Client, game: str) -> None:
    view = client.begin(game=game, opponents=["heuristic" if game != "cheese_rescue" else "random"])
    name = view["id"]
    for _ in range(3):
        view = play_out(client, view, most=5)
        if view["result"] is None and view["can_take_back"]:
            view = client.act(name, "take-back", version=view["version"])
    if game == "drole_de_fromage":
        return  # a random player takes long to end it
    play_out(client, view)
    records.verify(client.get(f"/api/games/{name}/record").json())


def test_the_luck_after_taking_back_is_new(client: Client) -> None:
    """The other mouse's rolls differ, so nobody can look ahead."""
    rolls = set()
    view = client.begin(game="drole_de_fromage", opponents=["random"], seed=4)
    name = view["id"]
    game = client.page.games.find(name).thing
    for _ in range(12):
        while view["turn"] == view["seat"]:
            view = client.play_on(view)
        rolls.add(game._env.snapshot()["roll"])
        while len(game._history) and view["can_take_back"]:
            view = client.act(name, "take-back", version=view["version"])
    assert len(rolls) > 1


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_names_legal_moves(client: Client, game: str) -> None:
    if game_spec(game).heuristic is None:
        pytest.skip(f"{game} has no rule-of-thumb player")
    view = client.begin(game=game, opponents=["random"], seed=2)
    answer = client.post(f"/api/games/{view['id']}/hints", {"version": 0})
    assert answer.status == 200
    [hint] = answer.json()["hints"]
    assert hint["weight"] == 1 and hint["words"] == view["moves"][hint["move"]]["words"]


def test_a_search_gives_hints_with_weights() -> None:
    with serving(Setup(opponents=("random",), agents=Opponents(hints="mcts:20"))) as client:
        view = client.begin(game="rattrapez_le", opponents=["mcts:5"], seed=2)
        hints = client.post(f"/api/games/{view['id']}/hints", {"version": 0}).json()["hints"]
        weights = [hint["weight"] for hint in hints]
        assert 1 <= len(hints) <= 5 and weights == sorted(weights, reverse=True)
        assert all(0 < weight <= 1 for weight in weights)
        assert client.play_on(client.play_on(view))["version"] == 2


def test_the_games_kept_open_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apps, "MOST_GAMES", 3)
    with serving() as client:
        names = [client.begin()["id"] for _ in range(3)]
        assert client.get(f"/api/games/{names[0]}").status == 200  # used: now the youngest
        names.append(client.begin()["id"])
        open_now = [client.get(f"/api/games/{name}").status for name in names]
        assert open_now == [200, 404, 200, 200]
        replacing = client.begin(replaces=names[0])["id"]
        assert client.get(f"/api/games/{names[0]}").status == 404
        assert client.get(f"/api/games/{replacing}").status == 200 and len(client.page.games) == 3


def test_many_requests_at_once_play_each_move_once(client: Client) -> None:
    view = client.begin(game="cheese_rescue", opponents=["random"], seed=9)
    name, statuses = view["id"], []

    def send() -> None:
        body = {"version": 0, "move": 0}
        statuses.append(client.post(f"/api/games/{name}/move", body).status)

    threads = [threading.Thread(target=send) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200] + 11 * [409]
    assert json.loads(stands(client, name))["version"] == 1


def test_what_breaks_inside_is_not_told(
    client: Client, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    view = client.begin(game="cheese_rescue", opponents=["random"])
    game = client.page.games.find(view["id"]).thing
    monkeypatch.setattr(game, "view", lambda: 1 / 0)
    answer = client.get(f"/api/games/{view['id']}")
    assert answer.status == 500 and b"division" not in answer.body and b"terminal" in answer.body
