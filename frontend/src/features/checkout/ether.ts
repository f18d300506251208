import { useEtherPrice } from '@/lib/ether-price'
import { formatEther, toWei } from '@/lib/money'
import { formatClock } from '@/lib/time'
import { coinOf } from '@/lib/wallet/coin'
import { connectWallet } from '@/lib/wallet/wallet'
import { startEther, submitTransaction } from './calls'
import { type Billing, type Checkout, isQuoted } from './model'

interface Steps {
  /** Where the work's price is asked; a checkout knows its chain only once a price was locked. */
  chainId: number
  idempotencyKey: string
  billing: Billing
  /** What is happening, for people. */
  say: (words: string) => void
}

interface Sent {
  hash: string
  /** The checkout that knows the transaction; null where the server could not be told. */
  checkout: Checkout | null
}

/** What the page says that the price is about, in wei; null where nobody knows, and where the coin is not ether. */
function shownPrice({ price }: Checkout, coin: string | undefined): bigint | null {
  const rate = useEtherPrice.getState().storedUsdPriceInEth
  return coin === 'ETH' && rate ? toWei(price.amount, price.currency, rate) : null
}

/**
 * Pays a checkout from the visitor's wallet: connect, right network, enough coin, lock the price, send exactly the quote.
 * Throws WalletProblem, ApiError or NetworkError; then nothing was sent. Once the price is locked nothing but ether pays and
 * nothing cancels, so whatever may stop a payment is looked for before.
 */
export async function payWithEther(
  checkout: Checkout,
  { chainId, idempotencyKey, billing, say }: Steps,
): Promise<Sent> {
  say('Choose a wallet.')
  const wallet = await connectWallet()
  say('Your wallet has to be on the right network. Confirm the change there if it asks.')
  await wallet.switchTo(chainId)
  const coin = await coinOf(chainId)
  const about = isQuoted(checkout) ? null : shownPrice(checkout, coin)
  if (about !== null) {
    say('Checking that the wallet holds the price.')
    await wallet.expectCoin(chainId, about)
  }
  say('Locking the price. This takes a moment.')
  const quote = await startEther(checkout.id, billing, idempotencyKey)
  const price = formatEther(quote.value, 6, coin)
  const until = formatClock(quote.expiresAt)
  say(`Checking that the wallet holds ${price} and the network fee. The price is locked until ${until}.`)
  const hash = await wallet.send(quote, (fee) =>
    say(
      `Confirm ${price} in your wallet, plus a network fee of about ${formatEther(fee, undefined, coin)}. The price is locked until ${until}; a later payment is refused by the contract and costs only the fee.`,
    ),
  )
  say('Sent. Waiting for the network to include it, usually within a minute.')
  try {
    return { hash, checkout: await submitTransaction(checkout.id, hash) }
  } catch (error) {
    // A hint only: the payment is found on chain all the same.
    console.warn('The transaction could not be named to the server', error)
    return { hash, checkout: null }
  }
}
