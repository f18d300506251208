import { useEffect, useRef } from 'react'
import { formatClock } from '@/lib/time'
import {
  chooseEdition as chooseEditionLabel,
  endingSentence,
  etherSentence,
  gateSentence,
  lockedUntilSentence,
  page,
  statusSentence,
} from '@/messages/checkout'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import { type Gate, localTime, lockedUntil } from '../model'
import { type CheckoutState, flagsOf, sendingOf } from '../state'
import type { CheckoutPage } from '../use-checkout-page'
import styles from './checkout.module.css'
import { HeldUntil } from './held-until'

interface StatusLineProps {
  lang: string
  checkoutPage: CheckoutPage
  gate: Gate
  shut: string | undefined
}

/** Shows what is happening and how long it takes. It is the page's only live region. */
export function StatusLine({ lang, checkoutPage, gate, shut }: StatusLineProps) {
  const { state, quoted, look, chooseEdition, acceptTerms } = checkoutPage
  const { step, failure } = state
  const running = flagsOf(state).checkoutInProgress
  const status = (step.name === 'terms' ? step.ended : checkoutPage.checkout)?.status
  const failed =
    !running &&
    (failure !== null ||
      sendingOf(state) === 'refused' ||
      status === 'payment_failed' ||
      status === 'expired')
  const className = [styles.status, failed && styles.alarm].filter(Boolean).join(' ')
  const line = useRef<HTMLOutputElement>(null)
  const returned = step.name === 'payment' && step.returned
  useEffect(() => {
    if (returned && line.current) return keepInView(line.current)
  }, [returned])
  const held = 'checkout' in step && step.name !== 'ending' && step.name !== 'complete' ? step : null
  const locked = held && lockedUntil(held.checkout)
  const next = failure?.next
  const holds = Object.entries(failure?.holds ?? {})
  return (
    <output ref={line} className={className} tabIndex={-1}>
      <span>{runningSentence(state) || failure?.words || sentence(state, quoted, gate, shut)}</span>
      {holds.length > 0 && !running && (
        <span className={styles.holds}>
          {page.yourHolds}:{' '}
          {holds.map(([id, slug]) => (
            <Link key={id} href={`/${lang}/artworks/${slug}/checkout/?checkout=${encodeURIComponent(id)}`}>
              {titleOf(slug)}
            </Link>
          ))}
        </span>
      )}
      {next && !running && (
        <Button
          kind="text"
          onClick={() => {
            chooseEdition(next)
            // The button goes away.
            line.current?.focus()
          }}
        >
          {chooseEditionLabel(next)}
        </Button>
      )}
      {step.name === 'terms' && step.ended?.status === 'expired' && !next && !shut && gate === 'open' && (
        <Button
          kind="text"
          onClick={() => {
            void acceptTerms(true)
            // The button goes away.
            line.current?.focus()
          }}
        >
          {page.holdAgain}
        </Button>
      )}
      {held && (
        <span className={styles.quiet}>
          <HeldUntil step={held} onEnd={look} />
        </span>
      )}
      {locked && (
        <span className={styles.quiet}>
          {lockedUntilSentence}{' '}
          <time dateTime={locked}>{formatClock(localTime(locked, held.checkout, held.receivedAt))}</time>.
        </span>
      )}
    </output>
  )
}

/** How long the status is kept in view, and the interval of checks, in milliseconds. */
const settling = 10_000
const pace = 250

/**
 * Scrolls to an element while it is out of view, until the page has settled or the person does something. On a phone the status of the payment
 * is a screen below the heading, and the cookie banner moves it when it appears. Returns a function that stops it.
 */
function keepInView(element: HTMLElement): () => void {
  const look = () => {
    const { top, bottom } = element.getBoundingClientRect()
    // Instant: a smooth scroll ends early when the layout changes.
    if (top < 0 || bottom > window.innerHeight)
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
  }
  const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
  const stop = () => {
    clearInterval(timer)
    clearTimeout(end)
    for (const act of acts) window.removeEventListener(act, stop)
  }
  const timer = setInterval(look, pace)
  const end = setTimeout(stop, settling)
  for (const act of acts) window.addEventListener(act, stop, { passive: true })
  look()
  return stop
}

/** "Long furrow" for the slug long-furrow-24. */
const titleOf = (slug: string) => {
  const words = slug.replace(/-\d+$/, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function runningSentence({ step }: CheckoutState): string {
  switch (step.name) {
    case 'holding':
      return page.holding
    case 'card':
      return page.openingCard
    case 'wallet':
      return step.said
    case 'releasing':
      return step.what === 'edition' ? page.releasing : page.switching
    default:
      return ''
  }
}

function sentence(state: CheckoutState, quoted: boolean, gate: Gate, shut: string | undefined): string {
  const { step, form, released } = state
  switch (step.name) {
    case 'buyer':
      return shut ?? gateSentence[step.gate]
    case 'terms':
      if (step.ended && (step.ended.status === 'expired' || step.ended.status === 'cancelled'))
        return `${statusSentence(step.ended)} ${shut ?? page.acceptAgain}`
      if (step.ended) return statusSentence(step.ended)
      return shut ?? (gate === 'open' ? page.acceptToHold : page.loading)
    case 'ending':
      return endingSentence(quoted)
    case 'payment':
      break
    case 'complete': {
      const { checkoutCompletionType } = flagsOf(state)
      return checkoutCompletionType ? page.paid[checkoutCompletionType] : page.loading
    }
    default:
      return page.loading
  }
  const { checkout, returned } = step
  if (quoted) return etherSentence(sendingOf(state))
  if (checkout.status === 'awaiting_payment') {
    if (released) return page.etherReleased
    if (checkout.paymentMethod === 'ether') return page.lockEnded
    if (checkout.paymentMethod === 'card') return returned ? page.left : page.cardOpen
  } else if (checkout.status !== 'reserved') return statusSentence(checkout)
  return form.termsAccepted ? page.held : page.heldWithoutTerms
}
