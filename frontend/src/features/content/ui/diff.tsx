import { diffWordsWithSpace } from 'diff'
import { memo } from 'react'
import * as t from '@/messages/content'
import { changed, type Entry, shown, type Values } from '../model'
import styles from './content.module.css'

/** Beyond so many differences, or milliseconds, the texts are shown one after the other. */
const bounds = { maxEditLength: 2000, timeout: 200 }

interface DiffProps {
  names: string[]
  before: Values
  after: Values
  currency: string
  categories: Entry['categories']
}

/** What changed, field by field. */
export function Diff({ names, before, after, currency, categories }: DiffProps) {
  const text = (name: string, values: Values) => shown(name, values[name] ?? '', currency, categories)
  return (
    <dl className={styles.diff}>
      {changed(names, before, after).map((name) => (
        <div key={name}>
          <dt>{t.fields[name] ?? name}</dt>
          <dd>
            <Words before={text(name, before)} after={text(name, after)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Unchanged text without its middle. */
const excerpt = (text: string) => (text.length > 200 ? `${text.slice(0, 80)} … ${text.slice(-80)}` : text)

/** Compared once for each pair of texts, and not with each key that is pressed in the form above. */
const Words = memo(function Words({ before, after }: { before: string; after: string }) {
  const parts = before && after ? diffWordsWithSpace(before, after, bounds) : undefined
  if (!parts) {
    return (
      <>
        <del>{before || t.empty}</del> <ins>{after || t.empty}</ins>
      </>
    )
  }
  return parts.map(({ value, added, removed }, i) => {
    const key = `${i} ${value.length}`
    if (added) return <ins key={key}>{value}</ins>
    return removed ? <del key={key}>{value}</del> : <span key={key}>{excerpt(value)}</span>
  })
})
