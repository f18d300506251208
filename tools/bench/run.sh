#!/usr/bin/env bash
# Measures Vitrine and prints a table; figures as JSON go to bench-out/. docs/benchmarks.md explains the settings:
# TATE_DIR, BENCH_ROUNDS, BENCH_SECONDS, BENCH_CONNECTIONS, BENCH_PURCHASES, BENCH_LIGHTHOUSE, BENCH_DIR, PORT_OFFSET.
# BENCH_ONLY measures one part: starts, purchases, pages, data, overload, programs, or scale, cold and warm, which run only then.
set -euo pipefail
cd "$(dirname "$0")/../.."
case "${BENCH_ONLY:-}" in cold | warm | again) exec tools/bench/first.sh "$BENCH_ONLY" ;; esac
export CGO_ENABLED="${CGO_ENABLED:-0}" GOFLAGS="${GOFLAGS:--trimpath}"
[ -x .bin/onebox ] || { echo "Build first: make build" >&2; exit 1; }
mkdir -p bench-out
go build -o .bin/ ./services/{catalog/cmd/catalog,checkout/cmd/checkout,auth/cmd/auth,profiles/cmd/profiles,approvals/cmd/approvals} ./gateway/cmd/gateway
go build -o .bin/vitrine-bench ./tools/bench
.bin/vitrine-bench
[ ! -f .cache/test-seconds ] || echo "| the last make test | $(cat .cache/test-seconds) s |"
