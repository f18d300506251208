#!/usr/bin/env bash
# Builds the fleet (Go), the site (Next.js) and render (TypeScript), and says what it is doing.
set -euo pipefail
cd "$(dirname "$0")/../.."
start=$SECONDS
clear=; [ -t 1 ] && clear=$'\r\033[K'
say() { printf '%s\033[2m%4ds\033[0m  %s\n' "$clear" $((SECONDS - start)) "$*"; }
fail() { echo "$*" >&2; exit 1; }

command -v go >/dev/null || fail "Vitrine needs Go 1.26 or newer: https://go.dev/dl/"
command -v node >/dev/null || fail "Vitrine needs Node 20.9 or newer: https://nodejs.org/"
node -e 'const [a,b]=process.versions.node.split(".").map(Number); process.exit(a>20||(a===20&&b>=9)?0:1)' || fail "Vitrine needs Node 20.9 or newer; this is $(node -v)."

mkdir -p .bin .cache
export CGO_ENABLED="${CGO_ENABLED:-0}" GOFLAGS="${GOFLAGS:--trimpath}" NEXT_TELEMETRY_DISABLED=1
npm_ci() { # folder, stamp
  if [ ! -d "$1/node_modules" ] || [ "$1/package-lock.json" -nt ".cache/$2.npm" ]; then
    say "installing packages of $1"
    npm --prefix "$1" --no-audit --no-fund --no-update-notifier --loglevel=error ci >".cache/$2.npm.log" 2>&1 || { cat ".cache/$2.npm.log" >&2; fail "npm ci failed in $1"; }
    touch ".cache/$2.npm"
  fi
}

fleet() {
  # Without DWARF, which only debuggers read. -v lists each package that isn't in Go's cache.
  go build -v -ldflags=-w -o .bin/ ./deploy/onebox >.cache/fleet.log 2>&1 || { cat .cache/fleet.log >&2; fail "the fleet does not compile"; }
  : >.cache/fleet.log
  say "fleet compiled"
}
# Built sites are kept by the hash of their sources, so that another clone on this machine needs neither their packages nor the build.
kept="${XDG_CACHE_HOME:-$HOME/.cache}/vitrine/sites"
keep() { # sum
  mkdir -p "$kept" && tar -C frontend/.next -cf "$kept/.$1.$$" standalone && mv "$kept/.$1.$$" "$kept/$1.tar" || rm -f "$kept/.$1.$$"
  ls -t "$kept"/*.tar 2>/dev/null | tail -n +5 | xargs -r rm -f || true
}
sources() { git ls-files -co --exclude-standard -z . ':!e2e' ':!*.test.*' ':!*.md' 2>/dev/null || find . \( -name node_modules -o -name .next \) -prune -o -type f -print0; }
site() {
  # A file that was deleted and is still in Git's index has no hash.
  local sum; sum=$(cd frontend && { node -v; sources | sort -z | xargs -0 sha256sum 2>/dev/null || true; } | sha256sum | cut -c1-16)
  [ "$(cat .cache/site.sum 2>/dev/null)" != "$sum" ] || [ ! -f frontend/.next/standalone/server.js ] || return 0
  rm -rf frontend/.next/standalone .cache/site.sum
  if mkdir -p frontend/.next && tar -C frontend/.next -xf "$kept/$sum.tar" 2>/dev/null && touch "$kept/$sum.tar"; then
    say "site kept from an earlier build"
  else
    npm_ci frontend frontend
    BUILD_ID="$sum" npm --prefix frontend run --silent build >.cache/site.log 2>&1 || { cat .cache/site.log >&2; fail "the site does not build"; }
    : >.cache/site.log
    keep "$sum"
    say "site built"
  fi
  echo "$sum" >.cache/site.sum
}
render() {
  npm_ci render render
  npm --prefix render run --silent build >.cache/render.log 2>&1 || { cat .cache/render.log >&2; fail "render does not build"; }
}
# How far the fleet and the site are, in one line: rewritten each second in a terminal, printed every 15 s elsewhere.
progress() {
  local packages package phase every=15 end=$'\n'
  packages=$(go list -deps ./deploy/onebox | wc -l)
  [ -n "$clear" ] && every=1 end=
  while sleep $every; do
    package=$(tail -1 .cache/fleet.log)
    phase=$(grep -oE '(Creating|Compiled|Collecting|Generating|Finalizing)[^(.]*' .cache/site.log | tail -1) || true
    package=${package:+Go: $package, $(wc -l <.cache/fleet.log) of up to $packages packages}
    [ -z "$package$phase" ] ||
      printf '%s\033[2m%4ds\033[0m  %s%s' "$clear" $((SECONDS - start)) "$package${package:+${phase:+; }}${phase:+site: $phase}" "$end"
  done
}

npm_ci deploy/onebox onebox
node content/tools/live.mjs # the pages of live works, which the gallery imports
: >.cache/fleet.log; : >.cache/site.log
progress & tick=$!
trap 'kill $tick 2>/dev/null || true' EXIT
render # it takes seconds
fleet & a=$!
site & b=$!
wait $a || exit 1
wait $b || exit 1
