import { useEtherPrice } from '@/lib/ether-price'
import { formatEther, toWei } from '@/lib/money'
import { formatClock } from '@/lib/time'
import { coinOf } from '@/lib/wallet/coin'
import { connectWallet } from '@/lib/wallet/wallet'
import { page, walletText } from '@/messages/checkout'
import { startEther, submitTransaction } from './calls'
import { type Billing, type Checkout, isQuoted } from './model'

interface Steps {
  /** Where the work's price is asked; a checkout knows its chain only once a price was locked. */
  chainId: number
  idempotencyKey: string
  billing: Billing
  /** What is happening, for people. */
  say: (words: string) => void
  /** The price was locked: from here the order waits for it. */
  onLocked: () => void
}

interface Sent {
  hash: string
  /** The checkout that knows the transaction; null if the server couldn't be reached. */
  checkout: Checkout | null
}

/** The approximate price that the page shows, in wei; null where it is unknown, and where the coin is not ether. */
function shownPrice({ price }: Checkout, coin: string | undefined): bigint | null {
  const rate = useEtherPrice.getState().storedUsdPriceInEth
  return coin === 'ETH' && rate ? toWei(price.amount, price.currency, rate) : null
}

/**
 * Pays a checkout from the visitor's wallet: connect, right network, enough coin, lock the price, send exactly the quote.
 * Throws WalletProblem, ApiError or NetworkError; then nothing was sent. Whatever may stop a payment is checked before the price is
 * locked, because the order then waits for it.
 */
export async function payWithEther(
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
