'use client'

import { usePolled } from '@/lib/query'
import { loginHref } from '@/lib/session/links'
import { useSession } from '@/lib/session/use-session'
import { buttonClass } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { frame } from '@/ui/page'
import { Skeleton } from '@/ui/skeleton'
import { listReviews } from '../calls'
import { Case } from './case'
import styles from './queue.module.css'

/** The review queue of staff: payments that no rule could match, and the decisions about them. */
export function Queue({ lang }: { lang: string }) {
  const session = useSession()
  const staff = session.status === 'member' && (session.user?.roles ?? []).includes('staff')
  const {
    data: reviews,
    problem,
    read,
  } = usePolled({ queryKey: ['reviews'], queryFn: () => listReviews(), every: 30_000, enabled: staff })

  if (session.status === 'unknown') return <Skeleton height="12rem" />
  if (session.status === 'anonymous') {
    return (
      <div className={styles.entry}>
        <p>This page is for gallery staff.</p>
        <p>
          <Link href={loginHref(lang, `/${lang}/reviews/`)} className={buttonClass()} prefetch={false}>
            Log in to review payments
          </Link>
        </p>
      </div>
    )
  }
  if (!staff) {
    return (
      <p>
        This page is for gallery staff. You’ll find your own payments in{' '}
        <Link href={`/${lang}/profile/orders/`}>your orders</Link>.
      </p>
    )
  }
  const open = reviews?.filter(({ status }) => status === 'open') ?? []
  const closed = reviews?.filter(({ status }) => status === 'closed') ?? []
  return (
    <>
      {problem && <Failure problem={problem} retry={reviews ? undefined : read} />}
      {!reviews && !problem && <Skeleton height="12rem" />}
      {reviews && (
        <section className={frame.section} aria-labelledby="open">
          <h2 id="open">
            {open.length === 0
              ? 'All clear'
              : open.length === 1
                ? '1 case to review'
                : `${open.length} cases to review`}
          </h2>
          {open.length === 0 && (
            <p className={styles.quiet}>Every payment is matched or refunded. New cases appear here.</p>
          )}
          <ul role="list" className={styles.cases}>
            {open.map((review) => (
              <li key={review.id}>
                <Case review={review} me={session.user?.sub} onDecided={read} />
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
                <Case review={review} me={session.user?.sub} onDecided={read} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
