'use client'

import { usePathname } from 'next/navigation'
import { lazy, Suspense } from 'react'
import { atTime, type Phase, type Plan, rangeOf, type Window, type Work } from '@/lib/phases/model'
import { loginHref } from '@/lib/session/links'
import * as t from '@/messages/phases'
import { Countdown } from '@/ui/countdown'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { frame } from '@/ui/page'
import styles from './phase-list.module.css'

const AuctionRow = lazy(() => import('./auction-row').then((module) => ({ default: module.AuctionRow })))

export interface PhasesProps {
  lang: string
  drop: { id: string } & Window
  /** The works of the drop with their own prices. */
  works: Pick<Work, 'id' | 'price'>[]
}

/** Each phase with its buyers, window, prices and limit, and what the visitor can buy in it, even before it starts. */
export function PhaseList({ lang, drop, works, plan }: PhasesProps & { plan: Plan }) {
  return (
    <section className={frame.section} aria-labelledby="phases">
      <div className={styles.head}>
        <h2 id="phases">{t.title}</h2>
        <p>{t.lead}</p>
      </div>
      <ol className={styles.phases}>
        {atTime(plan.phases, drop, plan.now()).map((phase) => (
          <Row key={phase.id} lang={lang} phase={phase} works={works} now={plan.now} />
        ))}
      </ol>
    </section>
  )
}

function Row({
  lang,
  phase,
  works,
  now,
}: {
  lang: string
  phase: Phase
  works: PhasesProps['works']
  now: () => number
}) {
  const here = usePathname()
  const { id, name, kind, state, startsAt, endsAt, cap, access } = phase
  const prices = t.pricesWords(rangeOf(phase, works, now()))
  const words = t.accessWords(phase)
  const asks = !access && kind !== 'public' && state !== 'ended'
  return (
    <li className={styles.phase} data-state={state} aria-labelledby={`phase-${id}`}>
      <div className={styles.name}>
        <h3 id={`phase-${id}`}>
          <Name>{name}</Name>
        </h3>
        <p className="figures">
          <span className={styles.state}>{t.states[state]}</span>
          {state === 'upcoming' && <Countdown to={startsAt} format={t.opensIn} after={t.opening} now={now} />}
          {(state === 'open' || state === 'paused') && endsAt && (
            <Countdown to={endsAt} format={t.endsIn} after={t.ending} now={now} />
          )}
        </p>
        {state === 'paused' && <p className={styles.hint}>{t.pausedHint}</p>}
      </div>
      <dl className={`${styles.details} figures`}>
        <div>
          <dt>{t.who}</dt>
          <dd>{t.kinds[kind]}</dd>
        </div>
        <div>
          <dt>{t.when}</dt>
          <dd>{t.windowOf(phase)}</dd>
        </div>
        {prices && (
          <div>
            <dt>{t.price}</dt>
            <dd>{prices}</dd>
          </div>
        )}
        {phase.prices.some(({ auction }) => auction) && (
          <Suspense fallback={null}>
            <AuctionRow phase={phase} now={now} />
          </Suspense>
        )}
        <div>
          <dt>{t.limit}</dt>
          <dd>{cap === 0 ? t.noLimit : t.capOf(cap)}</dd>
        </div>
        {(words || asks) && (
          <div className={styles.you}>
            <dt>{t.you}</dt>
            <dd aria-live="polite">
              {words || (
                <>
                  <Link href={loginHref(lang, here)}>{t.logIn}</Link> {t.toSee}
                </>
              )}
            </dd>
          </div>
        )}
      </dl>
    </li>
  )
}
