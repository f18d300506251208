'use client'

import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { transactionHref } from '@/lib/config'
import { showEdition } from '@/lib/edition'
import { formatMoney } from '@/lib/money'
import { loginHref } from '@/lib/session/links'
import { useSession } from '@/lib/session/use-session'
import { useConfig } from '@/lib/use-config'
import * as t from '@/messages/checkout'
import { headingOf, progressOf, statusSentence, success, taxSentence } from '@/messages/checkout'
import { buttonClass } from '@/ui/button'
import { Link, OutLink } from '@/ui/link'
import { VisuallyHidden } from '@/ui/visually-hidden'
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

interface SuccessProps {
  lang: string
  artworkId: string
  artworkSlug: string
  /** The buyer's email address; empty while it is unknown, and for accounts without one. */
  email: string
  /** Whether the page shows the edition in its address. */
  live: boolean
  /** Shares an edition. */
  share: (edition: number) => ReactNode
  /** The picture that others see of a shared edition. */
  card: (edition: number) => ReactNode
  /** Opens the film of an edition, if it has one. */
  film: (edition: number) => ReactNode
}

/** After the payment: thanks as soon as a payment was seen, and the steps that follow. */
export function Success({ lang, artworkId, artworkSlug, email, live, share, card, film }: SuccessProps) {
  const session = useSession()
  const member = session.status === 'member'
  const [id, setId] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [nothing, setNothing] = useState(false)
  const { checkout, missing, problem: looking } = useCheckout(member ? id : null)
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

  if (session.status === 'anonymous') {
    return (
      <>
        <h1>{success.yours}</h1>
        <p>{success.loginHint}</p>
        <p>
          <Link
            href={loginHref(lang, `${here}success/${id ? `?checkout=${id}` : ''}`)}
            className={buttonClass()}
            prefetch={false}
          >
            {success.login}
          </Link>
        </p>
      </>
    )
  }
  if (missing || nothing) {
    return (
      <>
        <h1>{success.nothing}</h1>
        <p>{success.nothingHint}</p>
        <p>
          <Link href={`/${lang}/profile/orders/`}>{success.orders}</Link>
        </p>
      </>
    )
  }
  const showsThanks = status !== undefined && isThanked(status)
  const glad = showsThanks && status !== 'disputed'
  const failed = problem || looking
  const line = (
    <output className={`${styles.status} ${failed ? styles.alarm : glad ? styles.assent : ''}`}>
      <span>{failed || (checkout ? waitingSentence(checkout, late) : success.checking)}</span>
    </output>
  )
  if (!checkout || !glad) {
    return (
      <>
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
          </>
        )}
      </>
    )
  }
  return (
    <div className={styles.reveal}>
      <div>
        <h1 className={styles.thanks}>{success.thanks}</h1>
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
      </div>
      <div className={styles.story}>
        {line}
        {status !== 'completed' && <Progress checkout={checkout} />}
        <Details lang={lang} here={here} checkout={checkout} showsThanks={showsThanks}>
          {live && status === 'completed' && film(checkout.editionNumber)}
          {share(checkout.editionNumber)}
        </Details>
        <p className={styles.quiet}>
          {formatMoney(checkout.price)}.{' '}
          <Link href={`/${lang}/profile/orders/${checkout.id}/`}>
            {t.orderLabel} <span className="mono">{checkout.id.slice(-8)}</span>
          </Link>
          {email && <>. {status === 'completed' ? success.emailed(email) : success.emailLater(email)}</>}
        </p>
        {/* Its picture may be made only while the edition is minted. */}
        <Fragment key={String(status === 'completed')}>{card(checkout.editionNumber)}</Fragment>
      </div>
    </div>
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
          <Link href={`${here.replace(/checkout\/$/, '')}certificate/?edition=${checkout.editionNumber}`}>
            {success.frame}
          </Link>
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
