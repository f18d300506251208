import type { ReactNode } from 'react'
import styles from './message.module.css'
import { Frame } from './room'

/** A page with a single message, beside a frame. */
export function Message({
  title,
  kicker,
  hung,
  children,
}: {
  title: string
  kicker?: string
  /** What comes into the frame; without it the frame stays empty. */
  hung?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.message}>
      <div className={styles.text}>
        {kicker && <p className={styles.kicker}>{kicker}</p>}
        <h1>{title}</h1>
        {children}
      </div>
      <div className={styles.wall} aria-hidden={hung === undefined}>
        <Frame ratio={2 / 3} bar={hung !== undefined}>
          {hung}
        </Frame>
      </div>
    </div>
  )
}
