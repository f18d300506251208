import * as t from '@/messages/drop'
import { Name } from '@/ui/name'
import styles from './sold-bars.module.css'

interface SoldBarsProps {
  works: readonly { id: string; title: string; editionSize: number; editionsSold: number }[]
}

/** How much of each work was collected. */
export function SoldBars({ works }: SoldBarsProps) {
  return (
    <ul role="list" className={styles.bars}>
      {works.map(({ id, title, editionSize, editionsSold }) => (
        <li key={id}>
          <em>
            <Name>{title}</Name>
          </em>
          <span className="figures">
            {t.collectedOf(editionsSold.toLocaleString('en-US'), editionSize.toLocaleString('en-US'))}
          </span>
          <span aria-hidden="true" className={styles.bar}>
            <span style={{ width: `${(100 * editionsSold) / editionSize}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}
