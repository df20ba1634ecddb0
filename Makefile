# make serve   the site on http://127.0.0.1:8000/
# make test    all tests, the browser ones in a real Chromium
# make test-postgresql   those that touch a database, beside a PostgreSQL that is made for them
# make check   what a change must pass: lint, types, import contracts, catalogs, content, tests
# make setup   the first half of them all: .venv with the trainer installed in it

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
WORKERS ?= auto
PYTEST := $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal

.PHONY: setup serve test test-postgresql check lint format browser clean

setup: $(VENV)/installed

$(VENV)/installed: pyproject.toml $(wildcard trainer/engine/kernel/*.[ch])
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; try: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	# setuptools warns of every table of pyproject.toml that it may change one day
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	$(BIN)/trainer i18n compile
	touch $@

$(VENV)/installed-for-tests: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	touch $@

serve: setup
	$(BIN)/trainer serve

browser:
	@sh .ci/install-packages

test: $(VENV)/installed-for-tests browser
	$(PYTEST)

test-postgresql: $(VENV)/installed-for-tests
	@sh .ci/install-packages postgresql
	.ci/with-postgresql $(PYTEST)

check: lint test

lint: $(VENV)/installed-for-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/trainer i18n check
	$(BIN)/trainer puzzles check
	$(BIN)/trainer puzzles verify --sample 60 --quick

format: $(VENV)/installed-for-tests
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find trainer -name '*.so' -delete
