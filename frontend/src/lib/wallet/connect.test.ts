import { expect, test } from 'vitest'
import { pollingInterval } from './timing'

test('a wallet is polled every 12 seconds', () => {
  expect(pollingInterval).toBe(12_000)
})
