import { formatClock, formatRemaining } from '@/lib/time'
import * as t from '@/messages/checkout'
import { Countdown } from '@/ui/countdown'
import { type Checkout, localTime } from '../model'

interface HeldUntilProps {
  step: { checkout: Checkout; receivedAt: number }
  onEnd?: () => void
}

/** "Held for you until 11:56, 14:32 left". Screen readers skip the countdown. */
export function HeldUntil({ step: { checkout, receivedAt }, onEnd }: HeldUntilProps) {
  const until = localTime(checkout.expiresAt, checkout, receivedAt)
  return (
    <>
      {t.heldUntil} <time dateTime={checkout.expiresAt}>{formatClock(until)}</time>
      <span aria-hidden="true">
        {', '}
        <Countdown to={until} format={formatRemaining} after="0:00" onEnd={onEnd} now={Date.now} />{' '}
        {t.timeLeft}
      </span>
    </>
  )
}
