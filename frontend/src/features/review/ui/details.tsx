import type { ComponentProps, ReactNode } from 'react'
import * as t from '@/messages/review'
import { Details as List } from '@/ui/details'
import { Link } from '@/ui/link'

interface DetailsProps extends ComponentProps<typeof List> {
  lang: string
}

/** The details of a case. An order is a link to its page. */
export function Details({ lang, details }: DetailsProps) {
  const link = (id: ReactNode) => <Link href={`/${lang}/profile/desk/orders/${id}/`}>{id}</Link>
  return (
    <List
      details={details.map(([label, value, mono]) => [
        label,
        label === t.order && value ? link(value) : value,
        mono,
      ])}
    />
  )
}
