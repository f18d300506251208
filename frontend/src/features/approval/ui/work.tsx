import { messages } from '@/messages/approval'
import type { Approval } from '../calls'
import styles from './decision.module.css'

/** The artworks whose tokens are withdrawn: one in large, or several as a list. */
export function Works({ approval: { work, works } }: { approval: Pick<Approval, 'work' | 'works'> }) {
  const all = work ? [work] : works
  if (all.length === 0) return null
  if (all.length === 1) return <Work work={all[0]!} />
  return <List works={all} label={messages.works} />
}

/** The works of a withdrawal of several that its owner cancelled, which stay in the vault. */
export function CancelledWorks({
  approval: { cancelledWorks, asks },
}: {
  approval: Pick<Approval, 'cancelledWorks' | 'asks'>
}) {
  if (cancelledWorks.length === 0) return null
  return (
    <section className={styles.cancelled} aria-label={messages.cancelledWorks}>
      <p>{messages.cancelledWork(cancelledWorks.length, asks === 'owner')}</p>
      <List works={cancelledWorks} label={messages.cancelledWorks} />
    </section>
  )
}

function List({ works, label }: { works: Approval['works']; label: string }) {
  return (
    <ul role="list" className={styles.works} aria-label={label}>
      {works.map((work, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the works have no ids and no state
        <li key={index}>
          <Work work={work} />
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
