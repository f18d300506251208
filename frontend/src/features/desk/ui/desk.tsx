'use client'

import { may } from '@/lib/session/roles'
import { Order } from './order'
import { Orders } from './orders'
import { Today } from './today'

interface DeskProps {
  lang: string
  order?: string
  roles: string[] | undefined
}

/** The start page of staff: today and all orders; or one order. Only those who decide about money see what decides about it. */
export function Desk({ lang, order, roles }: DeskProps) {
  const decides = may(roles, 'finance')
  if (order) return <Order key={order} lang={lang} id={order} decides={decides} />
  return (
    <>
      <Today lang={lang} decides={decides} />
      <Orders lang={lang} />
    </>
  )
}
