import type { ReactNode } from 'react'
import { frame } from '@/ui/page'
import styles from './queue.module.css'

interface CasesProps<Item> {
  /** The id of the heading. */
  id: string
  title: string
  lead?: string
  items: Item[]
  show: (item: Item) => ReactNode
}

/** A part of the queue; nothing while it is empty and has nothing to say about that. */
export function Cases<Item extends { id: string }>({ id, title, lead, items, show }: CasesProps<Item>) {
  if (items.length === 0 && !lead) return null
  return (
    <section className={frame.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead && <p className={styles.quiet}>{lead}</p>}
      <ul role="list" className={styles.cases}>
        {items.map((item) => (
          <li key={item.id}>{show(item)}</li>
        ))}
      </ul>
    </section>
  )
}
