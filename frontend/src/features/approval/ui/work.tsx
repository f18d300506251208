import { messages } from '@/messages/approval'
import type { Approval } from '../calls'
import styles from './decision.module.css'

/** The artwork whose token is withdrawn. */
export function Work({
  work: { title, artistName, editionNumber, editionSize, imageUrl },
}: {
  work: NonNullable<Approval['work']>
}) {
  return (
    <figure className={styles.work}>
      {imageUrl && <img src={imageUrl} alt="" />}
      <figcaption>
        {artistName}
        {artistName && ', '}
        <em>{title}</em>, <span className="figures">{messages.edition(editionNumber, editionSize)}</span>
      </figcaption>
    </figure>
  )
}
