'use client'

import { formatRemaining } from '@/lib/time'
import { Countdown } from '@/ui/countdown'

const format = (milliseconds: number) => `, in ${formatRemaining(milliseconds)}`

export function OpensIn({ at }: { at: string }) {
  return <Countdown to={at} format={format} after=", now: load the page again" />
}
