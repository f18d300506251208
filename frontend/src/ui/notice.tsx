import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  /** alarm: an error, announced immediately. assent: a success. */
  kind?: 'plain' | 'alarm' | 'assent'
  title?: ReactNode
  children?: ReactNode
}

/** What happened, what it means, what to do. */
export function Notice({ kind = 'plain', title, children }: NoticeProps) {
  const className = [styles.notice, kind !== 'plain' && styles[kind]].filter(Boolean).join(' ')
  return (
    <div className={className} role={kind === 'alarm' ? 'alert' : 'status'}>
      {title && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  )
}
