import { messages } from '@/messages/approval'
import type { Approval } from '../calls'
import styles from './decision.module.css'

type Work = Approval['works'][number]

/** The artworks whose tokens are withdrawn: one in large, or several as a list. */
export function Works({ works }: { works: Work[] }) {
  const [first] = works
  if (!first) return null
  return works.length === 1 ? <Picture {...first} /> : <List works={works} label={messages.works} />
}

/** The works of a withdrawal that its owner cancelled, which stay in the vault. */
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

function List({ works, label }: { works: Work[]; label: string }) {
  return (
    <ul role="list" className={styles.works} aria-label={label}>
      {works.map((work, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the works have no ids and no state
        <li key={index}>
          <Picture {...work} />
        </li>
      ))}
    </ul>
  )
}

function Picture({ title, artistName, editionNumber, editionSize, imageUrl }: Work) {
  return (
    <figure className={styles.work}>
      {imageUrl && <img src={imageUrl} alt="" />}
      <figcaption>
        <bdi>{artistName}</bdi>
        {artistName && ', '}
        <em>
          <bdi>{title}</bdi>
        </em>
        , <span className="figures">{messages.edition(editionNumber, editionSize)}</span>
      </figcaption>
    </figure>
  )
}
