import { expect, test, vi } from 'vitest'
import { coinOf } from './coin'

vi.mock('@/lib/config', () => ({
  siteConfig: async () => ({ chains: [{ chainId: 100, currencySymbol: 'xDAI' }] }),
}))

test('a chain’s coin, and none of a chain that is not ours', async () => {
  await expect(coinOf(100)).resolves.toBe('xDAI')
  await expect(coinOf(1)).resolves.toBeUndefined()
})
