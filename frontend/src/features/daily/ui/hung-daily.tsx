import * as t from '@/messages/home'
import { Link } from '@/ui/link'
import { Frame } from '@/ui/room'
import styles from './hung-daily.module.css'

/** A frame that is empty for a moment. Then the work of the day hangs there, with its label. */
export function HungDaily({ home }: { home: string }) {
  return (
    <Frame ratio={2 / 3} labelled>
      <Link href={home} className={styles.daily}>
        <img src="/work-of-the-day/today-tall.svg" width={900} height={1350} alt={t.dailyAltToday} />
        <span className={styles.label}>{t.workOfTheDay}</span>
      </Link>
    </Frame>
  )
}
