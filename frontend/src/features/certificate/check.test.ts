// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import encodeQR from 'qr'
import { encodeAbiParameters, encodeErrorResult, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { isIssuedBy, isSigned, readChain } from './check'
import { textIn } from './code'
import { claimIn } from './file'
import { type Claim, parseClaim, typedData } from './model'

const issuer = privateKeyToAccount(`0x${'11'.repeat(32)}`)

async function signed(): Promise<Claim> {
  const claim: Claim = {
    version: 1,
    gallery: 'Vitrine',
    chainId: 31337,
    contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    tokenId: '107000003',
    artworkId: '107',
    editionNumber: 3,
    editionSize: 25,
    title: 'Tidal Étude',
    artist: 'Mira Holm',
    year: 2025,
    mintTransactionHash: `0x${'ab'.repeat(32)}`,
    issuedAt: '1795212000',
    mediaHash: `0x${'cd'.repeat(32)}`,
    issuer: issuer.address,
    signature: '0x',
  }
  return { ...claim, signature: await issuer.signTypedData(typedData(claim)) }
}

test('a claim is read and its signature found genuine', async () => {
  const claim = await signed()
  expect(parseClaim(JSON.stringify(claim))).toEqual(claim)
  expect(await isSigned(claim)).toBe(true)
  const bare = { ...claim, mediaHash: '' as const }
  expect(await isSigned({ ...bare, signature: await issuer.signTypedData(typedData(bare)) })).toBe(true)
})

test('the claim in the chainwatcher’s README is genuine here too', async () => {
  const readme = readFileSync(
    join(import.meta.dirname, '../../../../services/chainwatcher/README.md'),
    'utf8',
  )
  const [line] = /^\{"version".*$/m.exec(readme)!
  expect(await isSigned(parseClaim(line))).toBe(true)
})

test('a claim is the gallery’s only where the gallery names its issuer', async () => {
  const claim = await signed()
  const other = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
  expect(isIssuedBy(claim, [other, issuer.address.toLowerCase()])).toBe(true)
  expect(isIssuedBy(claim, [other, 'nonsense'])).toBe(false)
  expect(isIssuedBy(claim, [])).toBe(null)
})

test('a change of any field is found', async () => {
  const claim = await signed()
  const changes: Partial<Claim>[] = [
    { gallery: 'Other' },
    { chainId: 1 },
    { contract: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512' },
    { tokenId: '107000004' },
    { artworkId: '108' },
    { editionNumber: 4 },
    { editionSize: 26 },
    { title: 'Tidal Etude' },
    { artist: 'Mira Holme' },
    { year: 2024 },
    { mintTransactionHash: `0x${'ac'.repeat(32)}` },
    { issuedAt: '1795212001' },
    { mediaHash: '' },
    { issuer: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512' },
    { signature: `0x${'00'.repeat(65)}` },
  ]
  for (const change of changes)
    expect(await isSigned({ ...claim, ...change }), JSON.stringify(change)).toBe(false)
})

test('a malleated signature is rejected', async () => {
  const claim = await signed()
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = order - BigInt(`0x${claim.signature.slice(66, 130)}`)
  const v = claim.signature.endsWith('1b') ? '1c' : '1b'
  const twin = `${claim.signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}` as const
  expect(await isSigned({ ...claim, signature: twin as Claim['signature'] })).toBe(false)
})

test.each([
  ['not JSON', 'isn’t a certificate'],
  ['{}', 'incomplete or was changed'],
])('%s is refused in words', (text, words) => expect(() => parseClaim(text)).toThrow(words))

test('fields that the signature would not cover are refused, and tokens of another edition', async () => {
  const claim = await signed()
  expect(() => parseClaim(JSON.stringify({ ...claim, bonus: 'x' }))).toThrow('changed')
  expect(() => parseClaim(JSON.stringify({ ...claim, editionNumber: 4 }))).toThrow('isn’t this work’s')
})

const pdf = (...streams: Uint8Array[]) =>
  new Blob([
    '%PDF-1.7\n',
    ...streams.flatMap((stream) => [
      '1 0 obj\n<< >>\nstream\n',
      Uint8Array.from(stream),
      '\nendstream\nendobj\n',
    ]),
    '%%EOF\n',
  ])

test('a claim is read from a PDF, compressed or not', async () => {
  const text = JSON.stringify(await signed())
  const noise = new Uint8Array([0x78, 1, 2, 3])
  expect(await claimIn(new Blob([text]))).toBe(text)
  expect(await claimIn(pdf(noise, Buffer.from(text)))).toBe(text)
  expect(await claimIn(pdf(deflateSync(text), noise))).toBe(text)
  await expect(claimIn(pdf(noise))).rejects.toThrow('isn’t a certificate')
  await expect(claimIn(pdf(Buffer.from(text), Buffer.from(text.replace('Mira', 'Mara'))))).rejects.toThrow(
    'different certificates',
  )
})

/** A code as a camera sees it: dark and light gray, with some noise. */
function photo(text: string, dots: number) {
  const code = encodeQR(text, 'raw', { ecc: 'low' })
  const side = code.length * dots
  const data = new Uint8ClampedArray(side * side * 4)
  for (let at = 0; at < side * side; at++) {
    const row = code[Math.floor(at / side / dots)]!
    const gray = (row[Math.floor((at % side) / dots)] ? 40 : 200) + ((at * 7919) % 31)
    data.set([gray, gray, gray, 255], at * 4)
  }
  return { width: side, height: side, data }
}

test('a claim is read from the printed code, non-ASCII letters included', async () => {
  const text = JSON.stringify({ ...(await signed()), title: 'Étude in Żółć' })
  expect(textIn(photo(text, 8))).toBe(text)
  expect(textIn({ width: 200, height: 200, data: new Uint8ClampedArray(160_000).fill(200) })).toBeNull()
})

const errors = parseAbi(['error ERC721NonexistentToken(uint256 tokenId)'])
const noToken = encodeErrorResult({ abi: errors, errorName: 'ERC721NonexistentToken', args: [1n] })
const fails = (error: object) => async () => {
  throw Object.assign(new Error('failed'), error)
}
/** A node that knows no receipt, and responds to the call of ownerOf with `call`. */
const nodeWith =
  (call: () => Promise<unknown>) =>
  async ({ method }: { method: string }) =>
    method === 'eth_getTransactionReceipt' ? null : call()

test('a token is missing only where the contract says so, not where a node is unavailable', async () => {
  const claim = await signed()
  const holder = encodeAbiParameters([{ type: 'address' }], [issuer.address])
  await expect(
    readChain(
      claim,
      nodeWith(async () => holder),
    ),
  ).resolves.toEqual({
    known: true,
    holder: issuer.address,
    minted: false,
  })
  for (const call of [
    fails({ code: 3, message: 'execution reverted', data: noToken }),
    fails({ code: -32000, message: 'execution reverted', data: noToken }),
    async () => '0x',
  ])
    await expect(readChain(claim, nodeWith(call))).resolves.toEqual({ known: false })
  for (const error of [
    { code: -32002, message: 'the node does not respond' },
    { code: -32603, message: 'execution reverted by an overloaded node' },
    { code: -32005, message: 'too many requests' },
    { message: 'Failed to fetch' },
  ])
    await expect(readChain(claim, nodeWith(fails(error))), JSON.stringify(error)).rejects.toThrow()
})
