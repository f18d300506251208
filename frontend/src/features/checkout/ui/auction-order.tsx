import { formatEther, formatMoney, type Money } from '@/lib/money'
import { useCoin } from '@/lib/wallet/coin'
import * as t from '@/messages/auctions'
import type { Checkout } from '../model'
import styles from './checkout.module.css'

/** What an auction promises its buyers. Without a hold, the price isn't fixed yet. */
export function AuctionPromise({ price }: { price: Money | null }) {
  return (
    <p className={styles.quiet}>
      {price ? t.yourPrice(price) : t.fixedWhenHeld} {t.difference}
    </p>
  )
}

/** The states of orders to which an auction's last price applies. */
const bought = new Set<Checkout['status']>(['paid', 'delivering', 'completed', 'disputed'])

/** The auction of a bought edition: the promise, and after its end the last price and the refund. */
export function AuctionOutcome({ checkout }: { checkout: Checkout }) {
  const { auction, price, refunds, status } = checkout
  const back = refunds?.find(({ reason }) => reason === 'auction_settled')
  const coin = useCoin(back?.chainId ?? 0)
  if (!auction || !bought.has(status)) return null
  if (!auction.lastPrice)
    return (
      <p className={styles.quiet}>
        {auction.status === 'settled' ? t.noSale : `${t.yours(price)} ${t.difference}`}
      </p>
    )
  const sum = back && (back.amount ? formatMoney(back.amount) : formatEther(back.wei, 6, coin || 'ETH'))
  const same = auction.lastPrice.amount === price.amount
  return (
    <p>
      {t.lastPrice(auction.lastPrice)} {sum ? t.goesBack(sum) : same && t.nothingBack}
    </p>
  )
}
