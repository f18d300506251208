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
    'The wallet does not hold enough for the price and the network fee. Nothing was sent. Top it up, or choose another wallet.',
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
    'The wallet answered with another transaction than the one it was asked for, which it may have sent. Look into the wallet before you try again.',
  ],
  [
    'failed',
    ({ message }) => /transaction failed|receipt status:? 0/i.test(message ?? ''),
    'The network took the transaction and refused what it asks for: only the network fee was spent. Look into the wallet, then try again.',
  ],
  [
    'legacy',
    ({ message }) => /eip-?155/i.test(message ?? ''),
    'Your wallet made a transaction of an old kind (before EIP-155), which networks no longer take. Nothing was sent. Update the wallet, or use another one.',
  ],
  [
    'unsupported_chain',
    ({ name, code }) =>
      code === 4902 || name === 'ChainMismatchError' || name === 'SwitchChainNotSupportedError',
    'The wallet is on another network and could not change to the right one. Nothing was sent. Change it in the wallet, then try again.',
  ],
  [
    'no_network',
    ({ code, message }) => code === 4900 || code === 4901 || /could not detect network/i.test(message ?? ''),
    'The wallet does not tell which network it is on, or has lost it. Nothing was sent. Choose a network in the wallet, then try again.',
  ],
  [
    'unsupported_provider',
    ({ code, message }) => code === 4200 || code === -32601 || /unsupported provider/i.test(message ?? ''),
    'This wallet cannot do what is needed here. Nothing was sent. Use another wallet.',
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
    'The network answered something that cannot be right. Nothing was sent. Try again in a moment.',
  ],
  [
    'unreachable',
    ({ name, message }) =>
      name === 'HttpRequestError' ||
      name === 'TimeoutError' ||
      name === 'WebSocketRequestError' ||
      message === 'the node did not answer',
    'The network cannot be reached right now. Nothing was sent. Try again in a moment.',
  ],
]

/** A problem in the words that we have for it. */
export function knownProblem(code: WalletProblemCode): WalletProblem {
  const [, , message] = words.find(([known]) => known === code) ?? words[0]!
  return new WalletProblem(code, message)
}

/** What happened, for people. Anything the API said keeps the API's words. */
export function problemOf(error: unknown): WalletProblem {
  for (const link of chainOf(error)) if (link instanceof WalletProblem) return link
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

/** The sentence for a chain that is not among ours. */
export const unsupportedChain = (id: number, supported: number[]) =>
  `Unsupported chain id: ${id}. Supported chain ids are: ${supported.join(', ')}.`
