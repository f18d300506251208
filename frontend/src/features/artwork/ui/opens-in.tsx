'use client'

import { formatRemaining } from '@/lib/time'
import { Moment } from '@/ui/moment'

const format = (milliseconds: number) => `, in ${formatRemaining(milliseconds)}`

export function OpensIn({ at }: { at: string }) {
  return <Moment to={at} format={format} after=", opening…" />
}
