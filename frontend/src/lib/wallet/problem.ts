import { ApiError, NetworkError, wordsOf } from '@/lib/api/error'
import * as t from '@/messages/wallet'

type WalletProblemCode =
  | 'rejected'
  | 'no_wallet'
  | 'busy'
  | 'unsupported_chain'
  | 'insufficient_funds'
  | 'insufficient_fee'
  | 'nonce_used'
  | 'fee_too_low'
  | 'reverted'
  | 'other_account'
  | 'failed'
  | 'legacy'
  | 'no_network'
  | 'hash_mismatch'
  | 'unsupported_provider'
  | 'no_names'
  | 'name_invalid'
  | 'name_not_found'
  | 'bad_result'
  | 'unreachable'
  | 'closed'
  | 'unknown'

/** A problem between the page and a wallet. The message is for people. */
export class WalletProblem extends Error {
  override name = 'WalletProblem'
  constructor(
    readonly code: WalletProblemCode,
    message: string,
  ) {
    super(message)
  }
}

interface Link {
  name?: string
  code?: number
  message?: string
  shortMessage?: string
  cause?: unknown
}

/** An error and its causes: wallet errors are wrapped. */
function* chainOf(error: unknown): Generator<Link> {
  let at = error
  for (let depth = 0; at && typeof at === 'object' && depth < 12; depth++) {
    yield at as Link
    at = (at as Link).cause
  }
}

const words: [WalletProblemCode, (link: Link) => boolean, string][] = [
  ['rejected', ({ code, name }) => code === 4001 || name === 'UserRejectedRequestError', t.declined],
  ['busy', ({ code }) => code === -32002, t.busy],
  [
    'no_wallet',
    ({ name }) => name === 'ProviderNotFoundError' || name === 'ConnectorNotFoundError',
    t.noneFound,
  ],
  [
    'insufficient_funds',
    ({ name, message }) => name === 'InsufficientFundsError' || /insufficient funds/i.test(message ?? ''),
    t.insufficientFunds,
  ],
  [
    'nonce_used',
    ({ name, message }) =>
      name === 'NonceTooLowError' || /nonce too low|nonce.*already.*used/i.test(message ?? ''),
    t.nonceUsed,
  ],
  [
    'fee_too_low',
    ({ name, message }) =>
      name === 'FeeCapTooLowError' || /replacement.*underpriced|replacement fee too low/i.test(message ?? ''),
    t.feeTooLow,
  ],
  [
    'reverted',
    ({ name, message }) =>
      name === 'ExecutionRevertedError' ||
      /execution reverted|cannot estimate gas|always failing/i.test(message ?? ''),
    t.reverted,
  ],
  ['hash_mismatch', ({ message }) => /transaction hash mismatch/i.test(message ?? ''), t.hashMismatch],
  ['failed', ({ message }) => /transaction failed|receipt status:? 0/i.test(message ?? ''), t.failed],
  ['legacy', ({ message }) => /eip-?155/i.test(message ?? ''), t.legacyTransaction],
  [
    'unsupported_chain',
    ({ name, code }) =>
      code === 4902 || name === 'ChainMismatchError' || name === 'SwitchChainNotSupportedError',
    t.otherNetwork,
  ],
  [
    'no_network',
    ({ code, message }) => code === 4900 || code === 4901 || /could not detect network/i.test(message ?? ''),
    t.notConnected,
  ],
  [
    'unsupported_provider',
    ({ code, message }) => code === 4200 || code === -32601 || /unsupported provider/i.test(message ?? ''),
    t.unsupportedAction,
  ],
  ['no_names', ({ message }) => /name service|\bENS\b/.test(message ?? ''), t.noNames],
  ['name_invalid', () => false, t.nameInvalid],
  ['name_not_found', () => false, t.nameNotFound],
  [
    'bad_result',
    ({ code, message }) =>
      code === -32700 || /bad result from backend|is not valid JSON/i.test(message ?? ''),
    t.badResult,
  ],
  [
    'unreachable',
    ({ name, message }) =>
      name === 'HttpRequestError' ||
      name === 'TimeoutError' ||
      name === 'WebSocketRequestError' ||
      message === 'the node does not respond',
    t.unreachable,
  ],
]

/** A problem with our message for it. */
export function knownProblem(code: WalletProblemCode): WalletProblem {
  const [, , message] = words.find(([known]) => known === code) ?? words[0]!
  return new WalletProblem(code, message)
}

/** What happened, as a text for people. Errors of the API keep the API's message. */
export function problemOf(error: unknown): WalletProblem {
  for (const link of chainOf(error)) if (link instanceof WalletProblem) return link
  if (error instanceof ApiError || error instanceof NetworkError)
    return new WalletProblem('unknown', wordsOf(error))
  for (const [code, matches, message] of words) {
    for (const link of chainOf(error)) if (matches(link)) return new WalletProblem(code, message)
  }
  console.error('Unknown wallet error', error)
  const [first] = chainOf(error)
  const said = first?.shortMessage ?? first?.message
  return new WalletProblem('unknown', t.unknown(said ? t.walletReports(said.split('\n')[0]!) : ''))
}

/** The message for a chain that the shop doesn't use. */
export const unsupportedChain = (id: number, supported: number[]) =>
  t.unsupportedChain(id, supported.join(', '))
