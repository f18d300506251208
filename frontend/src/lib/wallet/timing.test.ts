import { createPublicClient, custom } from 'viem'
import { expect, test } from 'vitest'
import { blockNumberCache, pollingInterval } from './timing'

test('a block number is kept for 100 ms plus twice the polling interval', async () => {
  expect(pollingInterval).toBe(12_000)
  expect(blockNumberCache).toBe(24_100)
  let asked = 0
  const client = createPublicClient({
    transport: custom({
      request: async () => {
        asked++
        return '0x10'
      },
    }),
    pollingInterval,
    cacheTime: blockNumberCache,
  })
  await client.getBlockNumber()
  await client.getBlockNumber()
  expect(asked).toBe(1)
})
