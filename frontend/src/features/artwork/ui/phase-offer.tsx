'use client'

import { usePathname } from 'next/navigation'
import { lazy, type ReactNode, Suspense } from 'react'
import { auctionOf, isOver, isRunning, type Plan, stateAt, within } from '@/lib/phases/model'
import { loginHref } from '@/lib/session/links'
import * as t from '@/messages/phases'
import { Countdown } from '@/ui/countdown'
import { Link } from '@/ui/link'
import styles from './offer.module.css'

const AuctionNow = lazy(() => import('./auction-now').then((module) => ({ default: module.AuctionNow })))

interface PhaseOfferProps {
  lang: string
  artworkId: string
  plan: Plan
  stays?: boolean
  window: { startsAt: string; endsAt: string | null }
  children: ReactNode
}

/** The current phase, and the way to buy or why nothing can be bought. It changes when a phase begins, ends or is paused. */
export function PhaseOffer({ lang, artworkId, plan, stays, window, children }: PhaseOfferProps) {
  const { shut, now } = plan
  const limited = plan.current && within(plan.current, window)
  const current = limited && { ...limited, state: stateAt(limited, now()) }
  const here = usePathname()
  const changes = current && (current.state === 'upcoming' ? current.startsAt : current.endsAt)
  const access = current && t.accessWords(current)
  const auction = auctionOf(plan.phases, artworkId)
  const over = auction !== null && isRunning(auction.phase) && isOver(auction.price)
  const asks = current && !current.access && current.kind !== 'public'
  return (
    <>
      {((!shut && !over) || stays) && children}
      <p className={styles.state}>
        {current ? t.nowIn(current) : shut}
        {current && shut && <small>{shut}</small>}
        {auction && (
          <small>
            <Suspense fallback={null}>
              <AuctionNow {...auction} now={now} />
            </Suspense>
          </small>
        )}
        {access && !shut && !over && <small>{access}</small>}
        {asks && (
          <small>
            <Link href={loginHref(lang, here)}>{t.logIn}</Link> {t.toSee}.
          </small>
        )}
        {changes && (
          <small>
            <Countdown
              to={changes}
              format={current.state === 'upcoming' ? t.opensIn : t.endsIn}
              after={current.state === 'upcoming' ? t.opening : t.ending}
              now={now}
            />
          </small>
        )}
      </p>
    </>
  )
}
