#!/usr/bin/env bash
# Writes a service's table of settings, as its binary prints it, between the marks in its README.
# usage: settings-table.sh <module folder> <package of the command>
set -euo pipefail
cd "$(dirname "$0")/../../$1"
table=$(go run "$2" settings)
TABLE="$table" node -e '
const fs = require("fs"), begin = "<!-- settings -->", end = "<!-- /settings -->";
const text = fs.readFileSync("README.md", "utf8"), a = text.indexOf(begin), b = text.indexOf(end);
if (a < 0 || b < a) { console.error("README.md has no marks " + begin + " … " + end); process.exit(1); }
const next = text.slice(0, a + begin.length) + "\n" + process.env.TABLE.trim() + "\n" + text.slice(b);
if (next !== text) fs.writeFileSync("README.md", next);
'
