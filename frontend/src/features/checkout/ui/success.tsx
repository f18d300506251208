'use client'

import { Fragment, type ReactNode, useCallback, useEffect, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { transactionHref } from '@/lib/config'
import { showEdition } from '@/lib/edition'
import { formatMoney } from '@/lib/money'
import { loginHref } from '@/lib/session/links'
import { useSession } from '@/lib/session/use-session'
import { useConfig } from '@/lib/use-config'
import * as t from '@/messages/checkout'
import { headingOf, progressOf, statusSentence, success, taxSentence } from '@/messages/checkout'
import { poster } from '@/messages/poster'
import * as r from '@/messages/room'
import { Button, buttonClass } from '@/ui/button'
import { Link, OutLink } from '@/ui/link'
import { prefersReducedMotion } from '@/ui/reduced-motion'
import { VisuallyHidden, visuallyHidden } from '@/ui/visually-hidden'
import { listCheckouts } from '../calls'
import {
  type Checkout,
  editionOf,
  hasReceipt,
  inBrowser,
  isOwned,
  isPayable,
  isThanked,
  recipientOf,
} from '../model'
import { clear, update } from '../store'
import { useCheckout } from '../use-checkout'
import styles from './checkout.module.css'
import { DocumentLinks } from './documents'
import { Refunds } from './refunds'

/** Milliseconds after which the card provider's confirmation counts as late. */
const cardPatience = 60_000
/** Milliseconds after which an email about a completed order is normally sent. */
const emailPatience = 10_000

/** empty: nothing hangs in the frame; growing: the work appears; whole: it is there. */
export type Stage = 'empty' | 'growing' | 'whole'

/** What the page shows around the steps of an order. */
export interface Shown {
  /** Null until the order is known. */
  edition: number | null
  stage: Stage
  /** Changes whenever the work appears anew. */
  turn: number
  /** The work has appeared. */
  onGrown: () => void
  /** The words on the wall. */
  words: ReactNode
}

interface SuccessProps {
  lang: string
  artworkId: string
  artworkSlug: string
  /** The buyer's email address; empty while it is unknown, and for accounts without one. */
  email: string
  /** Whether the page shows the edition in its address. */
  live: boolean
  /** The wall with the work. */
  room: (shown: Shown) => ReactNode
  /** The work where there is nothing to celebrate. */
  picture: (edition: number) => ReactNode
  /** Shares an edition. */
  share: (edition: number) => ReactNode
  /** The picture that others see of a shared edition. */
  card: (edition: number) => ReactNode
  /** Opens the film of an edition, if it has one. */
  film: (edition: number) => ReactNode
}

/**
 * After the payment: an empty frame on a wall and the steps of the mint, until the edition is minted. Then the work appears, and its label
 * and the documents follow. A completed order that is opened later shows the work at once.
 */
export function Success({
  lang,
  artworkId,
  artworkSlug,
  email,
  live,
  room,
  picture,
  share,
  card,
  film,
}: SuccessProps) {
  const session = useSession()
  const member = session.status === 'member'
  const [id, setId] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [nothing, setNothing] = useState(false)
  const { checkout, missing, problem: looking, look } = useCheckout(member ? id : null)
  const here = `/${lang}/artworks/${artworkSlug}/checkout/`

  useEffect(() => {
    if (!member) return
    const find = async () => {
      const named = new URLSearchParams(location.search).get('checkout')
      return named ?? (await listCheckouts()).find((order) => String(order.artworkId) === artworkId)?.id
    }
    find().then(
      (found) => (found ? setId(found) : setNothing(true)),
      (error: unknown) => setProblem(wordsOf(error)),
    )
  }, [member, artworkId])

  const status = checkout?.status
  useEffect(() => {
    if (!status) return
    const now = inBrowser(status)
    if (now) update(artworkId, now)
    else clear(artworkId)
  }, [status, artworkId])

  const bought = checkout?.editionNumber
  useEffect(() => {
    if (live && bought) showEdition(bought)
  }, [live, bought])

  // A confirmation normally takes seconds. Later than that, the page says so.
  const [late, setLate] = useState(false)
  const waiting = status === 'awaiting_payment'
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), cardPatience)
    return () => clearTimeout(timer)
  }, [waiting])

  const completed = status === 'completed'
  // The email follows the order, and only then may its address refuse it.
  useEffect(() => {
    if (!completed) return
    const timer = setTimeout(look, emailPatience)
    return () => clearTimeout(timer)
  }, [completed, look])

  const [stage, setStage] = useState<Stage | null>(null)
  const [turn, setTurn] = useState(0)
  if (status && stage === null) setStage(completed ? 'whole' : 'empty')
  if (completed && stage === 'empty') setStage(prefersReducedMotion() ? 'whole' : 'growing')
  const onGrown = useCallback(() => setStage('whole'), [])

  if (session.status === 'anonymous') {
    // On the wall that is there before the session is known, so that nothing moves.
    return room({
      edition: null,
      stage: 'empty',
      turn,
      onGrown,
      words: (
        <>
          <h1>{success.yours}</h1>
          <p>{success.loginHint}</p>
          <p className={styles.links}>
            <Link
              href={loginHref(lang, `${here}success/${id ? `?checkout=${id}` : ''}`)}
              className={buttonClass()}
              prefetch={false}
            >
              {success.login}
            </Link>
            <Link href={here} prefetch={false}>
              {success.back}
            </Link>
          </p>
        </>
      ),
    })
  }
  if (missing || nothing) {
    return (
      <div className={styles.plain}>
        <h1>{success.nothing}</h1>
        <p>{success.nothingHint}</p>
        <p>
          <Link href={`/${lang}/profile/orders/`}>{success.orders}</Link>
        </p>
      </div>
    )
  }
  const showsThanks = status !== undefined && isThanked(status)
  const glad = showsThanks && status !== 'disputed'
  const failed = problem || looking
  const cardComes = status === 'awaiting_payment' && checkout?.paymentMethod === 'card' && !late
  const line = (
    <output className={`${styles.status} ${failed ? styles.alarm : glad ? styles.assent : ''}`}>
      <span>{failed || (checkout ? waitingSentence(checkout, late) : success.checking)}</span>
    </output>
  )
  if (checkout ? !glad && !cardComes : failed) {
    return (
      <div className={styles.plain}>
        <h1>{checkout ? headingOf(checkout) : success.waiting}</h1>
        {line}
        {checkout && (
          <>
            <p>
              <Link href={`/${lang}/artworks/${artworkSlug}/?edition=${checkout.editionNumber}`}>
                <em dir="auto">{checkout.artworkTitle}</em>
              </Link>{' '}
              {success.by} <bdi>{checkout.artistName}</bdi>,{' '}
              <span className={`${styles.whole} figures`}>{editionOf(checkout)}</span>,{' '}
              {formatMoney(checkout.price)}
            </p>
            <p className={styles.quiet}>
              {t.orderLabel} <span className="mono">{checkout.id}</span>
            </p>
            <Details lang={lang} here={here} checkout={checkout} showsThanks={showsThanks} />
            {picture(checkout.editionNumber)}
          </>
        )}
      </div>
    )
  }
  return (
    <>
      {room({
        edition: checkout?.editionNumber ?? null,
        stage: stage ?? 'empty',
        turn,
        onGrown,
        words: (
          <>
            <h1>{glad ? success.thanks : checkout ? headingOf(checkout) : success.waiting}</h1>
            {checkout && glad && (
              // Until the work is there, the steps are all that is seen.
              <div className={stage === 'empty' ? visuallyHidden : styles.label}>
                <Label lang={lang} artworkSlug={artworkSlug} checkout={checkout} />
              </div>
            )}
            {checkout && glad && !completed && <Progress checkout={checkout} />}
            {line}
            {completed && (
              <p className={styles.links} data-after>
                {stage === 'whole' ? (
                  <>
                    <a href="#documents">{r.documents}</a>
                    <Button
                      kind="text"
                      onClick={() => {
                        setTurn(turn + 1)
                        setStage('growing')
                      }}
                    >
                      {r.watchAgain}
                    </Button>
                  </>
                ) : (
                  <Button kind="text" onClick={onGrown}>
                    {r.showItFinished}
                  </Button>
                )}
              </p>
            )}
          </>
        ),
      })}
      {checkout && (
        <section id="documents" className={styles.story} aria-label={r.documents} tabIndex={-1}>
          <Details lang={lang} here={here} checkout={checkout} showsThanks={showsThanks}>
            {live && completed && film(checkout.editionNumber)}
            {glad && share(checkout.editionNumber)}
          </Details>
          <p className={styles.quiet}>
            {formatMoney(checkout.price)}.{' '}
            <Link href={`/${lang}/profile/orders/${checkout.id}/`}>
              {t.orderLabel} <span className="mono">{checkout.id.slice(-8)}</span>
            </Link>
            {email && glad && !checkout.refusedEmail && (
              <>. {completed ? success.emailed(email) : success.emailLater(email)}</>
            )}
          </p>
          {checkout.refusedEmail && glad && (
            <p role="alert">
              {success.emailRefused(checkout.refusedEmail)}{' '}
              <Link href={`/${lang}/profile/profile/`}>{success.changeEmail}</Link>
            </p>
          )}
          {/* Its picture may be made only while the edition is minted. */}
          {glad && <Fragment key={String(completed)}>{card(checkout.editionNumber)}</Fragment>}
        </section>
      )}
    </>
  )
}

/** The words of a museum label: what it is and whose. */
function Label({ lang, artworkSlug, checkout }: { lang: string; artworkSlug: string; checkout: Checkout }) {
  return (
    <>
      <p className={styles.yours}>
        <Link href={`/${lang}/artworks/${artworkSlug}/?edition=${checkout.editionNumber}`}>
          <em dir="auto">{checkout.artworkTitle}</em>
        </Link>{' '}
        {checkout.editionSize > 1 && (
          <span className={`${styles.whole} figures`}>
            {checkout.editionNumber}/{checkout.editionSize}
          </span>
        )}{' '}
        {checkout.gift ? success.isGift : isOwned(checkout.status) ? success.isYours : success.almostYours}
      </p>
      <p>
        {success.by} <bdi>{checkout.artistName}</bdi>
        {checkout.gift && `, ${success.giftFor(recipientOf(checkout.gift))}`}
      </p>
    </>
  )
}

const waitingSentence = (checkout: Checkout, late: boolean) => {
  if (checkout.status !== 'awaiting_payment' || checkout.paymentMethod !== 'card')
    return statusSentence(checkout)
  return late ? success.cardLate : success.cardWaiting
}

const order = ['payment_seen', 'confirming', 'paid', 'delivering', 'completed']
/** The first status at which each step of the progress is done. */
const doneFrom = ['payment_seen', 'paid', 'completed', 'completed']

function Progress({ checkout }: { checkout: Checkout }) {
  const at = order.indexOf(checkout.status)
  return (
    <ol className={styles.progress} aria-label={t.progress}>
      {progressOf(checkout).map(({ name, until }, i) => {
        const done = at >= order.indexOf(doneFrom[i]!)
        return (
          <li key={name} data-done={done}>
            {name}
            <VisuallyHidden>, {done ? t.done : until}</VisuallyHidden>
          </li>
        )
      })}
    </ol>
  )
}

function Details({
  lang,
  here,
  checkout,
  showsThanks,
  children,
}: {
  lang: string
  here: string
  checkout: Checkout
  showsThanks: boolean
  children?: ReactNode
}) {
  const [problem, setProblem] = useState('')
  const config = useConfig()
  const { transactionHash, chainId, id, status } = checkout
  const artwork = here.replace(/checkout\/$/, '')
  const again = isPayable(checkout) || status === 'expired' || status === 'cancelled'
  const explorer =
    config && transactionHash && chainId ? transactionHref(config.chains, chainId, transactionHash) : null
  return (
    <>
      {transactionHash && (
        <p>
          {t.transaction}{' '}
          {explorer ? (
            <OutLink href={explorer}>{transactionHash.slice(0, 18)}…</OutLink>
          ) : (
            <code>{transactionHash}</code>
          )}
        </p>
      )}
      <Refunds checkout={checkout} />
      {checkout.tax && <p className={styles.quiet}>{taxSentence(checkout.tax)}</p>}
      {problem && <p role="alert">{problem}</p>}
      <div className={styles.links}>
        {showsThanks && (
          <Link
            href={`/${lang}/profile/${checkout.gift ? `orders/${id}` : 'collection'}/`}
            className={buttonClass(status === 'completed' ? undefined : { kind: 'quiet' })}
          >
            {checkout.gift ? success.viewGift : success.collection}
          </Link>
        )}
        {children}
        {status === 'completed' && (
          <>
            <Link href={`${artwork}certificate/?edition=${checkout.editionNumber}`}>{success.frame}</Link>
            <Link href={`${artwork}poster/?edition=${checkout.editionNumber}`}>{poster}</Link>
          </>
        )}
        <DocumentLinks checkout={checkout} onProblem={setProblem} />
        {again && (
          <Link href={`${here}?checkout=${id}`} className={buttonClass({ kind: 'quiet' })}>
            {success.back}
          </Link>
        )}
        {!showsThanks && !again && (
          <Link href={`/${lang}/profile/orders/`} className={buttonClass({ kind: 'quiet' })}>
            {success.orders}
          </Link>
        )}
      </div>
      {showsThanks && !hasReceipt(status) && <p className={styles.quiet}>{success.receiptLater}</p>}
    </>
  )
}
