import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  /** alarm: an error, announced immediately. assent: a success. */
  kind?: 'plain' | 'alarm' | 'assent'
  /** Whether it takes the focus when it appears, because the control that led to it has gone or is far away. */
  focused?: boolean
  title?: ReactNode
  children?: ReactNode
}

const takeFocus = (element: HTMLElement | null) => element?.focus()

/** What happened, what it means, what to do. */
export function Notice({ kind = 'plain', focused = false, title, children }: NoticeProps) {
  const className = [styles.notice, kind !== 'plain' && styles[kind]].filter(Boolean).join(' ')
  return (
    <div
      className={className}
      role={kind === 'alarm' ? 'alert' : 'status'}
      {...(focused && { tabIndex: -1, ref: takeFocus })}
    >
      {title && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  )
}
