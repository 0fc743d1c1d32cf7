# Two commands need nothing but Python and make: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := src tests examples bench

.PHONY: play test lint types tests soak bench golden format clean

play: $(VENV)/.play
	@$(BIN)/tenback play

test: lint types tests

lint: $(VENV)/.dev
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)

types: $(VENV)/.dev
	$(BIN)/mypy

tests: $(VENV)/.dev
	@# Once here instead of once in every test process.
	@$(BIN)/python -c "from tenback import sim; from tenback.bots import warming; sim.warm_up(); warming.warm_up()"
	$(BIN)/pytest -n auto

# Longer runs of the same properties, more games against the referee, a million of the simulator.
soak: $(VENV)/.dev
	TENBACK_SOAK=1 $(BIN)/pytest -n auto tests/core tests/sim tests/store tests/testing

# A few minutes; docs/strength.md has the commands that measure in full.
bench: $(VENV)/.dev
	$(BIN)/python bench/core.py
	$(BIN)/python bench/sim.py
	$(BIN)/python bench/talk_filter.py --messages 20000
	$(BIN)/python bench/strength.py --speed --cells original-3p face-to-face-2p
	$(BIN)/python bench/talk.py --bot strong --games 500 --minutes 1 --results /dev/null
	$(BIN)/python bench/store.py

# Writes the golden files anew; look at the difference before you commit it.
golden: $(VENV)/.dev
	$(BIN)/python -m tests.playthroughs.make
	$(BIN)/python -m tests.perft.make
	$(BIN)/python -m tests.terminal.make
	$(BIN)/python -m tests.rules.table

format: $(VENV)/.dev
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis dist

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "tenback needs Python 3.11 or newer; make PYTHON=python3.12 chooses another."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.play: $(VENV)/.python pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.python pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	@touch $@ $(VENV)/.play
