import type { ReactNode } from 'react'
import styles from './empty.module.css'

/** What stands where nothing is: why, what to do, and the work of the day instead of a white space. */
export function Empty({ children }: { children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <img
        src="/work-of-the-day/today-tall.svg"
        alt=""
        width={900}
        height={1350}
        loading="lazy"
        decoding="async"
        data-screen
      />
      <div>{children}</div>
    </div>
  )
}
