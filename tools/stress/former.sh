#!/usr/bin/env bash
# Checks this release against the one before: FORMER, a tag or a commit, or the one that release.json names. Its protos must still be served, and each
# service runs beside its former build on today's schema, while people buy (docs/testing/stress.md, T32). The former build has to be one with
# today's 0001. Without FORMER it records in release.json what ran together.
set -euo pipefail
cd "$(dirname "$0")/../.."
last=$(node deploy/supply/release.mjs last)
ref=${FORMER:-$last}
git rev-parse --verify --quiet "$ref^{commit}" >/dev/null || { echo "$ref is not in this clone. Fetch it first." >&2; exit 1; }
if git cat-file -e "$ref:kit/postgres/migrations/0002_replay.sql" 2>/dev/null; then
  echo "$ref has the migrations that 0001 replaced, and doesn't start on a new database. Name a later one." >&2
  exit 1
fi
mkdir -p .cache
former=$(mktemp -d .cache/former-protos.XXXXXX)
trap 'rm -rf "$former"' EXIT
git archive "$ref" buf.yaml proto | tar -x -C "$former"
echo "protos and events against $ref"
buf breaking --against "$former"
echo "services beside those of $ref"
rm -f .cache/former.jsonl
go run ./tools/stress -only former -former-ref "$ref" -shoppers 6 -state .cache/former.jsonl
[ "$ref" != "$last" ] || node deploy/supply/release.mjs ran gateway auth profiles catalog checkout chainwatcher approvals
