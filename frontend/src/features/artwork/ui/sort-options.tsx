'use client'

import { useSearchParams } from 'next/navigation'

type Orders = (readonly [value: string, label: string])[]

/** The available orders: a search has its own default, whether the server rendered it or the address changed in place. */
export function SortOptions({ plain, searching }: { plain: Orders; searching: Orders }) {
  const orders = useSearchParams().get('search')?.trim() ? searching : plain
  return orders.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
