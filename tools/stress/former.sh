#!/usr/bin/env bash
# Checks this release against the one before: FORMER, a tag or a commit, or the last tag before HEAD. Its protos must still be served, and each
# service runs beside its former build on today's schema, while people buy (docs/testing/stress.md, T32). The former build has to be one with
# today's 0001.
set -euo pipefail
cd "$(dirname "$0")/../.."
ref=${FORMER:-}
[[ $ref =~ ^0*$ ]] && ref=$(git describe --tags --abbrev=0 HEAD^ 2>/dev/null || true) # zeros: the push of a new branch
if [ -z "$ref" ]; then
  echo "skipped: this clone has no tag before HEAD (is it shallow?). Name a release with FORMER=…"
  exit 0
fi
git rev-parse --verify --quiet "$ref^{commit}" >/dev/null || { echo "$ref is not in this clone. Fetch it first." >&2; exit 1; }
if [ "$(git rev-parse "$ref^{commit}")" = "$(git rev-parse HEAD)" ]; then
  echo "skipped: $ref is this release"
  exit 0
fi
mkdir -p .cache
former=$(mktemp -d .cache/former-protos.XXXXXX)
trap 'rm -rf "$former"' EXIT
git archive "$ref" buf.yaml proto | tar -x -C "$former"
echo "protos and events against $ref"
buf breaking --against "$former"
if git cat-file -e "$ref:kit/postgres/migrations/0002_replay.sql" 2>/dev/null; then
  echo "services: skipped. $ref has the migrations that 0001 replaced, and doesn't start on a new database"
  exit 0
fi
echo "services beside those of $ref"
rm -f .cache/former.jsonl
go run ./tools/stress -only former -former-ref "$ref" -shoppers 6 -state .cache/former.jsonl
