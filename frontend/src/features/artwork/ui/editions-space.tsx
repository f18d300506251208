import * as t from '@/messages/artwork-live'
import { Button } from '@/ui/button'
import type { Editions, Output } from '../live-editions'
import styles from './editions.module.css'

interface EditionsSpaceProps {
  editions: Editions
  output: Output
  forSale: boolean
}

/** The grid of editions without its pictures. It takes the same space, so nothing below moves when the grid comes. */
export function EditionsSpace({ editions, output, forSale }: EditionsSpaceProps) {
  const size = editions.size.toLocaleString('en-US')
  return (
    <div aria-hidden="true">
      <p className={styles.introduction}>
        {forSale ? t.editionsForSale(size) : t.editionsIntroduction(size)}
      </p>
      <ul role="list" className={styles.grid}>
        {editions.first.map(({ number }) => (
          <li key={number}>
            <span style={{ display: 'block', aspectRatio: output.ratio }} />
            <p className={styles.caption}>&nbsp;</p>
            <span className={styles.compare} />
          </li>
        ))}
      </ul>
      {editions.size > editions.first.length && (
        <p className={styles.more} style={{ visibility: 'hidden' }}>
          <Button kind="quiet">&nbsp;</Button>
        </p>
      )}
    </div>
  )
}
