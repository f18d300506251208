'use client'

import { useRead } from '@/lib/query'
import { formatClock } from '@/lib/time'
import * as t from '@/messages/invariants'
import { Notice } from '@/ui/notice'
import { frame } from '@/ui/page'
import { Skeleton } from '@/ui/skeleton'
import { ageOf, type Invariants, kinds, promises, verdict } from '../model'
import { invariantsQuery } from '../queries'
import styles from './figures.module.css'

/** Figures of the whole shop, refreshed every ten seconds while the page is visible. */
export function Figures() {
  const { data: found, problem } = useRead(invariantsQuery)
  if (!found) return problem ? <Notice kind="alarm">{problem}</Notice> : <Skeleton height="24rem" />
  return (
    <>
      {problem && <Notice kind="alarm">{problem}</Notice>}
      <p className={styles.verdict}>
        {verdict(found.violations)}
        {found.at && <span className={styles.quiet}> {t.countedAt(formatClock(found.at))}</span>}
      </p>
      <section className={frame.section} aria-labelledby="promises">
        <h2 id="promises">{t.whatMustNeverHappen}</h2>
        <dl className={styles.rows}>
          {promises(found).map(([promise, count]) => (
            <div key={promise} data-broken={count > 0}>
              <dt>{promise}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={frame.section} aria-labelledby="editions">
        <h2 id="editions">{t.editions}</h2>
        <dl className={styles.rows}>
          {(
            [
              [t.totalEditions, found.editions],
              [t.sold, found.sold],
              [t.heldNow, found.held],
            ] as const
          ).map(([label, count]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{count.toLocaleString('en')}</dd>
            </div>
          ))}
        </dl>
        {found.artworks.length > 0 && <Artworks artworks={found.artworks} />}
      </section>
      <section className={frame.section} aria-labelledby="waiting">
        <h2 id="waiting">{t.inProgress}</h2>
        <p className={styles.quiet}>{t.inProgressHint}</p>
        <dl className={styles.rows}>
          {found.oldestUnresolved.map(({ kind, seconds, count }) => (
            <div key={kind}>
              <dt>{kinds[kind]}</dt>
              <dd>{count === 0 ? 'none' : t.countAndOldest(count, ageOf(Number(seconds)))}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

function Artworks({ artworks }: { artworks: Invariants['artworks'] }) {
  return (
    <details className={styles.artworks}>
      <summary>{t.byArtwork}</summary>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.artwork}</th>
              <th scope="col">{t.editions}</th>
              <th scope="col">{t.sold}</th>
              <th scope="col">{t.held}</th>
            </tr>
          </thead>
          <tbody>
            {artworks.map(({ artworkId, editionSize, sold, held }) => (
              <tr key={artworkId}>
                <th scope="row">{artworkId}</th>
                <td>{editionSize}</td>
                <td>{sold}</td>
                <td>{held}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
