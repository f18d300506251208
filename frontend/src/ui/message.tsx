import type { ReactNode } from 'react'
import styles from './message.module.css'

/** A page with a single message. */
export function Message({
  title,
  kicker,
  children,
}: {
  title: string
  kicker?: string
  children: ReactNode
}) {
  return (
    <div className={styles.message}>
      <div className={styles.text}>
        {kicker && <p className={styles.kicker}>{kicker}</p>}
        <h1>{title}</h1>
        {children}
      </div>
      <div className={styles.frame} aria-hidden="true" />
    </div>
  )
}
