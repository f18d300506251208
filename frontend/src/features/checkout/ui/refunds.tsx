import { lazy, Suspense } from 'react'
import { formatEther, formatMoney } from '@/lib/money'
import { formatDate } from '@/lib/time'
import { useCoin } from '@/lib/wallet/coin'
import * as t from '@/messages/checkout'
import { bankDelay, refundStates } from '@/messages/checkout'
import type { Checkout, Refund } from '../model'
import styles from './checkout.module.css'

const AuctionOutcome = lazy(() =>
  import('./auction-order').then((module) => ({ default: module.AuctionOutcome })),
)

/** A refund in the chain's own coin; in words until its name is known. */
function Coins({ wei, chainId }: Pick<Refund, 'wei' | 'chainId'>) {
  const coin = useCoin(chainId)
  return wei && coin ? formatEther(wei, 6, coin) : t.yourMoney
}

/** Where the buyer sends the work, so that its refund goes out. */
function Return({ request, tokenId }: { request: NonNullable<Checkout['tokenReturn']>; tokenId: string }) {
  return (
    <p>
      {t.sendItBack(tokenId, formatDate(request.until))} <code>{request.to}</code>.{' '}
      {request.amount ? formatMoney(request.amount) : <Coins wei={request.wei} chainId={request.chainId} />}{' '}
      {t.refundedOnceBack}
    </p>
  )
}

/** Every refund, sent or pending, after what an auction means for the order. */
export function Refunds({ checkout }: { checkout: Checkout }) {
  return (
    <>
      {checkout.auction && (
        <Suspense fallback={null}>
          <AuctionOutcome checkout={checkout} />
        </Suspense>
      )}
      {checkout.tokenReturn && checkout.tokenId && (
        <Return request={checkout.tokenReturn} tokenId={checkout.tokenId} />
      )}
      {checkout.refunds?.map((refund) => (
        <p key={refund.id} className={styles.quiet}>
          {refund.amount ? formatMoney(refund.amount) : <Coins wei={refund.wei} chainId={refund.chainId} />}{' '}
          {refundStates[refund.status]} ({formatDate(refund.createdAt)}).
          {refund.status === 'succeeded' && !refund.transactionHash && ` ${bankDelay}`}
        </p>
      ))}
    </>
  )
}
