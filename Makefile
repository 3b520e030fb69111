# The two commands: `make play` and `make test`. Each sets up what is missing and says what it is doing (scripts/prepare.py).
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help play test test-long test-pythons bench chaos compile lint format docs site texts pictures pins audit clean

help:
	@echo "make play          play Reversi against a bot in the browser"
	@echo "make test          run every kind of test (long laws scaled down)"
	@echo "make test-long     the same at full length"
	@echo "make test-pythons  rules, players, server and commands on every Python 3.11 to 3.14 that is found"
	@echo "make bench         the benchmarks, side by side with pyspiel and with the server of boardgame.io"
	@echo "make chaos         what the server withstands, at full length, into benchmarks/CHAOS.md"
	@echo "make compile       compile engine, search, games and the server's table with mypyc into build/compiled"
	@echo "make lint          formatting, lint, types and import layers only"
	@echo "make format        format Python with ruff and the page with prettier, mend what can be mended"
	@echo "make docs          write the pages that can be read off the project"
	@echo "make site          build the documentation as a site into build/site"
	@echo "make texts         collect all texts and bring the translations up to date"
	@echo "make pictures      pictures of every table on four screens into test-artefacts/games; those of docs/images"
	@echo "make pins          write constraints.txt anew with the newest releases"
	@echo "make audit         look the pinned packages up among known faults (asks the network)"
	@echo "make clean         remove everything these commands have made"

play:
	@exec $(PYTHON) scripts/prepare.py play

test:
	@$(PYTHON) scripts/prepare.py test
	@exec $(BIN)/python scripts/check.py

test-long:
	@$(PYTHON) scripts/prepare.py test
	@RONDEL_LONG=1 exec $(BIN)/python scripts/check.py

test-pythons:
	@$(PYTHON) scripts/prepare.py client
	@exec $(PYTHON) scripts/pythons.py

bench:
	@$(PYTHON) scripts/prepare.py bench
	@$(BIN)/python scripts/compile.py --trained
	@$(BIN)/python benchmarks/run.py
	@exec $(BIN)/python benchmarks/server_beside.py

chaos:
	@$(PYTHON) scripts/prepare.py test
	@$(PYTHON) scripts/prepare.py bench
	@exec $(BIN)/python -m tests.chaos --all

compile:
	@$(PYTHON) scripts/prepare.py compile
	@exec $(BIN)/python scripts/compile.py

lint:
	@$(PYTHON) scripts/prepare.py lint
	@exec $(BIN)/python scripts/check.py format lint types imports "page: types"

format:
	@$(PYTHON) scripts/prepare.py format
	@$(BIN)/ruff check --fix-only --quiet && $(BIN)/ruff format

docs:
	@exec $(PYTHON) scripts/pages.py

site:
	@$(PYTHON) scripts/prepare.py site
	@exec $(BIN)/python scripts/website.py $(if $(URL),--url $(URL))

texts:
	@$(PYTHON) scripts/prepare.py python
	@exec $(BIN)/python scripts/texts.py

pictures:
	@$(PYTHON) scripts/prepare.py test
	@RONDEL_PICTURE=write $(BIN)/python -m pytest -q tests/browser/test_all_games.py -k middle
	@RONDEL_PICTURE=write exec $(BIN)/python -m pytest -q tests/browser/test_looks.py tests/browser/test_rules_pictures.py

pins:
	@exec $(PYTHON) scripts/pins.py

# Asks the network, and so is no part of `make test`.
audit:
	@$(PYTHON) -m venv build/audit
	@build/audit/bin/pip install --quiet pip-audit
	@exec build/audit/bin/python scripts/audit.py

clean:
	@rm -rf .venv build dist test-artefacts .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@rm -rf web/node_modules tests/pyright/node_modules web/dist src/rondel/server/client
	@find src tests scripts benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo "Removed. Saved tables in .rondel/ are kept."
