import styles from '@/ui/link-page.module.css'
import type { Approval } from '../calls'

/** The request in detail, line by line, with full addresses to compare. */
export function Details({ details }: Pick<Approval, 'details'>) {
  return (
    <dl className={styles.details}>
      {details.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={/^0x/.test(value) ? 'mono' : undefined}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
