import { formatEther, formatMoney } from '@/lib/money'
import { formatDate } from '@/lib/time'
import { useCoin } from '@/lib/wallet/coin'
import type { Checkout, Refund } from '../model'
import styles from './checkout.module.css'

const stands: Record<Refund['status'], string> = {
  pending: 'is on its way back',
  succeeded: 'went back',
  failed: 'could not be sent back yet; a person looks at it',
}

/** What went back, in the chain's own coin; in words until its name is known. */
function Coins({ wei, chainId }: Pick<Refund, 'wei' | 'chainId'>) {
  const coin = useCoin(chainId)
  return wei && coin ? formatEther(wei, 6, coin) : 'Your money'
}

/** Every amount that went back, or is about to. */
export function Refunds({ checkout }: { checkout: Checkout }) {
  return checkout.refunds?.map((refund) => (
    <p key={refund.id} className={styles.quiet}>
      {refund.amount ? formatMoney(refund.amount) : <Coins wei={refund.wei} chainId={refund.chainId} />}{' '}
      {stands[refund.status]}, decided on {formatDate(refund.createdAt)}.
      {refund.status === 'succeeded' &&
        !refund.transactionHash &&
        ' Banks show it within five to ten working days.'}
    </p>
  ))
}
