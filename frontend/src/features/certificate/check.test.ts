// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { isAmong, isSigned } from './check'
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
  expect(isAmong(claim, [other, issuer.address.toLowerCase()])).toBe(true)
  expect(isAmong(claim, [other, 'nonsense'])).toBe(false)
  expect(isAmong(claim, [])).toBe(null)
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

test('the twin of a signature is refused', async () => {
  const claim = await signed()
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = order - BigInt(`0x${claim.signature.slice(66, 130)}`)
  const v = claim.signature.endsWith('1b') ? '1c' : '1b'
  const twin = `${claim.signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}` as const
  expect(await isSigned({ ...claim, signature: twin as Claim['signature'] })).toBe(false)
})

test.each([
  ['not JSON', 'no certificate that can be read'],
  ['{}', 'incomplete or was changed'],
])('%s is refused in words', (text, words) => expect(() => parseClaim(text)).toThrow(words))

test('fields that the signature would not cover are refused, and tokens of another edition', async () => {
  const claim = await signed()
  expect(() => parseClaim(JSON.stringify({ ...claim, bonus: 'x' }))).toThrow('changed')
  expect(() => parseClaim(JSON.stringify({ ...claim, editionNumber: 4 }))).toThrow('not of this work')
})

const pdf = (...streams: Uint8Array[]) =>
  new Blob([
    '%PDF-1.7\n',
    ...streams.flatMap((one) => ['1 0 obj\n<< >>\nstream\n', Uint8Array.from(one), '\nendstream\nendobj\n']),
    '%%EOF\n',
  ])

test('a PDF gives its claim up, packed or not', async () => {
  const text = JSON.stringify(await signed())
  const noise = new Uint8Array([0x78, 1, 2, 3])
  expect(await claimIn(new Blob([text]))).toBe(text)
  expect(await claimIn(pdf(noise, Buffer.from(text)))).toBe(text)
  expect(await claimIn(pdf(deflateSync(text), noise))).toBe(text)
  await expect(claimIn(pdf(noise))).rejects.toThrow('carries no certificate')
  await expect(claimIn(pdf(Buffer.from(text), Buffer.from(text.replace('Mira', 'Mara'))))).rejects.toThrow(
    'different certificates',
  )
})
