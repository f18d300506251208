import type { ReactNode } from 'react'
import * as t from '@/messages/listing'
import { Empty } from './empty'
import { Link } from './link'
import styles from './listing.module.css'

export { default as listing } from './listing.module.css'

/** Heading and count of a listing, and the content next to the count. */
export function ListingHead({
  title,
  count,
  children,
}: {
  title: string
  count: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {children}
      <p className={`${styles.count} figures`} aria-live="polite">
        {count}
      </p>
    </div>
  )
}

interface ChipsProps {
  chips: { filter: string; value: string; href: string }[]
  clearHref: string
}

/** The active filters, each removable. */
export function Chips({ chips, clearHref }: ChipsProps) {
  if (chips.length === 0) return null
  return (
    <ul role="list" className={styles.chips} aria-label={t.activeFilters}>
      {chips.map(({ filter, value, href }) => (
        <li key={`${filter}:${value}`}>
          <Link href={href} scroll={false}>
            {filter}: <bdi>{value}</bdi> <span className={styles.remove}>{t.remove}</span>
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link href={clearHref} scroll={false} className={styles.clear}>
            {t.clearFilters}
          </Link>
        </li>
      )}
    </ul>
  )
}

/** A list without results. */
export function NoResults({ children, clearHref }: { children: ReactNode; clearHref?: string }) {
  return (
    <Empty>
      <p>{children}</p>
      {clearHref && <Link href={clearHref}>{t.clearFilters}</Link>}
    </Empty>
  )
}
