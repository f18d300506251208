import type { ReactNode } from 'react'
import styles from './message.module.css'

/** A page with a single message. */
export function Message({
  title,
  kicker,
  beside,
  children,
}: {
  title: string
  kicker?: string
  /** A frame beside the message. Every page brings the code of error pages, which have none. */
  beside?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.message}>
      <div className={styles.text}>
        {kicker && <p className={styles.kicker}>{kicker}</p>}
        <h1>{title}</h1>
        {children}
      </div>
      {beside && <div className={styles.wall}>{beside}</div>}
    </div>
  )
}
