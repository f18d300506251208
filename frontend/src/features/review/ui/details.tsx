import type { ReactNode } from 'react'
import * as t from '@/messages/review'
import { Link } from '@/ui/link'
import styles from './queue.module.css'

interface DetailsProps {
  lang: string
  details: [label: string, value: ReactNode, mono: boolean][]
}

/** A list of labels and values; hashes and ids are monospaced, and an order is a link. */
export function Details({ lang, details }: DetailsProps) {
  return (
    <dl className={styles.details}>
      {details.map(([label, value, mono]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={mono ? 'mono' : undefined}>
            {label === t.order ? <Link href={`/${lang}/profile/desk/orders/${value}/`}>{value}</Link> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
