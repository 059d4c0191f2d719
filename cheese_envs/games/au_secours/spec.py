"""Au secours, as the registry and the faces know it."""

from __future__ import annotations

from cheese_envs.core.rng import pick_from_mask
from cheese_envs.core.search import SearchPlan
from cheese_envs.core.spec import GameSpec
from cheese_envs.games.au_secours import (
    actions,
    drawing,
    estimate,
    heuristic,
    observation,
    options,
    rules,
    snapshot,
    telling,
)
from cheese_envs.games.au_secours.state import CONFIG, STATE, End

SPEC = GameSpec(
    name="au_secours",
    title="Au secours, mon fromage !",
    module=__name__,
    player_counts=(2, 3, 4, 5, 6),
    state=STATE,
    config=CONFIG,
    has_scores=False,
    kernels={
        "set_up": rules.set_up,
        "legal": rules.legal,
        "step": rules.step,
        "observe": observation.observe,
        "pick": pick_from_mask,
        "redeal": rules.redeal,
    },
    read_options=options.read_options,
    configure=options.configure,
    pieces=observation.pieces,
    actions=actions.groups,
    describe=actions.describe,
    encode=actions.encode,
    explain=actions.explain,
    snapshot=snapshot.snapshot,
    restore=snapshot.restore,
    reasons={
        End.WHEELS_COMPLETE: "all the wheels of a player are finished",
        End.OUT_OF_TURNS: "the turns allowed are over",
        End.OUT_OF_CARDS: "the next player has no card",
    },
    text=drawing.text,
    draw=drawing.svg,
    targets=drawing.targets,
    tell=telling.tell,
    heuristic=heuristic.choose,
    estimate=estimate.estimate,
    plan=SearchPlan(breadth=0.15, depth=8, greed=1.0),
)
