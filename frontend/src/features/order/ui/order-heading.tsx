'use client'

import { useEffect } from 'react'
import { tabTitle } from '@/lib/metadata'
import * as t from '@/messages/order'
import { shortNumber } from '../model'
import { useShownOrder } from '../shown'

/** The heading of an order's page, and its tab's title: the order's number until its work is known. */
export function OrderHeading({ id }: { id: string }) {
  const name = useShownOrder((shown) => (shown.id === id ? shown.name : ''))
  useEffect(() => {
    if (name) document.title = tabTitle(name)
  }, [name])
  return <h1 id="order">{name || t.heading(shortNumber(id))}</h1>
}
