# The two commands of the README are `make run` and `make test`; each sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PEERS := .venv-peers
NEXT := .venv-next

.PHONY: run test tests-quick test-all test-times setup audit lint format types imports docs bench soak peers screenshots pictures fuzz upgrade-check constraints clean

run: setup
	$(BIN)/parvis serve --demo

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@

# Databases by the hundred are made and thrown away: in memory, where two gigabytes of it are free for files.
SCRATCH := $(shell df --output=avail -k /dev/shm 2>/dev/null | awk 'NR == 2 && $$1 > 2000000 { print "/dev/shm" }')

# Files of tests run beside each other, one process more than there are cores, since each often waits for a browser or a
# server. Those files that take longest come first in the alphabet and begin.
PYTEST = $(if $(SCRATCH),TMPDIR=$(SCRATCH)) $(BIN)/python -m pytest -n $$(( $$(nproc) + 1 )) --dist loadfile --no-loadscope-reorder

# Dozens of servers start in between: where the environment forbids keeping bytecode, each would compile all of Parvis.
test test-all test-times: export PYTHONDONTWRITEBYTECODE :=

# Before each commit, in minutes: linters and types beside the tests that are quick (docs/architecture.md, Tests).
test: setup
	$(MAKE) --no-print-directory -j 2 lint tests-quick

tests-quick: setup
	PARVIS_TESTS=quick $(PYTEST)

# All that `make test` leaves out or cuts short: both databases for everything, simulations, planted faults, browser walks.
test-all: setup
	PARVIS_TESTS=rest $(PYTEST)

# Where the time goes, by folder: runs everything once and writes docs/test-times.md.
test-times: setup
	$(if $(SCRATCH),TMPDIR=$(SCRATCH)) $(BIN)/python -m tests.support.times $$(( $$(nproc) + 1 ))

lint: setup types imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# Known vulnerabilities of the pinned packages, where their database can be reached.
audit: setup
	$(BIN)/python .ci/audit.py

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: setup
	$(BIN)/mypy
	.ci/types/check

imports: setup
	$(BIN)/lint-imports

# What is made from the code: docs/cli.md, the sample, and the parts between comments in the other documents.
docs: setup
	$(BIN)/python -m eval_core.cli.reference > docs/cli.md
	$(BIN)/python -m tests.support.generated_docs

# Every page in each size and theme, filled, empty and failing, into screenshots/: look at them.
screenshots: setup
	$(BIN)/python -m pytest -q tests/browser/screenshots.py

# The README's two pictures, in docs/images.
pictures: setup
	$(BIN)/python -m pytest -q tests/browser/screenshots.py -k readme

# Spoilt files, replies and archives, a minute each and other ones every time; a failure names the seed that repeats it.
fuzz: setup
	for target in files.fuzz_readers protocols.fuzz_replies; do $(BIN)/python -m tests.unit.$$target 60 $$(date +%s) || exit 1; done
	$(BIN)/python -m tests.services.fuzz_archives 60 $$(date +%s)

# The newest Streamlit, past our own bound, against what we rely on and it does not promise (docs/architecture.md).
upgrade-check:
	test -x $(NEXT)/bin/python || $(PYTHON) -m venv $(NEXT)
	grep -v '^streamlit==' constraints.txt > $(NEXT)/constraints.txt
	$(NEXT)/bin/python -m pip install --quiet --constraint $(NEXT)/constraints.txt --editable '.[dev]'
	$(NEXT)/bin/python -m pip install --quiet --upgrade streamlit
	$(NEXT)/bin/python -m streamlit version
	$(NEXT)/bin/python -m pytest -q tests/browser/test_streamlit_facts.py

# Some minutes; close what else runs. Writes bench.json and docs/benchmarks.md.
bench: setup peers
	$(BIN)/python -m tests.benchmarks.run

# Half an hour of mixed traffic at one server; MINUTES=2 to try it, JUDGED=28000 to begin with a full campaign. Its part of
# bench.json and docs/benchmarks.md takes the place of the last one.
soak: setup
	$(BIN)/python -m tests.benchmarks.run --only soak $(if $(MINUTES),--minutes $(MINUTES)) $(if $(JUDGED),--judged $(JUDGED))

# Other rankers, to be measured beside ours. One that cannot be installed is missing; the document then says so.
peers: $(PEERS)/.installed

$(PEERS)/.installed: tests/benchmarks/peers.txt
	test -x $(PEERS)/bin/python || $(PYTHON) -m venv $(PEERS)
	grep '==' $< | while read -r peer; do $(PEERS)/bin/python -m pip install --quiet "$$peer" || true; done
	touch $@

# Resolve pyproject.toml anew and pin the result.
constraints:
	rm -rf $(VENV)/resolve && $(PYTHON) -m venv $(VENV)/resolve
	$(VENV)/resolve/bin/python -m pip install --quiet --upgrade '.[dev]'
	( echo '# Versions this release is tested with. Made by `make constraints` from pyproject.toml; names no package index.'; \
	  $(VENV)/resolve/bin/python -m pip freeze --exclude parvis --exclude pip --exclude setuptools ) > constraints.txt
	rm -rf $(VENV)/resolve

clean:
	rm -rf $(VENV) $(PEERS) $(NEXT) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
