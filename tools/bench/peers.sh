#!/usr/bin/env bash
# Serves Vitrine to a peer harness: a catalog on the peers' Postgres, holding the same works under the same ids, and a gateway
# before it. Totals are counted anew for each request and callers are not limited. Ctrl-C stops both; the database stays.
#   PEERS_DATABASE_URL   a new database on the Postgres server that the peers use
#   TATE_DIR             folder with tate-artists.csv.gz and tate-artworks.csv.gz
#   NATS_URL             a broker without users, for example the stand-ins' (go run ./deploy/onebox/standins/cmd/standins)
#   REDIS_URL            a Redis, where the gateway counts requests; without it the gateway counts by itself
#   PEERS_PORT           port of the catalog, 21150 unless set; the gateway has the next one. No other port is used.
# Then: let the harness read peers/servers.json ("vitrine" is the gateway, "vitrine-catalog" the service alone).
set -euo pipefail
cd "$(dirname "$0")/../.."
: "${PEERS_DATABASE_URL:?}" "${TATE_DIR:?}" "${NATS_URL:?}"
catalog_port=${PEERS_PORT:-21150} gateway_port=$((${PEERS_PORT:-21150} + 1))
export CGO_ENABLED="${CGO_ENABLED:-0}"
go build -o .bin/ ./services/catalog/cmd/catalog ./gateway/cmd/gateway
work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait || true; rm -rf "$work"' EXIT
random() { head -c 32 /dev/urandom | base64; }
export PUBLIC_KEYS_FILE="$work/public-keys.json"
catalog_key=$(.bin/catalog key new "$PUBLIC_KEYS_FILE") gateway_key=$(.bin/gateway key new "$PUBLIC_KEYS_FILE")
export DATABASE_URL="$PEERS_DATABASE_URL" NATS_URL REDIS_URL="${REDIS_URL:-}" LINK_KEY="$(random)" SITE_KEY="$(random)" MEDIA_DIR="$work/media" LOG_LEVEL=warn
export "${catalog_key?}"
.bin/catalog migrate
# Nothing else is in this database, so the source's ids can be ours.
.bin/catalog import-csv --artists "$TATE_DIR/tate-artists.csv.gz" --artworks "$TATE_DIR/tate-artworks.csv.gz" --source tate --id-base 0
ADDR=127.0.0.1:$catalog_port COUNT_AGE=0s GRAPHQL_CACHE=0 RENDITION_WORKERS=0 .bin/catalog & pids+=($!)
ADDR=127.0.0.1:$gateway_port CATALOG_URL=http://127.0.0.1:$catalog_port REQUESTS_PER_MINUTE=1000000000 PUBLIC_URL=http://localhost:$gateway_port \
  ETH_RPC_URLS=31337=http://127.0.0.1:8545 ART_ADDR= env "$gateway_key" .bin/gateway & pids+=($!)
echo "Vitrine is on 127.0.0.1:$gateway_port, its catalog alone on 127.0.0.1:$catalog_port. Ctrl-C stops both."
wait -n
