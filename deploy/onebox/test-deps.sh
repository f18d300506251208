#!/usr/bin/env bash
# Installs what only the tests need: a browser, a real Redis, the cache Varnish with its module for tags, and the sources of locales. Arguments are
# further programs, whose packages have the same names. Where this user may not, it says the command.
set -euo pipefail
missing=()
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing+=(chromium)
command -v redis-server >/dev/null || missing+=(redis-server)
command -v varnishd >/dev/null || missing+=(varnish varnish-modules)
# Some tests order letters as Postgres does in a locale of the system.
[ -e /usr/share/i18n/locales/en_US ] || missing+=(locales)
for program in "$@"; do command -v "$program" >/dev/null || missing+=("$program"); done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  # The journeys prefer Chromium without windows, which takes half the processor time. Not every distribution has it.
  command -v chromium-headless-shell >/dev/null && [ ${#missing[@]} -eq 0 ] && exit 0
  apt-get update -qq
  if ! command -v chromium-headless-shell >/dev/null && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
    missing+=(chromium-headless-shell)
  fi
  [ ${#missing[@]} -eq 0 ] && exit 0
  echo "  installing ${missing[*]}"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
elif [ ${#missing[@]} -gt 0 ]; then
  echo "The tests need ${missing[*]}. Run: sudo apt-get update && sudo apt-get install -y ${missing[*]}" >&2
  exit 1
fi
