#!/bin/sh
# Prints .env.example with a random secret (256 bit, hex) wherever it says random, and a new Ed25519 key (PKCS #8, base64) for each
# SERVICE_KEY. Writes the public keys to PUBLIC_KEYS_DIR/public-keys.json (default: public-keys at the root), and, unless there is one, a
# certificate for Postgres to PUBLIC_KEYS_DIR/postgres.crt, whose private key goes to POSTGRES_KEY_DIR (default: postgres-key at the root).
set -eu
cd "$(dirname "$0")"
dir=${PUBLIC_KEYS_DIR:-../../public-keys}
keys=${POSTGRES_KEY_DIR:-../../postgres-key}
sets=
while IFS= read -r line; do
  case $line in
    *_SERVICE_KEY=random)
      name=$(printf %s "${line%_SERVICE_KEY=random}" | tr '[:upper:]' '[:lower:]')
      private=$(openssl genpkey -algorithm ed25519 -outform DER | openssl base64 -A)
      public=$(printf %s "$private" | openssl base64 -d -A | openssl pkey -inform DER -pubout -outform DER | tail -c 32 | openssl base64 -A | tr '+/' '-_' | tr -d =)
      sets="$sets${sets:+,}
  \"$name\": {\"keys\": [{\"kty\": \"OKP\", \"crv\": \"Ed25519\", \"use\": \"sig\", \"alg\": \"EdDSA\", \"x\": \"$public\"}]}"
      printf '%s%s\n' "${line%random}" "$private" ;;
    # A private key of P-256 is a number: 32 random bytes, base64url.
    PUSH_KEYS=random) printf '%s%s\n' "${line%random}" "$(openssl rand -base64 32 | tr '+/' '-_' | tr -d '=')" ;;
    *=random) printf '%s%s\n' "${line%random}" "$(od -An -v -N32 -tx1 /dev/urandom | tr -d ' \n')" ;;
    *) printf '%s\n' "$line" ;;
  esac
done <.env.example
mkdir -p "$dir"
printf '{%s\n}\n' "$sets" >"$dir/public-keys.json"
if [ ! -f "$dir/postgres.crt" ]; then
  # Only this user enters the folder; the file is readable for the container's user, who gets nothing else of it.
  mkdir -p "$keys"
  chmod 700 "$keys"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj /CN=postgres -addext subjectAltName=DNS:postgres \
    -keyout "$keys/postgres.key" -out "$dir/postgres.crt" 2>/dev/null
  chmod 644 "$keys/postgres.key"
fi
