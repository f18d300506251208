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
# What takes too long for each run: of a first start, as BENCH_ONLY=cold measures it, and of the tests, the last figures.
for start in cold warm again; do
  if [ -f ".cache/first-$start" ]; then cat ".cache/first-$start"; else echo "| $start: not measured yet | BENCH_ONLY=$start make bench |"; fi
done
if [ -f .cache/test-seconds ]; then echo "| the last make test, $(date -r .cache/test-seconds +%F) | $(cat .cache/test-seconds) s |"; else echo "| make test | not measured yet |"; fi
