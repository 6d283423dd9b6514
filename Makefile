# rollscope: see a DaemonSet rollout before you roll it out.
# `make` alone lists what there is. Versions of tools are pinned here and nowhere else.

GOLANGCI_LINT_VERSION := v2.15.0
GOFUMPT_VERSION       := v0.12.0
CONFTEST_VERSION      := v0.71.1
KUBE_SCORE_VERSION    := v1.20.0

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c

GO       ?= go
LISTEN   ?= 127.0.0.1:8080
FUZZTIME ?= 60s
SWEEP    ?= 20000
SWEEP_TIME ?= 30m

GOLANGCI_LINT := .tools/golangci-lint-$(GOLANGCI_LINT_VERSION)/golangci-lint
GOFUMPT       := .tools/gofumpt-$(GOFUMPT_VERSION)/gofumpt
CONFTEST      := .tools/conftest-$(CONFTEST_VERSION)/conftest
KUBE_SCORE    := .tools/kube-score-$(KUBE_SCORE_VERSION)/kube-score
LINT_CORPUS   ?= ../shared/corpus
GO_SOURCES    := $(wildcard *.go core internal policies tui wasm)
# Inlining only in what runs all the time: an eighth smaller for the browser.
# site/content/decisions/0010-sim-wasm-size.md has what it costs.
WASM_INLINE   := runtime internal/runtime/... internal/strconv slices sort
WASM_BUILD    := GOOS=js GOARCH=wasm CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w' \
                 -gcflags=all=-l $(WASM_INLINE:%=-gcflags=%=)

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: play
play: site ## the playground, on this machine (LISTEN=127.0.0.1:8080)
	dist/rollscope serve --listen $(LISTEN)

.PHONY: test
test: build site vet test-go test-wasm scenarios test-page test-edge ## everything that must hold: builds, vet, tests, scenarios, the page

.PHONY: check
check: fmt-check lint style test ## what a change must pass: format, lint, style, test

.PHONY: test-tui
test-tui: ## the terminal program: frames, and a run in a real terminal (tmux)
	$(GO) test ./tui/...
	$(GO) test ./internal/cli -run 'Terminal|Live' -v

.PHONY: build
build: dist/sim.wasm dist/full.wasm dist/policy.wasm ## the command into ./rollscope, wasm into dist
	CGO_ENABLED=0 $(GO) build $$(test -f internal/site/files/index.html && echo -tags site) -o rollscope .

.PHONY: site
site: site/generated/sim.wasm site/generated/full.wasm site/generated/wasm_exec.js site/generated/opening.json site/generated/lessons.json site/generated/policy.wasm site/generated/findings.json site/generated/rego.wasm.gz site/node_modules ## the page into site/dist
	npm run --prefix site --silent check
	npm run --prefix site --silent build -- --logLevel warn
	node site/tools/offline.mjs
	node site/tools/compress.mjs
	@rm -rf internal/site/files && cp -r site/dist internal/site/files
	CGO_ENABLED=0 $(GO) build -tags site -o dist/rollscope .

.PHONY: edge
edge: site site/generated/edge.wasm site/worker/node_modules ## what the Cloudflare Worker is made of; content/deploy.md tells the rest
	node site/worker/assets.mjs

.PHONY: test-edge
test-edge: build edge ## the Worker in real workerd, beside rollscope serve
	node site/worker/test/edge.mjs

.PHONY: test-browsers
test-browsers: site ## a walk through the page in Firefox and in WebKit
	.ci/install-browsers
	node site/test/browsers.mjs

.PHONY: bench-edge
bench-edge: build edge ## the Worker's cold start, and time and CPU for each route
	node site/worker/test/bench.mjs

.PHONY: bench-site
bench-site: site ## the page beside @ngrok/webernetes and the smallest Go program, in one browser
	@mkdir -p dist/hello && printf 'package main\n\nfunc main() { println("hello") }\n' > dist/hello/main.go
	GOOS=js GOARCH=wasm $(GO) build -trimpath -ldflags='-s -w' -o site/generated/hello.wasm dist/hello/main.go
	site/node_modules/.bin/vite build --config site/bench/vite.config.ts --outDir $(CURDIR)/dist/bench-site --emptyOutDir --logLevel warn
	cp -r site/dist dist/bench-site/site
	node site/tools/compress.mjs dist/bench-site
	node site/bench/bench.mjs dist/bench-site

.PHONY: shots
shots: site ## photographs of the page as visitors see it, into dist/shots
	node site/tools/shots.mjs dist/shots

.PHONY: scenarios
scenarios: build ## the scenario files, under five node orders
	./rollscope test testdata/scenarios --seeds 5

.PHONY: golden
golden: build ## rewrite expected output; read the diff as a reviewer
	UPDATE=1 $(GO) test ./core -run Days
	$(GO) run ./internal/rulebook go policies
	$(GO) run ./internal/rulebook pages site/content/rules
	$(GO) run ./internal/rulebook schema site/content/config.schema.json
	$(GO) test $$(grep -rl 'flag.Bool("update"' --include='*_test.go' core internal policies tui wasm | xargs -n1 dirname | sort -u | sed 's|^|./|') -update
	$(GO) run ./internal/gen/ts
	./rollscope test -update testdata/scenarios

.PHONY: bench
bench: ## time and memory, with growth ratios
	ROLLSCOPE_BENCH=1 $(GO) test ./core -run '^TestGrowth$$' -count=1 -v -timeout 30m
	$(GO) test -run '^$$' -bench . -benchmem ./core/... ./policies ./tui ./wasm/protocol

.PHONY: size
size: build edge ## what the browser downloads and the Worker uploads, against the budgets
	$(GO) run ./internal/size dist/sim.wasm=./wasm/sim dist/full.wasm=./wasm/full dist/policy.wasm; status=$$?; node site/worker/upload.mjs && exit $$status

.PHONY: sweep
sweep: ## lead SWEEP (20000) random clusters through random days, SWEEP_TIME (30m) at most
	ROLLSCOPE_SWEEP=$(SWEEP) ROLLSCOPE_SWEEP_TIME=$(SWEEP_TIME) $(GO) test ./core -run '^TestSweep$$' -count=1 -v -timeout 60m

.PHONY: oracle
oracle: ## build the real Kubernetes code and record its answers anew (testdata/oracle; minutes when cold)
	testdata/oracle/run -run Record

.PHONY: sweep-real
sweep-real: ## random scenarios through the real controller and through ours; differences go to dist/differences
	testdata/oracle/run -c -o $(CURDIR)/dist/recorder
	ROLLSCOPE_RECORDER=$(CURDIR)/dist/recorder $(GO) test ./core -run SweepAgainstTheReal -count=1 -v

.PHONY: bench-real
bench-real: ## the same rollouts through the real controller and through ours, with the ratio; writes the fidelity page
	ROLLSCOPE_BENCH=$(CURDIR)/dist/bench-real.json KEEP=1 testdata/oracle/run -run BenchReal -v
	ROLLSCOPE_BENCH=$(CURDIR)/dist/bench-real.json $(GO) test ./core -run BesideTheReal -count=1 -v
	UPDATE=1 $(GO) test ./internal/fidelity -count=1

.PHONY: fidelity
fidelity: ## replay the recordings of the real code, count, rewrite the fidelity page
	UPDATE=1 $(GO) test ./core/... -run Oracle -count=1
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

.PHONY: lint-corpus
lint-corpus: ## how often each rule of rollscope lint hits ../shared/corpus
	$(GO) run ./internal/rulebook corpus ../shared/corpus

.PHONY: bench-lint
bench-lint: build $(CONFTEST) $(KUBE_SCORE) ## rollscope lint beside kube-score and conftest, on ../shared/corpus and on 50 copies of it
	$(GO) run ./internal/lintbench $(LINT_CORPUS) "rollscope=./rollscope lint --format json {}" \
		"kube-score=$(KUBE_SCORE) score -o json {}" "conftest=$(CONFTEST) test -p policies -o json {}"

.PHONY: test-conftest
test-conftest: $(CONFTEST) ## the rules under the real conftest find what rollscope finds
	ROLLSCOPE_CONFTEST=$(CURDIR)/$(CONFTEST) $(GO) test ./internal/rulebook -run Conftest -count=1 -v

.PHONY: tools
tools: $(GOLANGCI_LINT) $(GOFUMPT) ## install the pinned tools into .tools

.PHONY: clean
clean: ## remove what was built
	rm -rf dist rollscope site/dist site/generated internal/site/files

# The parts of test and check, each of which can be run alone.
.PHONY: vet test-go test-wasm test-page fmt-check
vet:
	$(GO) vet ./...

test-go:
	$(GO) test ./...

test-wasm:
	.ci/test-wasm ./core/... ./wasm/manifests/... ./wasm/protocol/...

test-page: site
	.ci/install-browser
	node site/test/conversations.mjs
	node site/test/page.mjs

fmt-check: $(GOFUMPT)
	@unformatted=$$($(GOFUMPT) -l $(GO_SOURCES)); \
	if [ -n "$$unformatted" ]; then echo "not formatted, run make fmt:"; echo "$$unformatted"; exit 1; fi

# Always asked for: the go command knows best whether something changed.
.PHONY: dist/sim.wasm dist/full.wasm dist/policy.wasm site/generated/sim.wasm site/generated/full.wasm site/generated/policy.wasm site/generated/edge.wasm
dist/sim.wasm:
	@mkdir -p dist
	$(WASM_BUILD) -o $@ ./wasm/sim

dist/full.wasm:
	@mkdir -p dist
	$(WASM_BUILD) -o $@ ./wasm/full
	$(GO) run ./internal/wasmpack $@

dist/policy.wasm:
	@mkdir -p dist
	$(GO) run ./internal/rulebook wasm $@

site/generated/sim.wasm site/generated/full.wasm: site/generated/%.wasm: dist/%.wasm
	@mkdir -p site/generated
	cp $< $@

site/generated/policy.wasm: dist/policy.wasm
	@mkdir -p site/generated
	cp dist/policy.wasm dist/rules.json site/generated/

# What the rules find in the manifest that the page opens with.
site/generated/findings.json: site/tools/findings.mjs site/src/sample.txtar site/generated/full.wasm site/generated/policy.wasm site/generated/wasm_exec.js
	node site/tools/findings.mjs

# OPA for rules of one's own. Half a minute when nothing is built yet, and so only when it changes.
site/generated/rego.wasm.gz: $(shell find policies wasm/rego core/api -name '*.go' -o -name '*.rego') go.sum
	@mkdir -p dist site/generated
	GOOS=js GOARCH=wasm CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w' -o dist/rego.wasm ./wasm/rego
	$(GO) run ./internal/wasmpack dist/rego.wasm
	gzip -9 -n -c dist/rego.wasm > $@

# The older garbage collector is 10 KiB smaller in the upload, which has no more room than that.
site/generated/edge.wasm: dist/policy.wasm
	@mkdir -p site/generated
	GOEXPERIMENT=nogreenteagc GOOS=js GOARCH=wasm CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w' -gcflags=all=-l -o $@ ./wasm/edge
	$(GO) run ./internal/wasmpack $@
	cp dist/policy.wasm dist/rules.json site/generated/

site/worker/node_modules: site/worker/package.json site/worker/package-lock.json
	npm ci --prefix site/worker --no-audit --no-fund --ignore-scripts
	@touch $@

site/generated/lessons.json: $(wildcard testdata/scenarios/*/*.txtar) $(wildcard core/scenario/lesson/*.go internal/lessons/*.go)
	@mkdir -p site/generated
	$(GO) run ./internal/lessons testdata/scenarios > $@

# The first picture of the page, drawn before any wasm has arrived.
site/generated/opening.json: site/tools/opening.mjs site/src/sample.txtar site/generated/sim.wasm site/generated/wasm_exec.js
	node site/tools/opening.mjs

site/generated/wasm_exec.js: $(shell $(GO) env GOROOT)/lib/wasm/wasm_exec.js
	@mkdir -p site/generated
	cp $< $@

site/node_modules: site/package.json site/package-lock.json
	npm ci --prefix site --no-audit --no-fund
	@touch $@

$(GOLANGCI_LINT):
	GOBIN=$(CURDIR)/$(@D) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT_VERSION)

$(GOFUMPT):
	GOBIN=$(CURDIR)/$(@D) $(GO) install mvdan.cc/gofumpt@$(GOFUMPT_VERSION)

$(CONFTEST):
	GOBIN=$(CURDIR)/$(@D) $(GO) install github.com/open-policy-agent/conftest@$(CONFTEST_VERSION)

$(KUBE_SCORE):
	GOBIN=$(CURDIR)/$(@D) $(GO) install github.com/zegl/kube-score/cmd/kube-score@$(KUBE_SCORE_VERSION)
