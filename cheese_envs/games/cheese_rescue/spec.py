"""Cheese Rescue, as the registry and the faces know it."""

from __future__ import annotations

from cheese_envs.core.search import SearchPlan
from cheese_envs.core.spec import GameSpec
from cheese_envs.games.cheese_rescue import (
    actions,
    drawing,
    heuristic,
    observation,
    options,
    rules,
    snapshot,
    telling,
)
from cheese_envs.games.cheese_rescue.state import CONFIG, STATE, End

SPEC = GameSpec(
    name="cheese_rescue",
    title="Cheese Rescue",
    module=__name__,
    player_counts=(2, 3, 4),
    state=STATE,
    config=CONFIG,
    has_scores=True,
    kernels={
        "set_up": rules.set_up,
        "legal": rules.legal,
        "step": rules.step,
        "observe": observation.observe,
        "pick": rules.pick,
        "redeal": rules.redeal,
        "finish": rules.finish,
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
    reasons={End.AREA_FULL: "the area is full"},
    text=drawing.text,
    heuristic=heuristic.choose,
    plan=SearchPlan(breadth=0.5),
    draw=drawing.svg,
    targets=drawing.targets,
    tell=telling.tell,
    closing=telling.closing,
)
