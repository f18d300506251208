import { expect, test, vi } from 'vitest'
import { ApiError } from '@/lib/api/error'
import { problemOf, unsupportedChain, WalletProblem } from './problem'

const wrapped = (inner: object) =>
  Object.assign(new Error('outer'), {
    name: 'TransactionExecutionError',
    cause: Object.assign(new Error('inner'), inner),
  })

test.each([
  [wrapped({ code: 4001 }), 'rejected'],
  [wrapped({ name: 'UserRejectedRequestError' }), 'rejected'],
  [wrapped({ code: -32002 }), 'busy'],
  [wrapped({ message: 'insufficient funds for intrinsic transaction cost' }), 'insufficient_funds'],
  [wrapped({ message: 'nonce has already been used' }), 'nonce_used'],
  [wrapped({ message: 'replacement transaction underpriced' }), 'fee_too_low'],
  [wrapped({ message: 'execution reverted: QuoteExpired' }), 'reverted'],
  [wrapped({ name: 'HttpRequestError' }), 'unreachable'],
  [wrapped({ name: 'ProviderNotFoundError' }), 'no_wallet'],
  [wrapped({ message: 'the node does not respond', code: -32603 }), 'unreachable'],
  [wrapped({ message: 'nonce too low' }), 'nonce_used'],
  [wrapped({ message: 'replacement fee too low' }), 'fee_too_low'],
  [wrapped({ message: 'legacy pre-eip-155 transactions not supported' }), 'legacy'],
  [wrapped({ message: 'cannot estimate gas; transaction may fail' }), 'reverted'],
  [wrapped({ message: 'transaction failed' }), 'failed'],
  [wrapped({ message: 'could not detect network' }), 'no_network'],
  [wrapped({ code: 4901 }), 'no_network'],
  [wrapped({ message: 'Transaction hash mismatch from Provider.sendTransaction.' }), 'hash_mismatch'],
  [wrapped({ message: 'unsupported provider' }), 'unsupported_provider'],
  [wrapped({ code: 4200 }), 'unsupported_provider'],
  [wrapped({ message: 'network does not support ENS' }), 'no_names'],
  [wrapped({ message: 'name service is not configured' }), 'no_names'],
  [wrapped({ message: 'bad result from backend' }), 'bad_result'],
  [wrapped({ name: 'ChainMismatchError' }), 'unsupported_chain'],
])('%# is %s', (error, code) => {
  const problem = problemOf(error)
  expect(problem).toBeInstanceOf(WalletProblem)
  expect(problem.code).toBe(code)
  expect(problem.message).toMatch(/^[A-Z].*\.$/)
})

test('messages after a price is locked don’t suggest the card', () => {
  for (const message of ['insufficient funds', 'execution reverted: AlreadyPaid'])
    expect(problemOf(wrapped({ message })).message).not.toContain('card')
})

test('a wrapped error of a wallet library keeps its message', () => {
  const inner = new WalletProblem('unsupported_chain', unsupportedChain(5, [1]))
  const outer = Object.assign(new Error('outer'), {
    cause: Object.assign(new Error('mid'), { cause: inner }),
  })
  expect(problemOf(outer)).toBe(inner)
})

test('an API error keeps its message', () => {
  expect(problemOf(new ApiError(409, 'quote_active', 'A price is locked.')).message).toBe(
    'A price is locked.',
  )
})

test('other errors are logged and quote the wallet', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(problemOf(new Error('the ledger is locked\nVersion: 1')).message).toContain(
    'It reports: the ledger is locked',
  )
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})

test('chains in words', () => {
  expect(unsupportedChain(5, [1, 100])).toBe('Unsupported chain id: 5. Supported chain ids are: 1, 100.')
})
