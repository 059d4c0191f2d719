# Everything is installed into .venv. (Compiled kernels are cached in ~/.cache/cheese_envs.)
# Paths are relative throughout, so that the folder may have a space in its name.

SYSTEM_PYTHON ?= python3
PYTHON := .venv/bin/python
PIP_INSTALL := $(PYTHON) -m pip install -qq --disable-pip-version-check -c constraints.txt
DEMO_READY := .venv/.ready-for-demo
TEST_READY := .venv/.ready-for-test

say = @printf '\n── %s\n'

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo bench test quick lint format clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

demo: $(DEMO_READY)  ## watch a game of Cheese Rescue, then measure the engine's speed
	$(say) 'A game of Cheese Rescue between two random players'
	@.venv/bin/cheese-envs watch cheese_rescue --agents random random --seed 7 --delay 0.0
	$(say) 'Speed'
	@.venv/bin/cheese-envs bench

bench: $(DEMO_READY)  ## measure the engine's speed
	@.venv/bin/cheese-envs bench

test: lint  ## lint, types, every test; then the game tests again uncompiled
	$(say) 'Tests'
	@$(PYTHON) -m pytest -q -n 2
	$(say) 'Rules without the compiler'
	@NUMBA_DISABLE_JIT=1 $(PYTHON) -m pytest tests/games tests/core -m uncompiled -q

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

# A demo needs the peers the benchmark compares with, but not torch.
$(DEMO_READY): pyproject.toml constraints.txt | $(PYTHON)
	$(say) 'Installing for the demo (once; about a minute)'
	@$(PIP_INSTALL) -e '.[bench]'
	@touch $@

# What the tests need is all that the demo needs, and more.
$(TEST_READY): pyproject.toml constraints.txt | $(PYTHON)
	$(say) 'Installing for the tests (once; a minute or two)'
	@$(PIP_INSTALL) -e '.[dev,train,bench,arena,render,web]'
	@touch $(DEMO_READY) $@
