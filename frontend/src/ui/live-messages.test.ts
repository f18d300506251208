import { expect, test } from 'vitest'
import { fromWork, isHash } from './live-messages'

const hash = `0x${'0a'.repeat(32)}`

test('a work may say that it is ready and what it has drawn', () => {
  expect(fromWork({ type: 'ready' })).toEqual({ type: 'ready' })
  expect(fromWork({ type: 'rendered', hash: null, time: 0 })).toEqual({
    type: 'rendered',
    hash: null,
    time: 0,
  })
  expect(fromWork({ type: 'rendered', hash, time: 7.5 })).toEqual({ type: 'rendered', hash, time: 7.5 })
})

test('a work may report what the seed chose', () => {
  expect(fromWork({ type: 'parameters', hash, values: { scale: 1.25 } })).toEqual({
    type: 'parameters',
    hash,
    values: new Map([['scale', '1.25']]),
  })
})

test.each([
  undefined,
  null,
  'ready',
  [],
  {},
  { type: 'login' },
  { type: 'ready', href: 'https://example.org' },
  { type: 'rendered' },
  { type: 'rendered', hash: `${hash}00`, time: 0 },
  { type: 'rendered', hash: '<b>', time: 0 },
  { type: 'rendered', hash, time: -1 },
  { type: 'rendered', hash, time: Number.NaN },
  { type: 'rendered', hash, time: '0' },
  { type: 'rendered', hash, time: 0, html: '' },
  { type: 'rendered', hash, time: 0, values: {} },
  { type: 'ready', values: {} },
  { type: 'parameters', hash },
  { type: 'parameters', hash: '<b>', values: {} },
  { type: 'parameters', hash, values: {}, time: 0 },
])('anything else is ignored: %j', (data) => {
  expect(fromWork(data)).toBeNull()
})

test('a hash is 32 bytes in small letters', () => {
  expect(isHash(hash)).toBe(true)
  for (const other of [null, '', hash.slice(2), hash.toUpperCase(), `${hash}0`, `${hash}\n`])
    expect(isHash(other)).toBe(false)
})
