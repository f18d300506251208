import type { ReactNode } from 'react'
import styles from './queue.module.css'

/** A list of labels and values; hashes and ids are monospaced. */
export function Details({ details }: { details: [label: string, value: ReactNode, mono: boolean][] }) {
  return (
    <dl className={styles.details}>
      {details.map(([label, value, mono]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={mono ? 'mono' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
