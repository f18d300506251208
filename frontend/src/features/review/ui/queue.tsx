'use client'

import { loginHref } from '@/lib/session/links'
import { useSession } from '@/lib/session/use-session'
import { usePoll } from '@/lib/use-poll'
import { buttonClass } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { frame } from '@/ui/page'
import { Skeleton } from '@/ui/skeleton'
import { listReviews } from '../calls'
import { Case } from './case'
import styles from './queue.module.css'

/** The operator's queue: money that no rule could settle, and what was decided about it. */
export function Queue({ lang }: { lang: string }) {
  const session = useSession()
  const staff = session.status === 'member' && (session.user?.roles ?? []).includes('staff')
  const { answer: reviews, problem, look } = usePoll(() => listReviews(), 30_000, { enabled: staff })

  if (session.status === 'unknown') return <Skeleton height="12rem" />
  if (session.status === 'anonymous') {
    return (
      <div className={styles.entry}>
        <p>The queue is for the gallery’s staff.</p>
        <p>
          <Link href={loginHref(lang, `/${lang}/reviews/`)} className={buttonClass()} prefetch={false}>
            Log in to see it
          </Link>
        </p>
      </div>
    )
  }
  if (!staff) {
    return (
      <p>
        This account does not belong to the gallery’s staff. Your own payments are among{' '}
        <Link href={`/${lang}/profile/orders/`}>your orders</Link>.
      </p>
    )
  }
  const open = reviews?.filter(({ status }) => status === 'open') ?? []
  const closed = reviews?.filter(({ status }) => status === 'closed') ?? []
  return (
    <>
      {problem && <Failure problem={problem} retry={reviews ? undefined : look} />}
      {!reviews && !problem && <Skeleton height="12rem" />}
      {reviews && (
        <section className={frame.section} aria-labelledby="open">
          <h2 id="open">
            {open.length === 0
              ? 'Nothing waits'
              : open.length === 1
                ? '1 case waits'
                : `${open.length} cases wait`}
          </h2>
          {open.length === 0 && (
            <p className={styles.quiet}>
              Every payment found its order, or its way back. New cases appear here.
            </p>
          )}
          <ul role="list" className={styles.cases}>
            {open.map((review) => (
              <li key={review.id}>
                <Case review={review} me={session.user?.sub} onDecided={look} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {closed.length > 0 && (
        <section className={frame.section} aria-labelledby="closed">
          <h2 id="closed">Closed</h2>
          <ul role="list" className={styles.cases}>
            {closed.map((review) => (
              <li key={review.id}>
                <Case review={review} me={session.user?.sub} onDecided={look} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
