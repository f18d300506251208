#!/bin/sh
# Prints .env.example with a random secret (256 bit, hex) wherever it says random, and a new Ed25519 key (PKCS #8, base64) for each
# SERVICE_KEY. Writes the public keys to PUBLIC_KEYS_DIR/public-keys.json (default: public-keys at the root).
set -eu
cd "$(dirname "$0")"
dir=${PUBLIC_KEYS_DIR:-../../public-keys}
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
    *=random) printf '%s%s\n' "${line%random}" "$(od -An -v -N32 -tx1 /dev/urandom | tr -d ' \n')" ;;
    *) printf '%s\n' "$line" ;;
  esac
done <.env.example
mkdir -p "$dir"
printf '{%s\n}\n' "$sets" >"$dir/public-keys.json"
