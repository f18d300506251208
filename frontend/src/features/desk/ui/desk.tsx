'use client'

import { Order } from './order'
import { Orders } from './orders'
import { Today } from './today'

/** The start page of staff: today and all orders; or one order. */
export function Desk({ lang, order }: { lang: string; order?: string }) {
  if (order) return <Order key={order} lang={lang} id={order} />
  return (
    <>
      <Today lang={lang} />
      <Orders lang={lang} />
    </>
  )
}
