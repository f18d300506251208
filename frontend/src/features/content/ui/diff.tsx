import * as t from '@/messages/content'
import { Diff as Rows } from '@/ui/diff'
import { changed, type Entry, shown, type Values } from '../model'

interface DiffProps {
  names: string[]
  before: Values
  after: Values
  currency: string
  categories: Entry['categories']
}

/** The changes of an entry, field by field. */
export function Diff({ names, before, after, currency, categories }: DiffProps) {
  const text = (name: string, values: Values) => shown(name, values[name] ?? '', currency, categories)
  const rows = changed(names, before, after).map((name) => ({
    name,
    label: t.fields[name] ?? name,
    before: text(name, before),
    after: text(name, after),
  }))
  return <Rows rows={rows} empty={t.empty} />
}
