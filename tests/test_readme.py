"""What the README shows works as shown: its Python runs, its commands and links exist."""

import json
import re
from pathlib import Path

import pytest

from cheese_envs.agents.policy import load_policy, shipped_models
from cheese_envs.benchmark.contestant import weights_digest
from cheese_envs.registry import GAMES, game_spec
from training.evaluate import percent

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def python_examples() -> list[object]:
    """Each Python block of the README, named after the heading above it."""
    examples: list[object] = []
    for block in re.finditer(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE):
        heading = re.findall(r"^#+ (.+)$", README[: block.start()], re.MULTILINE)[-1]
        # Blank lines ahead make a traceback name the README's own line.
        source = "\n" * (README.count("\n", 0, block.start()) + 1) + block[1]
        marks = [pytest.mark.slow] if "sb3_contrib" in source else []
        examples.append(pytest.param(source, id=heading, marks=marks))
    return examples


@pytest.mark.parametrize("source", python_examples())
def test_python_example_runs(source: str) -> None:
    exec(compile(source, str(ROOT / "README.md"), "exec"), {"__name__": "readme"})


def test_every_make_command_is_a_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    commands = set(re.findall(r"(?:^|`)make ([a-z]+)", README, re.MULTILINE))
    assert {"demo", "test"} <= commands <= targets


@pytest.mark.parametrize("target", re.findall(r"\]\((?!https?:)([^)#]+)\)", README))
def test_every_link_leads_to_a_file(target: str) -> None:
    assert (ROOT / target).is_file()


def test_the_table_of_games_says_what_the_games_are() -> None:
    for game in GAMES:
        spec = game_spec(game)
        fewest, most = spec.player_counts[0], spec.player_counts[-1]
        actions, seen = (
            "–".join(dict.fromkeys(str(size(count)) for count in (fewest, most)))
            for size in (spec.action_size, spec.observation_size)
        )
        assert f"| `{game}_v0` | {fewest}–{most} | {actions} | {seen} |" in README


@pytest.mark.parametrize("name", shipped_models())
def test_the_table_of_models_says_what_their_cards_say(name: str) -> None:
    [row] = re.findall(rf"^\| \[{name}\].*$", README, re.MULTILINE)
    strength = load_policy(name).info.training["strength"]
    for opponent in ("random", "heuristic", "mcts:200"):
        assert opponent not in strength or percent(strength[opponent]) in row


def test_the_score_card_is_the_shipped_models_own() -> None:
    card = (ROOT / "models" / "score_card.md").read_text(encoding="utf-8")
    assert card.strip() in README
    told = json.loads((ROOT / "models" / "score_card.json").read_text(encoding="utf-8"))
    assert told["comparable"]
    for agent in told["agents"]:
        assert agent["sha256"] == weights_digest(agent["spec"]), agent["for"]
