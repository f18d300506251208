#!/bin/sh
# Prints the namespace and the Secrets of the demonstration, with new random values: make-secrets.sh | kubectl apply -f -
# OIDC_CLIENT_SECRET, STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRETS are taken from the environment.
set -eu
cd "$(dirname "$0")"
keys=$(mktemp -d)
trap 'rm -r "$keys"' EXIT
env=$(PUBLIC_KEYS_DIR=$keys POSTGRES_KEY_DIR=$keys/postgres ../../compose/make-env.sh)
value() { printf '%s\n' "$env" | sed -n "s/^$1=//p"; }
random() { od -An -v -N20 -tx1 /dev/urandom | tr -d ' \n'; }
secret() { printf -- '---\napiVersion: v1\nkind: Secret\nmetadata: {name: %s, namespace: vitrine}\nstringData:\n' "$1"; }
set_() { printf "  %s: '%s'\n" "$1" "$2"; }

file() { printf '  %s: |\n' "$1" && sed 's/^/    /' "$2"; }
tls='sslmode=verify-full&sslrootcert=/public-keys/postgres.crt'

printf 'apiVersion: v1\nkind: Namespace\nmetadata: {name: vitrine, labels: {pod-security.kubernetes.io/enforce: restricted}}\n'
secret demo
printf '%s\n' "$env" | sed -n "s/^\([A-Z_]*_PASSWORD\)=\(.*\)$/  \1: '\2'/p"
secret postgres-tls
file tls.crt "$keys/postgres.crt"
file tls.key "$keys/postgres/postgres.key"
secret shared
set_ SMTP_URL 'smtp://mailpit:1025?tls=none'
for s in auth profiles catalog checkout chainwatcher approvals gateway frontend; do
  name=$(printf %s "$s" | tr '[:lower:]' '[:upper:]')
  secret "$s"
  set_ NATS_URL "nats://$s:$(value "${name}_NATS_PASSWORD")@nats:4222"
  case $s in frontend) ;; *) set_ SERVICE_KEY "$(value "${name}_SERVICE_KEY")" ;; esac
  case $s in gateway | frontend) set_ SITE_KEY "$(value SITE_KEY)" ;; *)
    set_ DATABASE_URL "postgres://$s:$(value "${name}_DB_PASSWORD")@postgres:5432/$s?$tls" ;;
  esac
  case $s in
    auth) set_ OIDC_CLIENT_SECRET "${OIDC_CLIENT_SECRET:-fill-in}" ;;
    profiles) set_ PUSH_KEYS "$(value PUSH_KEYS)" ;;
    catalog) set_ LINK_KEY "$(value LINK_KEY)" ;;
    checkout) set_ STRIPE_SECRET_KEY "${STRIPE_SECRET_KEY:-sk_test_fill_in}"; set_ STRIPE_WEBHOOK_SECRETS "${STRIPE_WEBHOOK_SECRETS:-whsec_fill_in}" ;;
    chainwatcher) for k in VAULT_KEY MINTER_KEY QUOTE_SIGNER_KEY CERTIFICATE_KEY; do set_ $k "$(value $k)"; done ;;
  esac
  case $s in gateway | frontend) ;; *)
    secret "$s-migrate"
    set_ MIGRATE_DATABASE_URL "postgres://${s}_owner:$(value "${name}_DB_OWNER_PASSWORD")@postgres:5432/$s?$tls" ;;
  esac
done
id=$(random) key=$(random)
secret s3
set_ AWS_ACCESS_KEY_ID "$id"
set_ AWS_SECRET_ACCESS_KEY "$key"
set_ s3.json "{\"identities\":[{\"name\":\"vitrine\",\"credentials\":[{\"accessKey\":\"$id\",\"secretKey\":\"$key\"}],\"actions\":[\"Admin\"]}]}"
printf -- '---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: public-keys, namespace: vitrine}\ndata:\n'
file public-keys.json "$keys/public-keys.json"
file postgres.crt "$keys/postgres.crt"
