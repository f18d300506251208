import { expect, test } from 'vitest'
import { addressProblem, looksLikeName } from './address'

test.each(['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', ' 0x70997970c51812dc3a010c7d01b50e0d17dc79c8 '])(
  '%s is an address',
  async (text) => {
    expect(await addressProblem(text)).toBeNull()
  },
)

test.each([
  ['', 'Enter'],
  ['ada.eth', '40 characters'],
  ['0x123', '40 characters'],
  ['0x70997970C51812dc3A010C7d01b50e0d17dc79c8', 'checksum'],
  [`0x${'0'.repeat(40)}`, 'Nobody'],
])('%j: %s', async (text, words) => {
  expect(await addressProblem(text)).toContain(words)
})

test.each([
  ['ada.eth', true],
  ['ada.', true],
  ['0x12.eth', true],
  ['ada', false],
  ['', false],
  ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', false],
])('%j is a name: %s', (text, name) => {
  expect(looksLikeName(text)).toBe(name)
})
