# Vitrine. `make up` runs everything, `make test` tests it.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

ROOT := $(CURDIR)
BIN := $(ROOT)/.bin
STAMP := $(ROOT)/.cache
# Tests of modules don't get this clone's folders in PATH: Go would not reuse the results of another clone. A make inside make keeps the first PATH.
export PLAIN_PATH ?= $(PATH)
PLAIN_PATH := $(PLAIN_PATH)
export PATH := $(BIN):$(ROOT)/proto/node_modules/.bin:$(PATH)
# Static binaries without a C compiler; go-ethereum then uses its pure Go curve.
export CGO_ENABLED ?= 0
# Without paths of this folder in what is compiled, another clone can use the cache.
export GOFLAGS ?= -trimpath
export NEXT_TELEMETRY_DISABLED := 1

SERVICES := auth profiles catalog checkout chainwatcher approvals
MODULES := kit kit/blob proto/gen contracts $(addprefix services/,$(SERVICES)) gateway deploy/onebox deploy/compose deploy/kubernetes tools/bench tools/stress tools/export
NPM := npm --no-audit --no-fund --no-update-notifier --loglevel=error
# Without DWARF (-ldflags=-w), which only debuggers read, linking takes 40 percent less.
# After the tests, failed.mjs prints how to run only those that failed.
GOTEST = go run gotest.tools/gotestsum@v1.13.0 --format pkgname --format-hide-empty-pkg --jsonfile $(STAMP)/$@.jsonl \
	--post-run-command "node deploy/onebox/failed.mjs $(SHORT)"
GOTESTFLAGS := -vet=off -ldflags=-w
# All packages share a Postgres server.
SHARE := go run -ldflags=-w ./kit/testkit/share
# `make test` leaves out long tests; `make test-all` runs them too.
SHORT ?= -short
# Tests keep their databases in memory where 8 GiB are free: on a disk, creating the database of a test takes up to a second, in memory 40 ms.
# What the compiler writes stays on the disk.
IN_MEMORY := $(shell free=$$(df --output=avail --block-size=1G /dev/shm 2>/dev/null | tail -1); if [ "$${free:-0}" -ge 8 ]; then echo "TMPDIR=/dev/shm GOTMPDIR=$${TMPDIR:-/tmp}"; fi)
# Results are kept like Go's. Tests that draw by chance draw again in `make test-all`.
PASSED = $(if $(SHORT),,AGAIN=true )deploy/onebox/passed.sh
# What verify checks beside generated code.
CHECKS := verify-proto verify-go verify-content verify-render verify-frontend verify-words verify-spec
# Runs two targets side by side to their ends, whatever fails in them (-k), then fails if one of them did. Go's tests wait a part of their time; checks
# and builds use the processor meanwhile. Not with --jobs: a process that a killed test left behind would hold make's jobserver. A shell ignores
# Ctrl-C for what it runs in the background, so it is passed on.
lanes = $(MAKE) -k $(1) & first=$$!; $(MAKE) -k $(2) & second=$$!; trap "kill $$first $$second 2>/dev/null || true" INT TERM; \
	status=0; wait $$first || status=$$?; wait $$second || status=$$?; exit $$status
say = @printf '\033[1m%s  %s\033[0m\n' "$$(date +%T)" "$(1)"

##@ Run
.PHONY: up
up: build ## Build and start everything in the foreground; Ctrl-C stops it
	@exec $(BIN)/onebox

.PHONY: up-split
up-split: build ## As `make up`, with each service, the gateway and the site as two processes
	@SPLIT=true exec $(BIN)/onebox

.PHONY: build
build: ## Build everything that `make up` starts
	@deploy/onebox/build.sh

# The site's part is `site`: make watch SERVICE=site
SERVICE ?=
.PHONY: watch
watch: ## Run one service of the running gallery from its source, again after each edit: make watch SERVICE=checkout
	@[ -n "$(SERVICE)" ] || { echo "Name a service, gateway or site: make watch SERVICE=checkout" >&2; exit 1; }
	@[ -x $(BIN)/onebox ] || { echo "Start the gallery first, in another terminal: make up" >&2; exit 1; }
	@exec $(BIN)/onebox watch $(SERVICE)

# Of the running gallery: make export EXPORT_URL=http://localhost:8380 EXPORT_DIR=/tmp/copy
EXPORT_URL ?= http://localhost:$(shell echo $$(( 8080 + $${PORT_OFFSET:-0} )))
EXPORT_DIR ?= export
.PHONY: export
export: ## Write a copy of the running gallery to export/, which opens from disk without a server
	@go build -o $(BIN)/vitrine-export ./tools/export
	@mkdir -p $(STAMP); $(BIN)/onebox ownership > $(STAMP)/ownership.json
	@$(BIN)/vitrine-export --ownership $(STAMP)/ownership.json $(EXPORT_URL) $(EXPORT_DIR)

##@ Test
.PHONY: test
# The site's build is the longest way through the tests.
test test-all: NPM_FIRST := frontend
test: test-deps ## What a change must pass; docs/testing/README.md says what it proves
	@date +%s > $(STAMP)/test-began
	@$(call lanes,test-go,test-beside)
	@$(MAKE) test-e2e
	@echo $$(( $$(date +%s) - $$(cat $(STAMP)/test-began) )) > $(STAMP)/test-seconds
	$(call say,All tests passed after $$(cat $(STAMP)/test-seconds) s.)

.PHONY: test-all
test-all: test-deps ## Everything: also long tests, generators, builds of each module alone and the race detector
	@export SHORT=; $(call lanes,test-go,test-beside)
	@$(MAKE) verify-gen-again verify-go-alone verify-client verify-release test-fuzz test-kubernetes
	@[ -n "$$FIREFOX" ] || deploy/onebox/test-deps.sh firefox-esr
	@$(MAKE) SHORT= test-e2e
	@$(MAKE) test-peers
	@$(MAKE) test-race
	$(call say,All tests passed.)

.PHONY: test-go
test-go: test-modules test-system test-stress test-render test-contracts test-content

.PHONY: test-beside
test-beside: verify-gen $(STAMP)/frontend.npm build test-frontend $(CHECKS)

.PHONY: test-deps
test-deps: ## Install what the tests need, apart from the site's packages
	@deploy/onebox/test-deps.sh
	@$(MAKE) -j3 $(addprefix $(STAMP)/,$(addsuffix .npm,$(NPM_FIRST) render contracts content proto onebox))
	@$(MAKE) render-built

# Runs the tests that differ from BASE, by default the branch point from main: make test-changed BASE=HEAD~3
.PHONY: test-changed
test-changed: test-deps $(STAMP)/frontend.npm live ## Run what the changes since main touch
	@GO_TEST='$(IN_MEMORY) $(SHARE) $(GOTEST)' node deploy/onebox/test-changed.mjs

# Pages of live works, which Go tests import. It writes only what has changed.
.PHONY: live
live:
	@node content/tools/live.mjs

# The services' tests call it.
.PHONY: render-built
render-built: $(STAMP)/render.npm
	@$(NPM) --prefix render run --silent build

.PHONY: test-modules
test-modules: $(STAMP)/onebox.npm render-built live ## Go unit, integration and acceptance tests, on real Postgres, NATS and a chain
	$(call say,Go tests)
	@# Tests wait for timers and other processes a third of their time.
	PATH="$(PLAIN_PATH)" $(IN_MEMORY) $(SHARE) $(GOTEST) --packages="$(addprefix ./,$(addsuffix /...,$(filter-out deploy/% tools/bench tools/stress,$(MODULES))))" -- $(SHORT) -p $$(( 2 * $$(nproc) )) -timeout 25m $(GOTESTFLAGS)

.PHONY: test-system
test-system: $(STAMP)/onebox.npm render-built live ## Go tests of whole systems: onebox, compose and Kubernetes
	$(call say,Go tests of whole systems)
	@# These read files and run programs that Go's test cache doesn't track.
	$(IN_MEMORY) $(GOTEST) --packages="./deploy/onebox/... ./deploy/compose/... ./deploy/kubernetes/... ./tools/bench ./tools/stress" -- $(SHORT) -timeout 45m -count=1 $(GOTESTFLAGS) -skip '^Test(Long)?Stress$$'

.PHONY: test-stress
test-stress: $(STAMP)/onebox.npm render-built live ## The stress test with small numbers, alone: on a busy machine a full service refuses requests, as it should
	$(call say,Stress test)
	$(IN_MEMORY) $(GOTEST) --packages=./tools/stress -- $(SHORT) -timeout 45m -count=1 $(GOTESTFLAGS) -run '^Test(Long)?Stress$$'

.PHONY: test-kubernetes
test-kubernetes: ## Apply all manifests and the Helm chart to a real API server; the first run builds it for twenty minutes
	$(call say,Kubernetes)
	cd deploy/kubernetes && bin=$$(./server.sh) && KUBERNETES_BIN=$$bin go test -count=1 -timeout 25m $(GOTESTFLAGS) -run '^TestCluster$$' .

# Without the detector in the broker and in an example of an identity provider, which run in the processes of tests: their races aren't ours.
RACE := CGO_ENABLED=1 GOFLAGS="$(GOFLAGS) -gcflags=github.com/nats-io/nats-server/v2/...=-race=false -gcflags=github.com/zitadel/oidc/v3/example/...=-race=false"
.PHONY: test-race
test-race: $(STAMP)/onebox.npm render-built live ## The race detector over every Go module; needs a C compiler
	$(call say,Race detector)
	$(RACE) $(IN_MEMORY) $(SHARE) $(GOTEST) --packages="$(addprefix ./,$(addsuffix /...,$(filter-out deploy/%,$(MODULES))))" -- -race -short -timeout 60m -vet=off
	@# One package after the other: a whole system in one process needs both cores to itself.
	$(RACE) $(IN_MEMORY) $(GOTEST) --packages="./deploy/onebox/... ./deploy/compose/... ./deploy/kubernetes/..." -- -race -short -p 1 -count=1 -timeout 60m -vet=off

# Fuzz tests have a build tag: each opens its folder in testdata, after which Go reuses no result of the package in another clone.
.PHONY: test-fuzz
test-fuzz: ## Fuzz each parser of untrusted text for 20 s
	$(call say,Fuzzing)
	cd kit && go test -tags fuzz -run '^$$' -fuzz '^FuzzClean$$' -fuzztime 20s ./oneline
	cd gateway && go test -tags fuzz -run '^$$' -fuzz '^FuzzParse$$' -fuzztime 20s ./internal/ethrpc
	cd services/catalog && go test -tags fuzz -run '^$$' -fuzz '^FuzzLimits$$' -fuzztime 20s ./internal/graph
	cd services/auth && go test -tags fuzz -run '^$$' -fuzz '^FuzzParseSiwe$$' -fuzztime 20s ./internal/wallet
	cd services/auth && go test -tags fuzz -run '^$$' -fuzz '^FuzzSafeRedirect$$' -fuzztime 20s ./internal/login

.PHONY: test-contracts
test-contracts: $(STAMP)/contracts.npm ## Contract tests with fuzzing and invariants, in `make test` with a quarter of the runs
	$(call say,Contract tests)
	$(if $(SHORT),FOUNDRY_FUZZ_RUNS=256 FOUNDRY_INVARIANT_RUNS=32 )$(PASSED) contracts $(MAKE) -C contracts test-sol

.PHONY: test-content
test-content: $(STAMP)/content.npm ## The check that live works draw the same twice, and a work that doesn't
	$(call say,Content tools)
	$(if $(SHORT),,LONG=true )$(PASSED) content $(NPM) --prefix content/tools test

.PHONY: test-render
test-render: $(STAMP)/render.npm ## Tests of render: pictures, pages, hostile files
	$(call say,Render)
	$(PASSED) render $(NPM) --prefix render run test$(if $(SHORT),,:all)

.PHONY: test-frontend
test-frontend: $(STAMP)/frontend.npm ## Frontend unit tests
	$(call say,Frontend unit tests)
	$(NPM) --prefix frontend test

.PHONY: test-e2e
test-e2e: $(STAMP)/frontend.npm build ## Browser tests against the running system
	$(call say,Browser journeys)
	$(if $(SHORT),,go build -ldflags=-w -o $(BIN)/ ./services/chainwatcher/cmd/vitrine-verify)
	$(IN_MEMORY) $(if $(SHORT),,E2E_ALL=true) $(NPM) --prefix frontend run e2e -- $(if $(SHORT),--grep-invert @all)

# PEERS=geth,mailpit names the only ones, SKIP=hydra those to leave out. WRITE=true writes the results into docs/testing/peers.md.
.PHONY: test-peers
test-peers: $(STAMP)/frontend.npm build ## The gallery with programs and libraries that others wrote, built once: make test-peers PEERS=geth,mailpit
	$(call say,Peers)
	$(IN_MEMORY) node tools/peers/run.mjs $(if $(WRITE),--write)

.PHONY: verify
verify: verify-gen $(CHECKS) ## Check generated code, contracts, linters, types

.PHONY: verify-gen
verify-gen:
	@node deploy/onebox/generated.mjs

.PHONY: verify-gen-again
verify-gen-again: gen
	@changed=$$(git status --porcelain -- proto/gen kit/gen contracts/abi contracts/bindings services/catalog/internal/graph "services/*/internal/postgres/db/*" frontend/src/gen render/src/gen "services/*/README.md" gateway/README.md render/README.md docs/api/README.md docs/operating/security.md docs/testing/asvs.md deploy/kubernetes/components gen.sum); \
	if [ -n "$$changed" ]; then echo "generated code is stale, commit what 'make gen' wrote:"; echo "$$changed"; exit 1; fi

.PHONY: verify-proto
verify-proto: $(STAMP)/proto.npm
	$(call say,Protos)
	buf lint
	@mkdir -p $(STAMP)
	buf build -o $(STAMP)/proto.binpb
	buf breaking $(STAMP)/proto.binpb --against proto/baseline.binpb

.PHONY: verify-go
verify-go: $(STAMP)/golangci-lint
	$(call say,Go: imports of each module; linters)
	@# The workspace would hide an import that a module doesn't require.
	@for m in $(MODULES); do (cd $$m && GOWORK=off go list -test -deps ./... > /dev/null) || exit 1; done
	@# All modules at once: alone, each would analyze the packages that they share again. The linters include vet.
	golangci-lint run $(addprefix ./,$(addsuffix /...,$(filter-out proto/gen,$(MODULES))))

.PHONY: verify-go-alone
verify-go-alone:
	$(call say,Go: each module alone)
	@# Without the workspace, as the images are built.
	@for m in $(MODULES); do echo "  $$m"; (cd $$m && GOWORK=off go build ./...) || exit 1; done

.PHONY: verify-client
verify-client:
	$(call say,A Go client of the OpenAPI document)
	proto/client.sh

.PHONY: verify-content
verify-content: $(STAMP)/content.npm
	$(call say,Live works: pages and proofs)
	$(NPM) --prefix content/tools run verify

.PHONY: verify-render
verify-render: $(STAMP)/render.npm
	$(call say,Render: format; lint; types)
	$(NPM) --prefix render run lint
	$(NPM) --prefix render run typecheck

.PHONY: verify-frontend
verify-frontend: $(STAMP)/frontend.npm
	$(call say,Frontend: format; lint; types)
	$(NPM) --prefix frontend run lint
	$(NPM) --prefix frontend run typecheck

.PHONY: verify-spec
verify-spec:
	$(call say,Versions and changelogs; the specification and ASVS with their tests)
	node deploy/supply/release.mjs check
	node docs/check-spec.mjs
	node docs/check-asvs.mjs
	node docs/check-tests.mjs
	node docs/check-peers.mjs

.PHONY: verify-release
verify-release: $(STAMP)/proto.npm
	$(call say,Changelogs and stops against the last release)
	node deploy/supply/release.mjs verify

.PHONY: verify-words
verify-words:
	$(call say,Words)
	node docs/words/check.mjs

.PHONY: stress
stress: $(STAMP)/onebox.npm render-built ## Inject faults into a running fleet, then check that nothing was lost or duplicated; resumable
	go run ./tools/stress

.PHONY: drill
drill: $(STAMP)/onebox.npm render-built ## Restore the database server of a fleet from backup and archive, to the end, to a point in time, and with lost orders
	@rm -f $(STAMP)/drill.jsonl
	go run ./tools/stress -only restore,restore-time,restore-lost -shoppers 6 -state $(STAMP)/drill.jsonl

# Of the release that release.json names as the last, or of any commit: make former FORMER=v1.2.0
FORMER ?=
.PHONY: former
former: $(STAMP)/onebox.npm $(STAMP)/proto.npm ## Run each service beside its build of the release before, while people buy
	@FORMER="$(FORMER)" tools/stress/former.sh

.PHONY: bench
bench: build $(STAMP)/tools.npm ## Measure speed and size; figures go to bench-out/
	@tools/bench/run.sh

# Edit what it wrote into changelogs, and run it again until it finds nothing. OUT gets the programs' checksums, bills of materials, images, notes.
OUT ?= release
.PHONY: release
release: $(STAMP)/proto.npm ## Compare with the last release, complete changelogs, and write what a release publishes to release/
	node deploy/supply/release.mjs
	@deploy/supply/release.sh "$(OUT)"

.PHONY: sbom
sbom: ## Write a CycloneDX bill of materials for each program to sbom/
	@deploy/supply/sbom.sh sbom

.PHONY: vulnerabilities
vulnerabilities: ## Check modules and packages for known vulnerabilities (needs vuln.go.dev and the npm registry)
	@deploy/supply/vulnerabilities.sh

##@ Write
.PHONY: gen
gen: tools $(STAMP)/proto.npm $(STAMP)/contracts.npm $(STAMP)/tools.npm $(STAMP)/render.npm ## Regenerate everything that is generated
	$(call say,Generating)
	@$(MAKE) --no-print-directory gen-proto
	$(MAKE) -C contracts gen
	cd services/catalog && go generate ./...
	@$(MAKE) --no-print-directory gen-sql
	$(NPM) --prefix frontend/tools run gen
	cd deploy/onebox && go test -count=1 -run '^(TestSettingsTables|TestKnownSettings)$$' . -write
	node docs/check-asvs.mjs --write
	cd deploy/kubernetes && go run ./generate manifests
	@node deploy/onebox/generated.mjs --write

.PHONY: chart
chart: ## Write the Helm chart to .cache/chart/
	@rm -rf $(STAMP)/chart
	cd deploy/kubernetes && go run ./generate chart $(STAMP)/chart

.PHONY: gen-proto
gen-proto: tools $(STAMP)/proto.npm ## Regenerate what comes from the protos only, with the tables of RPCs and reasons in the docs
	rm -rf $(STAMP)/openapi
	buf generate --path proto/vitrine
	buf generate --template buf.gen.site.yaml
	buf generate --template buf.gen.render.yaml
	buf build -o $(STAMP)/proto.binpb
	go run ./gateway/internal/rest/describe
	node proto/rest-types.mjs
	node proto/rest-schemas.mjs
	cd gateway && go test -count=1 -run '^TestContractTables$$' . -write

.PHONY: gen-sql
gen-sql: tools ## Regenerate the Go code of SQL queries only
	@for s in $(SERVICES); do if [ -f services/$$s/sqlc.yaml ]; then (cd services/$$s && rm -rf internal/postgres/db && sqlc generate) || exit 1; fi; done

NAME ?=
.PHONY: new-rpc
new-rpc: ## Write an RPC, its handler and its test: make new-rpc SERVICE=checkout IN=CheckoutService NAME=AddNote HTTP='POST /api/checkouts/{id}/notes'
	@node proto/new.mjs rpc "$(SERVICE)" "$(IN)" "$(NAME)" "$(or $(HTTP),$(CALLERS))"

.PHONY: new-event
new-event: ## Write an event: make new-event SERVICE=checkout NAME=NoteAdded
	@node proto/new.mjs event "$(SERVICE)" "$(NAME)"

.PHONY: new-migration
new-migration: ## Write a migration: make new-migration SERVICE=checkout NAME=add_notes
	@node proto/new.mjs migration "$(SERVICE)" "$(NAME)"

.PHONY: lint
lint: verify-go verify-frontend ## Linters only

.PHONY: tidy
tidy: ## Tidy every module and keep their versions equal
	@for m in $(MODULES); do (cd $$m && GOWORK=off go mod tidy) || exit 1; done
	go work sync
	$(NPM) --prefix frontend run format

.PHONY: proto-baseline
proto-baseline: $(STAMP)/proto.npm ## Accept the current protos as the baseline of buf breaking
	buf build -o proto/baseline.binpb

.PHONY: help
help: ## Show this list
	@awk 'BEGIN{FS=":.*## "} /^##@/{printf "\n%s\n",substr($$0,5)} /^[a-z0-9-]+:.*## /{printf "  %-16s %s\n",$$1,$$2}' $(MAKEFILE_LIST)

# ---- tools, pinned ----
.PHONY: tools
tools: $(STAMP)/tools
$(STAMP)/tools: deploy/onebox/tools.sh
	@mkdir -p $(STAMP) $(BIN); deploy/onebox/tools.sh; touch $@
$(STAMP)/golangci-lint: deploy/onebox/tools.sh
	@mkdir -p $(STAMP) $(BIN); deploy/onebox/tools.sh golangci-lint; touch $@

$(STAMP)/%.npm:
	@mkdir -p $(STAMP)
$(STAMP)/onebox.npm: deploy/onebox/package-lock.json
	@mkdir -p $(STAMP); $(NPM) --prefix deploy/onebox ci; touch $@
$(STAMP)/frontend.npm: frontend/package-lock.json
	@mkdir -p $(STAMP); $(NPM) --prefix frontend ci; touch $@
$(STAMP)/tools.npm: frontend/tools/package-lock.json
	@mkdir -p $(STAMP); $(NPM) --prefix frontend/tools ci; touch $@
$(STAMP)/proto.npm: proto/package-lock.json
	@mkdir -p $(STAMP); $(NPM) --prefix proto ci; touch $@
$(STAMP)/content.npm: content/tools/package-lock.json
	@mkdir -p $(STAMP); $(NPM) --prefix content/tools ci; touch $@
$(STAMP)/render.npm: render/package-lock.json
	@mkdir -p $(STAMP); $(NPM) --prefix render ci; touch $@
$(STAMP)/contracts.npm: contracts/package-lock.json
	@mkdir -p $(STAMP); $(NPM) --prefix contracts ci; touch $@
