import { afterEach, expect, test, vi } from 'vitest'
import { callNode, node } from './node'

afterEach(() => vi.unstubAllGlobals())

const respondWith = (response: () => Promise<Response>) => {
  const fetched = vi.fn(response)
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('a call goes to its chain’s address and returns the result', async () => {
  const fetched = respondWith(async () => Response.json({ jsonrpc: '2.0', id: 42, result: '0x1' }))
  await expect(callNode(100, 42, 'eth_gasPrice')).resolves.toBe('0x1')
  const [path, init] = fetched.mock.calls[0] as unknown as [string, RequestInit]
  expect(path).toBe('/rpc/100')
  expect(JSON.parse(init.body as string)).toEqual({
    jsonrpc: '2.0',
    id: 42,
    method: 'eth_gasPrice',
    params: [],
  })
})

test('an error of the node keeps its code, message and data', async () => {
  respondWith(async () => Response.json({ error: { code: 3, message: 'execution reverted', data: '0xab' } }))
  await expect(callNode(1, 1, 'eth_call')).rejects.toMatchObject({
    code: 3,
    message: 'execution reverted',
    data: '0xab',
  })
})

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
  [
    'a gateway that is unavailable',
    async () => Response.json({ error: { code: 'unavailable' } }, { status: 503 }),
    'unreachable',
  ],
  ['a page instead of a response', async () => new Response('<html>'), 'bad_result'],
  ['a response without a result', async () => Response.json({ jsonrpc: '2.0' }), 'bad_result'],
  [
    'a node that the gateway can’t reach',
    async () => Response.json({ error: { code: -32002, message: 'the node does not respond' } }),
    'unreachable',
  ],
])('%s has a message', async (_, response, code) => {
  respondWith(response)
  await expect(callNode(1, 1, 'eth_call')).rejects.toMatchObject({
    code,
    message: expect.stringMatching(/Nothing was sent.*Try again/),
  })
})

test('the first request of a wallet has the id 42', async () => {
  const fetched = respondWith(async () => Response.json({ jsonrpc: '2.0', id: 42, result: '0x1' }))
  const { request } = node(1)({})
  await request({ method: 'eth_chainId' })
  await request({ method: 'eth_gasPrice' })
  const ids = fetched.mock.calls.map((call) => {
    const [, init] = call as unknown as [string, RequestInit]
    return JSON.parse(init.body as string).id
  })
  expect(ids).toEqual([42, 43])
})
