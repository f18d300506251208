'use client'

import { formatRemaining } from '@/lib/time'
import * as t from '@/messages/artwork'
import { Moment } from '@/ui/moment'

const format = (milliseconds: number) => t.opensIn(formatRemaining(milliseconds))

export function OpensIn({ at }: { at: string }) {
  return <Moment to={at} format={format} after={t.opening} />
}
