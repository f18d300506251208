#!/usr/bin/env bash
# Measures a first start of the last commit, in a separate clone: how long `make build` takes, how long until the gallery opens, and how long until
# the machine is quiet, which means that less than a fifth of one processor is used for ten seconds; an idle gallery uses an eighth. BENCH_ONLY=cold
# begins with empty caches, also of downloaded modules and packages; BENCH_ONLY=warm uses this user's, and BENCH_ONLY=again also uses the site that an
# earlier build kept. Nothing else should run. The rows are kept in .cache, and every `make bench` prints the last ones.
set -euo pipefail
cd "$(dirname "$0")/../.."
kept="$PWD/.cache/first-$1"
mkdir -p .cache
row() { echo "$1" | tee -a "$dir/rows"; }
dir=$(mktemp -d "${BENCH_DIR:-/var/tmp}/vitrine-first-XXXXXX")
chmod 755 "$dir" # Postgres may run as another user
pid=
end() {
  if [ -n "$pid" ]; then kill "$pid" && wait "$pid" || true; fi
  chmod -R u+w "$dir" && rm -rf "$dir"
}
trap end EXIT
git clone --quiet . "$dir/vitrine"
GOCACHE=$(go env GOCACHE) && export GOCACHE # otherwise Go looks for it in XDG_CACHE_HOME
if [ "$1" = cold ]; then
  export GOCACHE="$dir/go" GOMODCACHE="$dir/mod" GOPATH="$dir/path" npm_config_cache="$dir/npm"
fi
[ "$1" = again ] || export XDG_CACHE_HOME="$dir/cache"
export PORT_OFFSET="${PORT_OFFSET:-12000}" GOFLAGS=-trimpath
cd "$dir/vitrine"
busy() { awk '/^cpu /{print $2 + $3 + $4 + $7 + $8}' /proc/stat; }
began=$SECONDS cpu=$(busy)
make build >"$dir/build.log" 2>&1 || { cat "$dir/build.log"; exit 1; }
row "| $1, $(date +%F): make build | $((SECONDS - began)) s, $((($(busy) - cpu) / 100)) s of processors |"
.bin/onebox >"$dir/onebox.log" 2>&1 & pid=$!
until curl -sf -o /dev/null "http://localhost:$((8080 + PORT_OFFSET))/en/artworks/"; do
  kill -0 "$pid" || { cat "$dir/onebox.log"; exit 1; }
  sleep 0.2
done
opened=$SECONDS
row "| $1: until the gallery opens | $((opened - began)) s |"
while before=$(busy); sleep 10; [ $(($(busy) - before)) -gt 200 ]; do
  [ $((SECONDS - opened)) -lt 1800 ] || { echo "still busy after half an hour"; exit 1; }
done
row "| $1: until the machine is quiet | $((SECONDS - opened - 10)) s later |"
mv "$dir/rows" "$kept"
