import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fleet, inspect, refusal, setup, tile } from './setup.js'

const { clients, token, file } = await setup()
const original = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
  .png()
  .toBuffer()
const as = (...args: Parameters<typeof token>) => clients(() => token(...args)).pictures

test('the contract’s callers, and nobody else', async () => {
  expect((await inspect(as('catalog'), original)).width).toBe(9)
  expect((await inspect(as('profiles'), original)).width).toBe(9)
  expect(await refusal(inspect(as('gateway'), original))).toMatchObject({ code: 'PermissionDenied' })
  expect(await refusal(tile(as('profiles'), original, { side: 256, wholeUpTo: 256 }))).toMatchObject({ code: 'PermissionDenied' })
})

test('tokens of others, for others, for people, too old and too long', async () => {
  const stranger = await fleet('catalog')
  const bad = {
    none: clients(async () => '').pictures,
    'not a token': clients(async () => 'catalog').pictures,
    'another key': clients(() => stranger.token('catalog')).pictures,
    'another audience': as('catalog', { aud: 'checkout' }),
    'another issuer': as('profiles', { iss: 'catalog' }),
    'for a person': as('catalog', { person: { sub: 'a' } }),
    'valid for an hour': as('catalog', { life: 3600 }),
    'an hour old': as('catalog', { iat: -3600 }),
    'an hour too early': as('catalog', { iat: 3600 }),
  }
  for (const [what, pictures] of Object.entries(bad)) {
    expect(await refusal(inspect(pictures, original)), what).toMatchObject({ code: 'Unauthenticated' })
  }
  for (const iat of [-300, 300]) {
    // The clocks differ, which is no fault of the caller.
    expect(await refusal(inspect(as('catalog', { iat }), original)), `${iat} s`).toMatchObject({ code: 'Unavailable' })
  }
  expect((await inspect(as('catalog', { iat: -65 }), original)).width).toBe(9)
})

test('keys are replaced without a restart', async () => {
  const next = await fleet('catalog')
  const pictures = clients(() => next.token('catalog')).pictures
  expect(await refusal(inspect(pictures, original))).toMatchObject({ code: 'Unauthenticated' })
  const { readFileSync } = await import('node:fs')
  writeFileSync(file, readFileSync(next.file))
  expect((await inspect(pictures, original)).width).toBe(9)
  await expect.poll(() => refusal(inspect(as('catalog'), original)), { timeout: 30_000 }).toMatchObject({ code: 'Unauthenticated' })
})
