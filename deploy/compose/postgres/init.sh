#!/bin/sh
# One database per service, owned by a user that reaches no other one. Runs once, on an empty volume.
set -eu
for service in auth profiles catalog checkout chainwatcher approvals; do
  variable=$(printf '%s_DB_PASSWORD' "$service" | tr '[:lower:]' '[:upper:]')
  eval "password=\${$variable:?}"
  psql -v ON_ERROR_STOP=1 -v name="$service" -v password="$password" -U postgres -d postgres <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
REVOKE CONNECT, TEMPORARY ON DATABASE :"name" FROM PUBLIC;
SQL
done
