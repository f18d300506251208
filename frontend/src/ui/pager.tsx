import * as t from '@/messages/listing'
import { Button } from './button'
import styles from './pager.module.css'

interface PagerProps {
  /** The name for screen readers. */
  label: string
  page: number
  pageCount: number
  before: string
  after: string
  onPage: (page: number) => void
}

/** Buttons to the previous and next page of a list that loads in place. At the ends they stay focusable, so that the keyboard keeps its place. */
export function Pager({ label, page, pageCount, before, after, onPage }: PagerProps) {
  if (pageCount <= 1) return null
  const turn = (to: number, text: string) => {
    const ends = to < 1 || to > pageCount
    return (
      <Button kind="text" aria-disabled={ends || undefined} onClick={ends ? undefined : () => onPage(to)}>
        {text}
      </Button>
    )
  }
  return (
    <nav aria-label={label} className={styles.pager}>
      {turn(page - 1, before)}
      <span className={`${styles.place} figures`}>{t.pageOf(page, pageCount)}</span>
      {turn(page + 1, after)}
    </nav>
  )
}
