# Needs: make, and Python 3.11 or later with pip and venv. Another Python: make test PYTHON=python3.12
PYTHON ?= python3
VENV ?= .venv
OUT ?= out/pipe_step_in
# What the tests are installed with. `test-plain` leaves out all optional packages; their tests are skipped.
EXTRA ?= test
# Replays of `make docs`: `--all`, or the names of scenarios; without any, a small subset.
REPLAYS ?=
# With THUMBNAILS=yes, `make docs` draws the moving thumbnails of its replays in a Chromium instead of taking the stored ones.
THUMBNAILS ?=
# Data of `make data`: names, groups or patterns; without any, those of the committed manifest.
DATA ?=
# Interpreters for `make release-check`, by name or path.
PYTHONS ?= python3.11 python3.12 python3.13
# One process more than processors, up to four: some tests wait for others, for a compiler in another process, or for a clock.
# Files in the order of tests/conftest.py, each in one process: a kernel is compiled once, and what a file makes is shared.
WORKERS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); echo $$((n < 4 ? n + 1 : 4)))
PYTEST_ARGS ?= -n $(WORKERS) --max-worker-restart 1 --dist loadfile --no-loadscope-reorder

BIN = $(VENV)/bin
# Many containers set it; without compiled modules every start of Python compiles hundreds of them, for several seconds.
export PYTHONDONTWRITEBYTECODE =
# The constraints hold for the build backend too: pip reads the first name up to version 25.2, the second after it.
PINS = PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt
# Python compiles what it imports; pip would compile all that the packages hold, which takes longer than to unpack it.
INSTALL = $(PINS) $(BIN)/python -m pip install -qq --disable-pip-version-check --no-compile --editable
SAY = @printf '%s\n'

.PHONY: help ready run test thorough tests coverage lint docs wheel slow release-check browser web bench gpu reproduce data clean
.NOTPARALLEL:

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s  %s\n", $$1, $$2 }' Makefile

ready: $(VENV)/.ready-all  ## install at once what run, test, browser, lint and wheel need

run: $(VENV)/.ready-run  ## steer the snake into its pipe and write the report under out/
	$(SAY) '==> Simulating pipe_step_in (the very first run also compiles, up to a minute on two cores)'
	@$(BIN)/snakelab run pipe_step_in --out $(OUT)

test: $(VENV)/.ready-test  ## run the tests, a few minutes
	$(SAY) '==> Testing'
	@$(BIN)/python -m pytest $(PYTEST_ARGS)

thorough: $(VENV)/.ready-test  ## run the tests that `make test` leaves out, except the slow ones: pages, examples, published cases, attacks
	$(SAY) '==> Testing, thorough tests only'
	@$(BIN)/python -m pytest -m 'thorough and not slow and not browser' $(PYTEST_ARGS)

tests: $(VENV)/.ready-test  ## run the tests of `make test` and of `make thorough` in one run
	$(SAY) '==> Testing, with the thorough tests'
	@$(BIN)/python -m pytest -m 'not slow and not browser' $(PYTEST_ARGS)

coverage: $(VENV)/.ready-test  ## run the tests of both and write which lines they ran (coverage.xml)
	$(SAY) '==> Testing, with coverage'
	@$(BIN)/python -m coverage run -m pytest -m 'not slow and not browser' -n 0
	@$(BIN)/python -m coverage combine -q
	@$(BIN)/python -m coverage xml -q
	@$(BIN)/python -m coverage report --format=total

slow: $(VENV)/.ready-test  ## run the slow tests only
	$(SAY) '==> Testing, slow tests only'
	@$(BIN)/python -m pytest -m slow -o timeout=3600 -o faulthandler_timeout=5400 $(PYTEST_ARGS)

release-check:  ## run the tests on every supported Python, with the newest packages
	@for python in $(PYTHONS); do \
		venv=".venv-$${python##*/}"; \
		printf '==> %s\n' "$$("$$python" -V)"; \
		rm -rf "$$venv" && \
		$(MAKE) --no-print-directory tests PYTHON="$$python" VENV="$$venv" PINS= && \
		rm -rf "$$venv" || exit 1; \
	done

browser: $(VENV)/.ready-browser  ## test the report page and the studio in a headless Chromium; PYTEST_ARGS="-m browser" for all of it
	$(SAY) '==> Testing, in a browser only'
	@$(BIN)/python -m pytest -m 'browser and not thorough' -n 2 --dist loadfile --no-loadscope-reorder $(PYTEST_ARGS) tests/browser

web:  ## build the report page's script from web/ (needs Node 20 or later)
	$(SAY) '==> Building src/snakelab/plugins/studio/assets'
	@command -v npm >/dev/null 2>&1 || { echo "make web needs Node with npm, 20 or later" >&2; exit 1; }
	@cd web && npm ci --silent && npm run --silent build

lint: $(VENV)/.ready-dev  ## check style, format, types and layers
	$(SAY) '==> Style (ruff check)'
	@$(BIN)/ruff check .
	$(SAY) '==> Format (ruff format)'
	@$(BIN)/ruff format --check .
	$(SAY) '==> Types (mypy)'
	@$(BIN)/mypy
	$(SAY) '==> Layers (import-linter)'
	@$(BIN)/lint-imports --no-logo

bench: $(VENV)/.ready-test  ## run every benchmarks/bench_*.py; only whether they run: make bench BENCH=--quick
	@$(BIN)/python -m benchmarks $(BENCH)

gpu: $(VENV)/.ready-gpu  ## on a machine with an NVIDIA GPU: tests, agreement and speeds in ten minutes; writes out/gpu/<name>.md
	@$(BIN)/python -m benchmarks.on_gpu $(GPU)

reproduce: $(VENV)/.ready-run  ## reproduce figures and tables of the papers, or of one: make reproduce PAPER=planar_snake
	@$(BIN)/python -m reproductions $(PAPER)

data: $(VENV)/.ready-test  ## make data again and compare their digests: make data DATA="library courses pipe_study"
	$(SAY) '==> Making data under out/data'
	@$(BIN)/python -m reproductions.data $(DATA)

docs: $(VENV)/.ready-docs $(if $(THUMBNAILS),$(VENV)/.ready-thumbnails)  ## build the documentation; all replays: REPLAYS=--all
	$(SAY) '==> Running the scenarios of the gallery that have changed'
	@$(BIN)/python docs/replays.py $(REPLAYS)
ifneq ($(THUMBNAILS),)
	$(SAY) '==> Drawing the thumbnails of replays that have changed'
	@$(BIN)/python docs/moving_thumbnails.py --site
endif
	$(SAY) '==> Building the documentation'
	@$(BIN)/python -m sphinx -W --keep-going -q docs docs/_build
	@$(BIN)/python docs/check_links.py
	$(SAY) 'wrote docs/_build/index.html'

wheel: $(VENV)/.ready-dev  ## build the source archive and the wheel into dist/, and check them
	$(SAY) '==> Building the source archive and the wheel'
	@rm -rf dist
	@$(PINS) $(BIN)/python -m build --outdir dist
	@$(BIN)/python -m twine check --strict dist/*

clean:  ## remove .venv and all that was built; results in out/ stay
	rm -rf $(VENV) dist docs/_build docs/_replays docs/_notebooks docs/jupyter_execute docs/gallery .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(VENV)/.created:
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
		echo "snakelab needs Python 3.11 or later, and '$(PYTHON)' was not found." \
			"Name yours: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "snakelab needs Python 3.11 or later, and '$(PYTHON)' is $$($(PYTHON) -V 2>&1)." \
			"Name a newer one: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	$(SAY) '==> Creating $(VENV)'
	@$(PYTHON) -m venv $(VENV) || { \
		echo "'$(PYTHON) -m venv' failed. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@touch $@

# One stamp per set of packages. A larger set holds the smaller ones, so it touches their stamps too.
$(VENV)/.ready-run: $(VENV)/.created pyproject.toml constraints.txt
	$(SAY) '==> Installing snakelab into $(VENV) (a few minutes the first time)'
	@$(INSTALL) .
	@touch $@

$(VENV)/.ready-test: $(VENV)/.created pyproject.toml constraints.txt
	$(SAY) '==> Installing snakelab and what its tests need into $(VENV) (a few minutes the first time)'
	@$(INSTALL) '.[$(EXTRA)]'
	@touch $(VENV)/.ready-run $@

$(VENV)/.ready-dev: $(VENV)/.created pyproject.toml constraints.txt
	$(SAY) '==> Installing snakelab and the developer tools into $(VENV)'
	@$(INSTALL) '.[dev]'
	@touch $(VENV)/.ready-run $(VENV)/.ready-test $@

$(VENV)/.ready-browser: $(VENV)/.created pyproject.toml constraints.txt
	$(SAY) '==> Installing snakelab and what its browser tests need into $(VENV)'
	@$(INSTALL) '.[test,browser]'
	@touch $(VENV)/.ready-run $(VENV)/.ready-test $@

$(VENV)/.ready-all: $(VENV)/.created pyproject.toml constraints.txt
	$(SAY) '==> Installing snakelab, its developer tools and what its browser tests need into $(VENV)'
	@$(INSTALL) '.[dev,browser]'
	@touch $(VENV)/.ready-run $(VENV)/.ready-test $(VENV)/.ready-dev $(VENV)/.ready-browser $@

$(VENV)/.ready-gpu: $(VENV)/.created pyproject.toml constraints.txt
	$(SAY) '==> Installing snakelab and the compiler for GPUs into $(VENV)'
	@$(INSTALL) '.[cuda,mujoco,test-plain]'
	@touch $(VENV)/.ready-run $@

$(VENV)/.ready-docs: $(VENV)/.created pyproject.toml constraints.txt
	$(SAY) '==> Installing snakelab and the documentation tools into $(VENV)'
	@$(INSTALL) '.[docs]'
	@touch $(VENV)/.ready-run $@

$(VENV)/.ready-thumbnails: $(VENV)/.ready-docs
	@$(INSTALL) '.[docs,browser]'
	@touch $@
