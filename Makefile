# Everything is installed into .venv. (Compiled kernels are cached in ~/.cache/cheese_envs.)
# Paths are relative throughout, so that the folder may have a space in its name.

SYSTEM_PYTHON ?= python3
PYTHON := .venv/bin/python
PIP_INSTALL := $(PYTHON) -m pip install -qq --disable-pip-version-check -c constraints.txt
DEMO_READY := .venv/.ready-for-demo
BENCH_READY := .venv/.ready-for-bench
TEST_READY := .venv/.ready-for-test

say = @printf '\n── %s\n'

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo bench test quick lint format clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

demo: $(DEMO_READY)  ## train a player of Cheese Rescue, measure it, watch it play (about three minutes)
	$(say) 'Training a player of Cheese Rescue (runs/demo)'
	@rm -rf runs/demo
	@$(PYTHON) -m training.train --game cheese_rescue --players 2 --timesteps 2e6 --eval-every 5e5 --out runs/demo
	$(say) 'Its share of the points, win 1 and shared victory 1/2, with 95% intervals'
	@$(PYTHON) -m training.evaluate runs/demo/best --against random heuristic --games 4000
	$(say) 'Loaded back as an opponent: player_0 is the trained player, player_1 the heuristic'
	@.venv/bin/cheese-envs watch cheese_rescue --agents runs/demo/best heuristic --seed 7 --delay 0

bench: $(BENCH_READY)  ## measure the engine's speed, and the peers' beside it
	@.venv/bin/cheese-envs bench

test: lint  ## lint, types, every test; then the game tests again uncompiled
	$(say) 'Tests'
	@$(PYTHON) -m pytest -q -n 2
	$(say) 'Rules without the compiler'
	@NUMBA_DISABLE_JIT=1 $(PYTHON) -m pytest tests/games tests/core -m uncompiled -q -n 2

quick: lint  ## lint, types and the tests that are not slow
	$(say) 'Tests (without the slow ones)'
	@$(PYTHON) -m pytest -q -n 2 -m 'not slow'

lint: $(TEST_READY)  ## style and types; the pre-commit hook runs this too
	$(say) 'Style and types'
	@$(PYTHON) -m ruff check --quiet --output-format concise .
	@$(PYTHON) -m ruff format --quiet --check . || { echo 'Run "make format".'; exit 1; }
	@$(PYTHON) -m mypy

format: $(TEST_READY)  ## put the code in shape
	@$(PYTHON) -m ruff check --quiet --fix . || true
	@$(PYTHON) -m ruff format .

clean:  ## remove caches and built packages (.venv and runs/ stay)
	@rm -rf dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name .venv -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

$(PYTHON):
	$(say) 'Making .venv'
	@$(SYSTEM_PYTHON) -c 'import sys; (3, 11) <= sys.version_info[:2] < (3, 14) or sys.exit("Python 3.11 to 3.13 is needed, this is " + sys.version.split()[0] + "; name another: make SYSTEM_PYTHON=python3.12 ...")'
	@$(SYSTEM_PYTHON) -m venv .venv

$(DEMO_READY): pyproject.toml constraints.txt | $(PYTHON)
	$(say) 'Installing for the demo (once; about a minute)'
	@$(PIP_INSTALL) -e '.[train,arena]'
	@touch $@

# The benchmark needs the peers it compares with, but not torch.
$(BENCH_READY): pyproject.toml constraints.txt | $(PYTHON)
	$(say) 'Installing for the benchmark (once; about a minute)'
	@$(PIP_INSTALL) -e '.[bench]'
	@touch $@

# What the tests need is all that the demo and the benchmark need, and more.
$(TEST_READY): pyproject.toml constraints.txt | $(PYTHON)
	$(say) 'Installing for the tests (once; a minute or two)'
	@$(PIP_INSTALL) -e '.[dev,train,bench,arena,render,web]'
	@touch $(DEMO_READY) $(BENCH_READY) $@
