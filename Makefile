# Two commands need nothing but Python and make: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := src tests examples bench web/build.py hatch_build.py build_backend.py
NPM := $(BIN)/python web/build.py npm
# What the page is built from; web/build.py knows by a hash whether something has changed.
PAGE := $(shell find web \( -name node_modules -o -path web/tests \) -prune -o -type f ! -path '*/.*' ! -name '*.pyc' -print) \
	$(wildcard src/tenback/words/*.toml src/tenback/words/*/*.toml)

# What needs neither kernels nor a browser nor a process of its own.
QUICK := $(addprefix tests/,core lessons/test_lesson.py playthroughs rules table talk words \
	test_cases.py test_layers.py)
# Long tests at the end are shared out anew among processes that have nothing left to do.
PYTEST := $(BIN)/pytest -n auto --dist worksteal --durations=10

.PHONY: play test check lint types quick slow page kernels wheel screenshots soak bench golden format clean

play: $(VENV)/.play
	@$(BIN)/tenback

# Compiling keeps one core busy, the checks another.
test: page
	@$(MAKE) --no-print-directory -j2 kernels check
	@$(MAKE) --no-print-directory slow

# While you work: a minute.
check: lint types quick

lint: $(VENV)/.dev
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)

types: $(VENV)/.dev
	$(BIN)/mypy
	$(NPM) run check

# What loads a kernel here fails: it would compile beside `kernels`.
quick: types
	TENBACK_NO_KERNELS=1 $(NPM) test
	TENBACK_NO_KERNELS=1 $(PYTEST) $(QUICK)

slow: page kernels
	@$(BIN)/python -m tests.browser.chromium
	$(PYTEST) $(QUICK:%=--ignore=%)

# Once here instead of once in every test process.
kernels: $(VENV)/.dev
	@$(BIN)/python -m tests.kernels

# A package for players in dist/, with the page and the compiled kernels: it needs neither Node nor
# Numba where it is installed.
wheel: $(VENV)/.dev
	@rm -f dist/*.whl
	$(BIN)/python -m hatchling build -t wheel

# The page as it is now; installing builds it the first time.
page: $(VENV)/.dev
	@$(BIN)/python web/build.py
	@touch $(VENV)/.play

# Every screen as a picture, for people to look at.
screenshots: page
	@$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.browser.screenshots

# Longer runs of the same properties: more examples, kills and whole games by hand, more games against
# the referee, longer trainings, a million games of the simulator.
soak: page kernels
	@$(BIN)/python -m tests.browser.chromium
	TENBACK_SOAK=1 $(PYTEST) $(addprefix tests/,bots browser core server sim store table talk \
		testing analysis/test_training.py cli/test_difficulty.py cli/test_train.py)

# A few minutes; docs/strength.md has the commands that measure in full.
bench: $(VENV)/.dev
	$(BIN)/python bench/core.py
	$(BIN)/python bench/sim.py
	$(BIN)/python bench/talk_filter.py --messages 20000
	$(BIN)/python bench/strength.py --speed --cells original-3p face-to-face-2p
	$(BIN)/python bench/talk.py --bot strong --games 500 --minutes 1 --results /dev/null
	$(BIN)/python bench/store.py
	$(BIN)/python bench/server.py --tables 1 100 --moves 1000
	$(BIN)/python bench/page.py

# Writes the golden files anew; look at the difference before you commit it.
golden: $(VENV)/.dev
	$(BIN)/python -m tests.playthroughs.make
	$(BIN)/python -m tests.perft.make
	$(BIN)/python -m tests.terminal.make
	$(BIN)/python -m tests.rules.table
	$(BIN)/python -m tenback.server.schema

format: $(VENV)/.dev
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis dist \
		web/node_modules web/.building src/tenback/server/static

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "tenback needs Python 3.11 or newer; make PYTHON=python3.12 chooses another."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# Players need no Node: installing brings one to build with, if the machine has none.
$(VENV)/.play: $(VENV)/.python pyproject.toml $(PAGE)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[compile]"
	@touch $@

$(VENV)/.dev: $(VENV)/.python pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	@touch $@ $(VENV)/.play
