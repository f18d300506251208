import { messages } from '@/messages/approval'
import type { Approval } from '../calls'
import styles from './decision.module.css'

/** The artworks whose tokens are withdrawn: one in large, or several as a list. */
export function Works({ approval: { work, works } }: { approval: Pick<Approval, 'work' | 'works'> }) {
  const all = work ? [work] : works
  if (all.length === 0) return null
  if (all.length === 1) return <Work work={all[0]!} />
  return (
    <ul role="list" className={styles.works} aria-label={messages.works}>
      {all.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of a request never changes, and nothing else tells its works apart
        <li key={index}>
          <Work work={one} />
        </li>
      ))}
    </ul>
  )
}

function Work({
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
