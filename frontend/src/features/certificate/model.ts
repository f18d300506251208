import * as z from 'zod/mini'
import * as t from '@/messages/certificate-file'
import '@/lib/api/schema'

type Hex = `0x${string}`
const hex = (bytes: number, digits: string) =>
  z.custom<Hex>(
    (value) => typeof value === 'string' && new RegExp(`^0x[${digits}]{${bytes * 2}}$`).test(value),
  )
const address = hex(20, '0-9a-fA-F')
const integer = z.pipe(
  z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  z.string().check(z.regex(/^\d+$/)),
)
const positive = z.int().check(z.positive())
const text = z._default(z.string(), '')

/** What a gallery states about a token and signs (EIP-712). */
const claim = z.strictObject({
  version: z.literal(1),
  gallery: text,
  chainId: positive,
  contract: address,
  tokenId: integer,
  artworkId: integer,
  editionNumber: positive,
  editionSize: positive,
  title: text,
  artist: text,
  year: z._default(z.int(), 0),
  mintTransactionHash: hex(32, '0-9a-f'),
  issuedAt: integer,
  /** SHA-256 of the original file, or empty. */
  mediaHash: z._default(z.union([z.literal(''), hex(32, '0-9a-f')]), ''),
  issuer: address,
  signature: hex(65, '0-9a-f'),
})

export type Claim = z.infer<typeof claim>

/** The signed data. services/chainwatcher has the same definition, and documents it in its README. */
export const typedData = (of: Claim) =>
  ({
    domain: {
      name: 'Vitrine Certificate',
      version: '1',
      chainId: of.chainId,
      verifyingContract: of.contract,
    },
    types: {
      Certificate: [
        { name: 'version', type: 'uint32' },
        { name: 'gallery', type: 'string' },
        { name: 'tokenId', type: 'uint256' },
        { name: 'artworkId', type: 'uint256' },
        { name: 'editionNumber', type: 'uint32' },
        { name: 'editionSize', type: 'uint32' },
        { name: 'title', type: 'string' },
        { name: 'artist', type: 'string' },
        { name: 'year', type: 'uint32' },
        { name: 'mintTransaction', type: 'bytes32' },
        { name: 'issuedAt', type: 'uint64' },
        { name: 'mediaHash', type: 'bytes32' },
      ],
    },
    primaryType: 'Certificate',
    message: {
      ...of,
      tokenId: BigInt(of.tokenId),
      artworkId: BigInt(of.artworkId),
      issuedAt: BigInt(of.issuedAt),
      mintTransaction: of.mintTransactionHash,
      mediaHash: of.mediaHash || (`0x${'0'.repeat(64)}` as const),
    },
  }) as const

/** The claim in a certificate's JSON. Throws an Error with a message for people. */
export function parseClaim(text: string): Claim {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    throw new Error(t.notACertificate)
  }
  const read = claim.safeParse(found)
  if (!read.success) {
    const field = read.error.issues[0]?.path.join('.')
    throw new Error(t.incomplete(field ? t.changedField(field) : ''))
  }
  const { tokenId, artworkId, editionNumber, editionSize } = read.data
  if (
    editionNumber > editionSize ||
    BigInt(tokenId) !== BigInt(artworkId) * 1_000_000n + BigInt(editionNumber)
  )
    throw new Error(t.tokenMismatch)
  return read.data
}
