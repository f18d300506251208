#!/bin/sh
# One database per service, which no other service's user reaches. <service>_owner owns it and migrates; <service> gets its rights on tables
# from the migration. Connections need TLS. Runs once, on an empty volume.
set -eu
sed -i 's/^host all all all/hostssl all all all/' "$PGDATA/pg_hba.conf"
psql -v ON_ERROR_STOP=1 -U postgres -d postgres -c 'REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC'
for service in auth profiles catalog checkout chainwatcher approvals; do
  variable=$(printf '%s_DB_PASSWORD' "$service" | tr '[:lower:]' '[:upper:]')
  owner=$(printf '%s_DB_OWNER_PASSWORD' "$service" | tr '[:lower:]' '[:upper:]')
  eval "password=\${$variable:?}" "owner_password=\${$owner:?}"
  psql -v ON_ERROR_STOP=1 -v name="$service" -v password="$password" -v owner="${service}_owner" -v owner_password="$owner_password" -U postgres -d postgres <<'SQL'
CREATE ROLE :"owner" LOGIN PASSWORD :'owner_password';
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"owner";
REVOKE CONNECT, TEMPORARY ON DATABASE :"name" FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE :"name" TO :"name";
SQL
done
