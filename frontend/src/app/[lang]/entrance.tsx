import type { ReactNode } from 'react'
import { today } from '@/features/daily/model'
import { DailyStill } from '@/features/daily/ui/still'
import { formatDate } from '@/lib/time'
import { frame } from '@/ui/page'
import styles from './entrance.module.css'

interface EntranceProps {
  title: string
  introduction: string
  children: ReactNode
}

/** Login and registration: on wide windows next to the work of the day. */
export function Entrance({ title, introduction, children }: EntranceProps) {
  const date = today()
  return (
    <div className={`${frame.page} ${styles.entrance}`}>
      <div>
        <header className={frame.head}>
          <h1>{title}</h1>
          <p className={frame.lead}>{introduction}</p>
        </header>
        {children}
      </div>
      <DailyStill date={date} spoken={formatDate(date)} className={styles.art} />
    </div>
  )
}
