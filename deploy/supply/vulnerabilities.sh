#!/usr/bin/env bash
# Checks every module and package lock for known vulnerabilities. It needs vuln.go.dev and the npm registry.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ -x .bin/govulncheck ] || (cd / && GOBIN="$OLDPWD/.bin" GOWORK=off go install golang.org/x/vuln/cmd/govulncheck@v1.9.0)
tool=$PWD/.bin/govulncheck
export CGO_ENABLED=0 GOWORK=off
failed=0
for module in kit kit/blob gateway services/*/ tools/export; do
  echo "$module"
  # Only vulnerabilities in functions that are called fail.
  (cd "$module" && "$tool" ./...) || failed=1
done
for folder in frontend frontend/tools render contracts proto deploy/onebox content/tools; do
  echo "$folder"
  npm --prefix "$folder" audit --audit-level=high --omit=dev || failed=1
done
exit $failed
