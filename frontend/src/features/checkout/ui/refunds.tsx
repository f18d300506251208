import { formatEther, formatMoney } from '@/lib/money'
import { formatDate } from '@/lib/time'
import type { Checkout, Refund } from '../model'
import styles from './checkout.module.css'

const stands: Record<Refund['status'], string> = {
  pending: 'is on its way back',
  succeeded: 'went back',
  failed: 'could not be sent back yet; a person looks at it',
}

const amountOf = ({ amount, wei }: Refund) =>
  amount ? formatMoney(amount) : wei ? formatEther(wei, 6) : 'Your money'

/** Every amount that went back, or is about to. */
export function Refunds({ checkout }: { checkout: Checkout }) {
  return checkout.refunds?.map((refund) => (
    <p key={refund.id} className={styles.quiet}>
      {amountOf(refund)} {stands[refund.status]}, decided on {formatDate(refund.createdAt)}.
      {refund.status === 'succeeded' &&
        !refund.transactionHash &&
        ' Banks show it within five to ten working days.'}
    </p>
  ))
}
