import type { ReactNode } from 'react'
import styles from './details.module.css'

type Detail = [label: string, value: ReactNode, mono?: boolean]

/** For a list whose values need more than a line. */
export const detailsClass = styles.details

/** Labels and values, for staff; empty values are left out. Hashes and ids are monospaced. */
export function Details({ details }: { details: Detail[] }) {
  return (
    <dl className={detailsClass}>
      {details
        .filter(([, value]) => value)
        .map(([label, value, mono]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={mono ? 'mono' : undefined}>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
