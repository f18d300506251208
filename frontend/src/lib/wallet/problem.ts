import { ApiError, NetworkError, wordsOf } from '@/lib/api/error'

export type WalletProblemCode =
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
  | 'unreachable'
  | 'closed'
  | 'unknown'

/** Something between the page and a wallet went wrong; the message is for people. */
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

/** Errors of wallets come wrapped; this walks to the first that we have words for. */
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
    'Your wallet already has an open request. Open the wallet, answer it, then try again.',
  ],
  [
    'no_wallet',
    ({ name }) => name === 'ProviderNotFoundError' || name === 'ConnectorNotFoundError',
    'No wallet was found in this browser. Install one, or open this page in the browser of your wallet.',
  ],
  [
    'insufficient_funds',
    ({ name, message }) => name === 'InsufficientFundsError' || /insufficient funds/i.test(message ?? ''),
    'The wallet does not hold enough ether for the price and the network fee. Nothing was sent. Top it up, or pay by card.',
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
    'The payment contract refuses this transaction, so nothing was sent. The locked price may have ended; ask for a new one.',
  ],
  [
    'unreachable',
    ({ name }) => name === 'HttpRequestError' || name === 'TimeoutError' || name === 'WebSocketRequestError',
    'The network cannot be reached right now. Nothing was sent. Try again in a moment.',
  ],
]

/** What happened, for people. Anything the API said keeps the API's words. */
export function problemOf(error: unknown): WalletProblem {
  if (error instanceof WalletProblem) return error
  if (error instanceof ApiError || error instanceof NetworkError)
    return new WalletProblem('unknown', wordsOf(error))
  for (const [code, matches, message] of words) {
    for (const link of chainOf(error)) if (matches(link)) return new WalletProblem(code, message)
  }
  console.error('The wallet says', error)
  const [first] = chainOf(error)
  const said = first?.shortMessage ?? first?.message
  return new WalletProblem(
    'unknown',
    `The wallet could not do this.${said ? ` It says: ${said.split('\n')[0]}` : ''}`,
  )
}
