import { ApiError, NetworkError } from '@/lib/api/error'
import { useEtherPrice } from '@/lib/ether-price'
import { formatEther, toWei } from '@/lib/money'
import { formatClock } from '@/lib/time'
import { coinOf } from '@/lib/wallet/coin'
import { problemOf } from '@/lib/wallet/problem'
import { connectWallet } from '@/lib/wallet/wallet'
import { page, walletText } from '@/messages/checkout'
import { startEther, submitTransaction } from './calls'
import { type Billing, type Checkout, isQuoted } from './model'

interface Steps {
  /** The chain of the work's price; a checkout has a chain only once a price was locked. */
  chainId: number
  idempotencyKey: string
  billing: Billing
  /** The current step, as a text for people. */
  say: (words: string) => void
  /** The price was locked: from now on the order waits for the payment. */
  onLocked: () => void
}

interface Sent {
  hash: string
  /** The checkout with the transaction; null if the server couldn't be reached. */
  checkout: Checkout | null
}

/** The approximate price on the page, in wei; null if it is unknown, and for coins other than ether. */
function shownPrice({ price }: Checkout, coin: string | undefined): bigint | null {
  const rate = useEtherPrice.getState().storedUsdPriceInEth
  return coin === 'ETH' && rate ? toWei(price.amount, price.currency, rate) : null
}

/**
 * Pays a checkout from the visitor's wallet: connects, selects the network, checks the balance, locks the price, and sends exactly the quote.
 * Throws WalletProblem, ApiError or NetworkError if nothing was sent. It checks whatever may stop a payment before it locks the
 * price, because the order then waits for it.
 */
export const payWithEther = (checkout: Checkout, steps: Steps): Promise<Sent> =>
  payNow(checkout, steps).catch((error: unknown) => {
    throw error instanceof ApiError || error instanceof NetworkError ? error : problemOf(error)
  })

async function payNow(
  checkout: Checkout,
  { chainId, idempotencyKey, billing, say, onLocked }: Steps,
): Promise<Sent> {
  say(page.choosingWallet)
  const wallet = await connectWallet()
  say(walletText.network)
  await wallet.switchTo(chainId)
  const coin = await coinOf(chainId)
  const about = isQuoted(checkout) ? null : shownPrice(checkout, coin)
  if (about !== null) {
    say(walletText.checkingPrice)
    await wallet.expectCoin(chainId, about)
  }
  say(walletText.locking)
  const quote = await startEther(checkout.id, billing, idempotencyKey)
  onLocked()
  const price = formatEther(quote.value, 6, coin)
  const until = formatClock(quote.expiresAt)
  say(walletText.checkingFunds(price, until))
  const hash = await wallet.send(quote, (fee) =>
    say(walletText.confirm(price, formatEther(fee, undefined, coin), until)),
  )
  say(walletText.sent)
  try {
    return { hash, checkout: await submitTransaction(checkout.id, hash) }
  } catch (error) {
    // Only a hint: the payment is found on chain anyway.
    console.warn('The transaction could not be named to the server', error)
    return { hash, checkout: null }
  }
}
