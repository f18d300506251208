import { encodeFunctionResult, getAddress, parseAbi, zeroAddress } from 'viem'
import { namehash } from 'viem/ens'
import { afterEach, expect, test, vi } from 'vitest'
import { resolveName } from './names'

const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
const resolver = '0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63'
const target = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const service = { chainId: 31337, registry }

const word = (address: string) =>
  encodeFunctionResult({
    abi: parseAbi(['function f() view returns (address)']),
    functionName: 'f',
    result: getAddress(address),
  })

/** A node that gives these replies one after the other. */
function node(...replies: object[]) {
  const calls: { path: string; body: { method: string; params: [{ to: string; data: string }, string] } }[] =
    []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ path, body: JSON.parse(String(init.body)) })
    return Response.json({ jsonrpc: '2.0', id: 42, ...replies[calls.length - 1] })
  })
  return calls
}

afterEach(() => vi.unstubAllGlobals())

test('a name is normalized, its resolver read from the registry and its address from the resolver', async () => {
  const calls = node({ result: word(resolver) }, { result: word(target.toLowerCase()) })
  expect(await resolveName(service, ' Alice.ETH ')).toEqual({ name: 'alice.eth', address: target })
  expect(calls.map(({ path }) => path)).toEqual(['/rpc/31337', '/rpc/31337'])
  expect(calls.map(({ body }) => [body.method, body.params[0].to, body.params[1]])).toEqual([
    ['eth_call', registry, 'latest'],
    ['eth_call', resolver, 'latest'],
  ])
  for (const { body } of calls) expect(body.params[0].data).toContain(namehash('alice.eth').slice(2))
})

test.each<[string, string, object[], string]>([
  ['no resolver', 'bob.eth', [{ result: word(zeroAddress) }], 'name_not_found'],
  ['no address', 'bob.eth', [{ result: word(resolver) }, { result: word(zeroAddress) }], 'name_not_found'],
  [
    'a resolver that is no contract',
    'bob.eth',
    [{ result: word(resolver) }, { result: '0x' }],
    'name_not_found',
  ],
  [
    'a resolver that reverts',
    'bob.eth',
    [{ result: word(resolver) }, { error: { code: 3, message: 'execution reverted', data: '0x' } }],
    'name_not_found',
  ],
  [
    'records off chain',
    'bob.eth',
    [{ result: word(resolver) }, { error: { code: 3, message: 'execution reverted', data: '0x556f183000' } }],
    'no_names',
  ],
  ['no registry', 'bob.eth', [{ result: '0x' }], 'no_names'],
  [
    'a node that fails',
    'bob.eth',
    [{ error: { code: -32603, message: 'the node did not respond' } }],
    'unreachable',
  ],
  ['not a name', 'al ice.eth', [], 'name_invalid'],
  ['letters of two scripts', 'p\u0430ypal.eth', [], 'name_invalid'],
])('%s: %s', async (_, name, replies, code) => {
  node(...replies)
  await expect(resolveName(service, name)).rejects.toMatchObject({ name: 'WalletProblem', code })
})
