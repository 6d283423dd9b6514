# rollscope: see a DaemonSet rollout before you roll it out.
# `make` alone lists what there is. Versions of tools are pinned here and nowhere else.

GOLANGCI_LINT_VERSION := v2.15.0
GOFUMPT_VERSION       := v0.12.0

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c

GO           ?= go
FUZZTIME     ?= 60s
SWEEP        ?= 2000
GOLANGCI_LINT := .tools/golangci-lint-$(GOLANGCI_LINT_VERSION)/golangci-lint
GOFUMPT       := .tools/gofumpt-$(GOFUMPT_VERSION)/gofumpt
GO_SOURCES    := $(wildcard *.go core internal policies tui wasm)
WASM_BUILD    := GOOS=js GOARCH=wasm CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w'

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: test
test: build vet test-go test-wasm scenarios ## everything that must hold: builds, vet, tests, scenarios

.PHONY: check
check: fmt-check lint style test ## what a change must pass: format, lint, style, test

.PHONY: build
build: dist/sim.wasm ## the command into ./rollscope, the simulator into dist/sim.wasm
	$(GO) build -o rollscope .

.PHONY: scenarios
scenarios: build ## the scenario files, under five node orders
	./rollscope test testdata/scenarios --seeds 5

.PHONY: golden
golden: build ## rewrite expected output; read the diff as a reviewer
	UPDATE=1 $(GO) test ./core -run Days
	$(GO) test $$(grep -rl 'flag.Bool("update"' --include='*_test.go' core internal policies wasm | xargs -n1 dirname | sort -u | sed 's|^|./|') -update
	./rollscope test -update testdata/scenarios

.PHONY: bench
bench: ## time and memory, with growth ratios
	$(GO) test -run '^$$' -bench . -benchmem ./core/...

.PHONY: size
size: dist/sim.wasm ## what the browser downloads, against the budget
	$(GO) run ./internal/size dist/sim.wasm=./wasm/sim

.PHONY: sweep
sweep: ## lead SWEEP (2000) random clusters through a random day and check what must hold
	ROLLSCOPE_SWEEP=$(SWEEP) $(GO) test ./core -run '^TestSweep$$' -count=1 -v -timeout 60m

.PHONY: fidelity
fidelity: ## replay the recordings of the real code, count, rewrite the fidelity page
	UPDATE=1 $(GO) test ./core/... -run Oracle -count=1 -v | grep -E ' agree, |^(FAIL|---  *FAIL)' || true
	$(GO) test ./core/... -run Oracle
	UPDATE=1 $(GO) test ./internal/fidelity -count=1

.PHONY: fuzz
fuzz: ## every fuzz target for FUZZTIME (60s)
	.ci/fuzz $(FUZZTIME)

.PHONY: fmt
fmt: $(GOFUMPT) ## format the Go code
	$(GOFUMPT) -w $(GO_SOURCES)

.PHONY: lint
lint: $(GOLANGCI_LINT) ## golangci-lint
	$(GOLANGCI_LINT) run ./...

.PHONY: style
style: ## imports, sizes, names and bans, each with its reason
	$(GO) test ./internal/style

.PHONY: tools
tools: $(GOLANGCI_LINT) $(GOFUMPT) ## install the pinned tools into .tools

.PHONY: clean
clean: ## remove what was built
	rm -rf dist rollscope

# The parts of test and check, each of which can be run alone.
.PHONY: vet test-go test-wasm fmt-check
vet:
	$(GO) vet ./...

test-go:
	$(GO) test ./...

test-wasm:
	.ci/test-wasm ./core/...

fmt-check: $(GOFUMPT)
	@unformatted=$$($(GOFUMPT) -l $(GO_SOURCES)); \
	if [ -n "$$unformatted" ]; then echo "not formatted, run make fmt:"; echo "$$unformatted"; exit 1; fi

# Always asked for: the go command knows best whether something changed.
.PHONY: dist/sim.wasm
dist/sim.wasm:
	@mkdir -p dist
	$(WASM_BUILD) -o $@ ./wasm/sim

$(GOLANGCI_LINT):
	GOBIN=$(CURDIR)/$(@D) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT_VERSION)

$(GOFUMPT):
	GOBIN=$(CURDIR)/$(@D) $(GO) install mvdan.cc/gofumpt@$(GOFUMPT_VERSION)
