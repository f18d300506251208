'use client'

import { usePathname } from 'next/navigation'
import { lazy, type ReactNode, Suspense, useReducer } from 'react'
import type { Plan, Window, Work } from '@/lib/phases/model'
import { loginHref } from '@/lib/session/links'
import * as t from '@/messages/phases'
import { Countdown } from '@/ui/countdown'
import { Link } from '@/ui/link'
import styles from './offer.module.css'

const AuctionNow = lazy(() => import('./auction-now').then((module) => ({ default: module.AuctionNow })))

interface PhaseOfferProps {
  lang: string
  work: Work
  plan: Plan
  stays?: boolean
  window: Window | null
  children: ReactNode
}

/** The current phase, and the way to buy or why nothing can be bought. It changes when a phase begins, ends or is paused. */
export function PhaseOffer({ lang, work, plan, stays, window, children }: PhaseOfferProps) {
  const { shut, now } = plan
  const { open, phase, auction } = plan.offer(work, window)
  const here = usePathname()
  // The drop's own start and end change no phase.
  const [, again] = useReducer((n: number) => n + 1, 0)
  const changes = phase && (phase.state === 'upcoming' ? phase.startsAt : phase.endsAt)
  const access = phase && t.accessWords(phase)
  const asks = phase && !phase.access && phase.kind !== 'public'
  return (
    <>
      {((open && !shut) || (stays && phase)) && children}
      <p className={styles.state}>
        {phase ? t.nowIn(phase) : t.saleEnded}
        {phase && shut && <small>{shut}</small>}
        {phase && auction && (
          <small>
            <Suspense fallback={null}>
              <AuctionNow phase={phase} price={auction} now={now} />
            </Suspense>
          </small>
        )}
        {access && !shut && (open || phase.state === 'upcoming') && <small>{access}</small>}
        {asks && (
          <small>
            <Link href={loginHref(lang, here)}>{t.logIn}</Link> {t.toSee}.
          </small>
        )}
        {changes && (
          <small>
            <Countdown
              to={changes}
              format={phase.state === 'upcoming' ? t.opensIn : t.endsIn}
              after={phase.state === 'upcoming' ? t.opening : t.ending}
              onEnd={again}
              now={now}
            />
          </small>
        )}
      </p>
    </>
  )
}
