import { formatEther } from '@/lib/money'
import { formatClock } from '@/lib/time'
import { connectWallet } from '@/lib/wallet/wallet'
import { startEther, submitTransaction } from './calls'
import type { Billing, Checkout } from './model'

interface Steps {
  idempotencyKey: string
  billing: Billing
  /** What is happening, for people. */
  say: (words: string) => void
}

/**
 * Pays a checkout from the visitor's wallet: connect, lock the price, right network, send exactly the quote. Answers the
 * checkout that knows the transaction. Throws WalletProblem or ApiError; then nothing was sent.
 */
export async function payWithEther(
  checkoutId: string,
  { idempotencyKey, billing, say }: Steps,
): Promise<Checkout | null> {
  say('Choose a wallet.')
  const wallet = await connectWallet()
  say('Locking the price in ether. This takes a moment.')
  const quote = await startEther(checkoutId, billing, idempotencyKey)
  const price = formatEther(quote.value, 6)
  const until = formatClock(quote.expiresAt)
  say(
    `Your wallet has to be on the right network. Confirm the change there if it asks. The price is locked until ${until}.`,
  )
  await wallet.switchTo(quote.chainId)
  say(`Checking that the wallet holds ${price} and the network fee.`)
  const hash = await wallet.send(quote, (fee) =>
    say(
      `Confirm ${price} in your wallet, plus a network fee of about ${formatEther(fee, 6)}. The price is locked until ${until}; a later payment is refused by the contract and costs only the fee.`,
    ),
  )
  say('Sent. Waiting for the network to include it, usually within a minute.')
  try {
    return await submitTransaction(checkoutId, hash)
  } catch (error) {
    // A hint only: the payment is found on chain all the same.
    console.warn('The transaction could not be named to the server', error)
    return null
  }
}
