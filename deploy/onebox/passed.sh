#!/usr/bin/env bash
# passed.sh FOLDER COMMAND…: runs the command, which tests a folder that reads nothing outside it. As Go does with its tests, it keeps that the
# command passed, by the hash of the folder's files, the command and the programs: another clone doesn't repeat it. AGAIN=true does.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$1; shift
# A file that was deleted and is still in Git's index has no hash.
files() { git ls-files -co --exclude-standard -z "$folder" ':!*.md' 2>/dev/null | sort -z | xargs -0 sha256sum 2>/dev/null || true; }
programs() { node -v; uname -m; "${CHROMIUM:-chromium}" --version 2>/dev/null || true; }
sum=$({ files; programs; env | grep -E '^(FOUNDRY_|LONG=|RENDER_)' | sort || true; printf '%s\n' "$@"; } | sha256sum | cut -c1-32)
kept="${XDG_CACHE_HOME:-$HOME/.cache}/vitrine/passed"
if [ -f "$kept/$sum" ] && [ "${AGAIN:-}" != true ] && [ -n "$(files | head -1)" ]; then
  echo "$folder: unchanged since this passed on $(date -r "$kept/$sum" +%F): $*"
  exit 0
fi
"$@"
mkdir -p "$kept" && touch "$kept/$sum"
find "$kept" -type f -mtime +30 -delete
