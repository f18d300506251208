// The hash that a live work draws an edition from, as the token contract's tokenHash returns it: keccak256 of the token's
// id, artwork × 1,000,000 + edition, as 32 big-endian bytes. All implementations are tested with
// contracts/vectors/token-hashes.json.
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'

export function tokenHash(artwork, edition) {
  const word = new Uint8Array(32)
  new DataView(word.buffer).setBigUint64(24, BigInt(artwork) * 1_000_000n + BigInt(edition))
  return `0x${bytesToHex(keccak_256(word))}`
}
