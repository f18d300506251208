import * as t from '@/messages/listing'
import { Link } from './link'
import styles from './pagination.module.css'

/** The page numbers to show: the ends, the current page and its neighbours. 0 is a gap. */
export function pagesToName(page: number, count: number): number[] {
  const wanted = [1, page - 1, page, page + 1, count].filter((n) => n >= 1 && n <= count)
  const pages = [...new Set(wanted)].sort((a, b) => a - b)
  return pages.flatMap((n, i) => {
    const before = pages[i - 1]
    if (before === undefined || n - before === 1) return [n]
    return n - before === 2 ? [n - 1, n] : [0, n]
  })
}

interface PaginationProps {
  page: number
  pageCount: number
  hrefOf: (page: number) => string
}

export function Pagination({ page, pageCount, hrefOf }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label={t.pagination} className={styles.pagination}>
      {page > 1 ? (
        <Link href={hrefOf(page - 1)} rel="prev">
          {t.previous}
        </Link>
      ) : (
        <span className={styles.off}>{t.previous}</span>
      )}
      <ol role="list" className={`${styles.pages} figures`} data-of={t.ofPages(pageCount)}>
        {pagesToName(page, pageCount).map((n, i) =>
          n === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other key
            <li key={`gap-${i}`} aria-hidden="true" className={styles.off}>
              …
            </li>
          ) : (
            <li key={n}>
              <Link href={hrefOf(n)} aria-label={t.page(n)} aria-current={n === page ? 'page' : undefined}>
                {n}
              </Link>
            </li>
          ),
        )}
      </ol>
      {page < pageCount ? (
        <Link href={hrefOf(page + 1)} rel="next">
          {t.next}
        </Link>
      ) : (
        <span className={styles.off}>{t.next}</span>
      )}
    </nav>
  )
}
