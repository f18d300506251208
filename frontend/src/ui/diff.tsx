import { diffWordsWithSpace } from 'diff'
import { memo } from 'react'
import styles from './diff.module.css'

/** Above this many differences, or milliseconds, the texts are shown one after the other. */
const bounds = { maxEditLength: 2000, timeout: 200 }

interface Row {
  name: string
  label: string
  before: string
  after: string
}

/** The changes, field by field. `empty` replaces an empty text. */
export function Diff({ rows, empty }: { rows: Row[]; empty: string }) {
  return (
    <dl className={styles.diff}>
      {rows.map(({ name, label, before, after }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd dir="auto">
            <Words before={before} after={after} empty={empty} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Unchanged text without its middle. */
const excerpt = (text: string) => (text.length > 200 ? `${text.slice(0, 80)} … ${text.slice(-80)}` : text)

/** Compared once for each pair of texts, and not on each keystroke in the form above. */
const Words = memo(function Words({ before, after, empty }: Omit<Row, 'name' | 'label'> & { empty: string }) {
  const parts = before && after ? diffWordsWithSpace(before, after, bounds) : undefined
  if (!parts) {
    return (
      <>
        <del>{before || empty}</del> <ins>{after || empty}</ins>
      </>
    )
  }
  return parts.map(({ value, added, removed }, i) => {
    const key = `${i} ${value.length}`
    if (added) return <ins key={key}>{value}</ins>
    return removed ? <del key={key}>{value}</del> : <span key={key}>{excerpt(value)}</span>
  })
})
