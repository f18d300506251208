'use client'

import { may } from '@/lib/session/roles'
import { Drops } from './drops'
import { Order } from './order'
import { Orders } from './orders'
import { Schedule } from './schedule'
import { Today } from './today'

interface DeskProps {
  lang: string
  order?: string
  /** The drop whose phases are shown; empty for all drops. */
  drop?: string
  roles: string[] | undefined
}

/** Today and all orders; or one order, or the phases of drops. Only those who decide about money see what decides about it. */
export function Desk({ lang, order, drop, roles }: DeskProps) {
  const decides = may(roles, 'finance')
  const opensAccounts = may(roles, 'support', 'admin')
  if (order)
    return <Order key={order} lang={lang} id={order} decides={decides} opensAccounts={opensAccounts} />
  if (drop) return <Schedule key={drop} lang={lang} id={drop} />
  if (drop !== undefined) return <Drops lang={lang} />
  return (
    <>
      <Today lang={lang} decides={decides} />
      <Orders lang={lang} />
    </>
  )
}
