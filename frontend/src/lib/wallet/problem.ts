import { ApiError, NetworkError, wordsOf } from '@/lib/api/error'

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
  [
    'rejected',
    ({ code, name }) => code === 4001 || name === 'UserRejectedRequestError',
    'You declined in your wallet. Nothing was sent.',
  ],
  [
    'busy',
    ({ code }) => code === -32002,
    'Your wallet already has an open request. Open the wallet, confirm or decline it, then try again.',
  ],
  [
    'no_wallet',
    ({ name }) => name === 'ProviderNotFoundError' || name === 'ConnectorNotFoundError',
    'No wallet was found in this browser. Install one, or open this page in the browser of your wallet.',
  ],
  [
    'insufficient_funds',
    ({ name, message }) => name === 'InsufficientFundsError' || /insufficient funds/i.test(message ?? ''),
    'Your wallet doesn’t hold enough for the price and the network fee. Nothing was sent. Top it up, or choose another wallet.',
  ],
  [
    'nonce_used',
    ({ name, message }) =>
      name === 'NonceTooLowError' || /nonce too low|nonce.*already.*used/i.test(message ?? ''),
    'Your wallet reused the number of an earlier transaction. Nothing was sent. Reset the account in the wallet and try again.',
  ],
  [
    'fee_too_low',
    ({ name, message }) =>
      name === 'FeeCapTooLowError' || /replacement.*underpriced|replacement fee too low/i.test(message ?? ''),
    'The network fee is too low to replace an earlier transaction. Nothing was sent. Raise the fee in your wallet.',
  ],
  [
    'reverted',
    ({ name, message }) =>
      name === 'ExecutionRevertedError' ||
      /execution reverted|cannot estimate gas|always failing/i.test(message ?? ''),
    'The payment contract refuses this transaction, so nothing was sent. The locked price may have ended, or the order may be paid already. Wait a minute, then try again.',
  ],
  [
    'hash_mismatch',
    ({ message }) => /transaction hash mismatch/i.test(message ?? ''),
    'The wallet returned another transaction than the requested one, and may have sent it. Check your wallet before you try again.',
  ],
  [
    'failed',
    ({ message }) => /transaction failed|receipt status:? 0/i.test(message ?? ''),
    'The network included the transaction, but it failed. You only paid the network fee. Check your wallet, then try again.',
  ],
  [
    'legacy',
    ({ message }) => /eip-?155/i.test(message ?? ''),
    'Your wallet made a legacy transaction (before EIP-155), which networks no longer accept. Nothing was sent. Update the wallet, or use another one.',
  ],
  [
    'unsupported_chain',
    ({ name, code }) =>
      code === 4902 || name === 'ChainMismatchError' || name === 'SwitchChainNotSupportedError',
    'Your wallet is on another network and couldn’t switch. Nothing was sent. Switch the network in your wallet, then try again.',
  ],
  [
    'no_network',
    ({ code, message }) => code === 4900 || code === 4901 || /could not detect network/i.test(message ?? ''),
    'Your wallet isn’t connected to a network. Nothing was sent. Choose a network in your wallet, then try again.',
  ],
  [
    'unsupported_provider',
    ({ code, message }) => code === 4200 || code === -32601 || /unsupported provider/i.test(message ?? ''),
    'This wallet doesn’t support this action. Nothing was sent. Use another wallet.',
  ],
  [
    'no_names',
    ({ message }) => /name service|\bENS\b/.test(message ?? ''),
    'Name service not configured or unsupported. Use the address instead: 0x and 40 characters.',
  ],
  [
    'name_invalid',
    () => false,
    'This isn’t a valid name. Check its spelling, or use the address instead: 0x and 40 characters.',
  ],
  [
    'name_not_found',
    () => false,
    'This name doesn’t point to an Ethereum address. Check its spelling, or use the address instead.',
  ],
  [
    'bad_result',
    ({ code, message }) =>
      code === -32700 || /bad result from backend|is not valid JSON/i.test(message ?? ''),
    'The network returned an invalid response. Nothing was sent. Try again in a moment.',
  ],
  [
    'unreachable',
    ({ name, message }) =>
      name === 'HttpRequestError' ||
      name === 'TimeoutError' ||
      name === 'WebSocketRequestError' ||
      message === 'the node does not respond',
    'We can’t reach the network right now. Nothing was sent. Try again in a moment.',
  ],
]

/** A problem with our message for it. */
export function knownProblem(code: WalletProblemCode): WalletProblem {
  const [, , message] = words.find(([known]) => known === code) ?? words[0]!
  return new WalletProblem(code, message)
}

/** What happened, for people. Errors of the API keep the API's message. */
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
  return new WalletProblem(
    'unknown',
    `The wallet couldn’t do this.${said ? ` It reports: ${said.split('\n')[0]}` : ''}`,
  )
}

/** The message for a chain that the shop doesn't use. */
export const unsupportedChain = (id: number, supported: number[]) =>
  `Unsupported chain id: ${id}. Supported chain ids are: ${supported.join(', ')}.`
