'use client'

import { useEffect, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { siteConfig, transactionHref } from '@/lib/config'
import { formatMoney } from '@/lib/money'
import { loginHref } from '@/lib/session/links'
import { useSession } from '@/lib/session/use-session'
import { buttonClass } from '@/ui/button'
import { Link, OutLink } from '@/ui/link'
import { listCheckouts } from '../calls'
import { countryName } from '../countries'
import {
  blocksOf,
  type Checkout,
  editionOf,
  hasReceipt,
  inBrowser,
  isPayable,
  isThanked,
  statusSentence,
} from '../model'
import { clear, update } from '../store'
import { useCheckout } from '../use-checkout'
import styles from './checkout.module.css'
import { PaperLinks } from './papers'
import { Refunds } from './refunds'

interface SuccessProps {
  lang: string
  artworkId: string
  artworkSlug: string
  /** Where the mails go; empty while that is not known, and where there is none. */
  email: string
}

/** After paying: thanks as soon as a payment was seen, and what still happens. */
export function Success({ lang, artworkId, artworkSlug, email }: SuccessProps) {
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
      return named ?? (await listCheckouts()).find((one) => String(one.artworkId) === artworkId)?.id
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

  if (session.status === 'anonymous') {
    return (
      <>
        <h1>Your purchase</h1>
        <p>Log in to see this purchase. Whatever you paid goes on without this page.</p>
        <p>
          <Link
            href={loginHref(lang, `${here}success/${id ? `?checkout=${id}` : ''}`)}
            className={buttonClass()}
            prefetch={false}
          >
            Log in to see it
          </Link>
        </p>
      </>
    )
  }
  if (missing || nothing) {
    return (
      <>
        <h1>No purchase here</h1>
        <p>This account has bought nothing at this address. All your orders are in your profile.</p>
        <p>
          <Link href={`/${lang}/profile/orders/`}>Your orders</Link>
        </p>
      </>
    )
  }
  const thanked = status !== undefined && isThanked(status)
  const glad = thanked && status !== 'disputed'
  const failed = problem || looking
  return (
    <>
      <h1>{glad ? 'Thank you' : status ? headingOf(checkout) : 'Waiting for your payment'}</h1>
      <output className={`${styles.status} ${failed ? styles.alarm : glad ? styles.assent : ''}`}>
        <span>{failed || (checkout ? waitingSentence(checkout) : 'Asking how your payment stands.')}</span>
      </output>
      {checkout && glad && status !== 'completed' && <Progress checkout={checkout} />}
      {checkout && (
        <>
          <p>
            <Link href={`/${lang}/artworks/${artworkSlug}/?edition=${checkout.editionNumber}`}>
              <em>{checkout.artworkTitle}</em>
            </Link>{' '}
            by {checkout.artistName}, <span className={`${styles.whole} figures`}>{editionOf(checkout)}</span>
            , {formatMoney(checkout.price)}
          </p>
          <p className={styles.quiet}>
            Order <span className="mono">{checkout.id}</span>
            {glad && email && (
              <>
                . We {status === 'completed' ? 'have written' : 'write'} to {email}.
              </>
            )}
          </p>
          <Papers lang={lang} here={here} checkout={checkout} thanked={thanked} />
        </>
      )}
    </>
  )
}

function headingOf({ status }: Checkout) {
  switch (status) {
    case 'payment_failed':
      return 'The payment did not go through'
    case 'expired':
      return 'The hold has ended'
    case 'cancelled':
      return 'Cancelled'
    case 'in_review':
      return 'A person looks at your payment'
    case 'refund_pending':
      return 'Your money is on its way back'
    case 'refunded':
      return 'Your money was sent back'
    case 'refund_failed':
      return 'Your money is not back yet'
    case 'disputed':
      return 'Your bank disputes the payment'
    default:
      return 'Waiting for your payment'
  }
}

const waitingSentence = (checkout: Checkout) =>
  checkout.status === 'awaiting_payment' && checkout.paymentMethod === 'card'
    ? 'Waiting for the card provider to tell us that you paid. That takes a few seconds, seldom longer than a minute.'
    : statusSentence(checkout)

const order = ['payment_seen', 'confirming', 'paid', 'delivering', 'completed']

function Progress({ checkout }: { checkout: Checkout }) {
  const at = order.indexOf(checkout.status)
  const ether = checkout.paymentMethod === 'ether'
  const seen = ether && blocksOf(checkout)
  const blocks = seen ? ` (${seen} so far)` : ''
  const steps: [string, boolean, string][] = [
    ['Payment seen', at >= 0, ''],
    [
      'Payment final',
      at >= 2,
      ether ? `When the network can no longer take it back${blocks}` : 'In a few seconds',
    ],
    ['Token made', at >= 4, 'Within a few minutes of that'],
    ['In your collection', at >= 4, 'As soon as the token is final'],
  ]
  return (
    <ol className={styles.progress} aria-label="Progress">
      {steps.map(([name, done, then]) => (
        <li key={name} data-done={done}>
          <span>{name}</span>
          <span>{done ? 'Done' : then}</span>
        </li>
      ))}
    </ol>
  )
}

function Papers({
  lang,
  here,
  checkout,
  thanked,
}: {
  lang: string
  here: string
  checkout: Checkout
  thanked: boolean
}) {
  const [problem, setProblem] = useState('')
  const [explorer, setExplorer] = useState<string | null>(null)
  const { transactionHash, chainId, id, status } = checkout
  const again = isPayable(checkout) || status === 'expired' || status === 'cancelled'
  useEffect(() => {
    if (!transactionHash || !chainId) return
    siteConfig().then(
      ({ chains }) => setExplorer(transactionHref(chains, chainId, transactionHash)),
      () => undefined,
    )
  }, [transactionHash, chainId])
  return (
    <>
      {transactionHash && (
        <p>
          Transaction{' '}
          {explorer ? (
            <OutLink href={explorer}>{transactionHash.slice(0, 18)}…</OutLink>
          ) : (
            <code>{transactionHash}</code>
          )}
        </p>
      )}
      <Refunds checkout={checkout} />
      {checkout.tax && (
        <p className={styles.quiet}>
          {checkout.tax.rateBps > 0
            ? `The price contains ${formatMoney(checkout.tax.amount)} of value added tax (${checkout.tax.rateBps / 100} %, ${countryName(checkout.tax.country)}).`
            : `The price contains no value added tax (${countryName(checkout.tax.country)}).`}
        </p>
      )}
      {problem && <p role="alert">{problem}</p>}
      <div className={styles.links}>
        {thanked && (
          <Link
            href={`/${lang}/profile/collection/`}
            className={buttonClass(status === 'completed' ? undefined : { kind: 'quiet' })}
          >
            Your collection
          </Link>
        )}
        <PaperLinks checkout={checkout} onProblem={setProblem} />
        {again && (
          <Link href={`${here}?checkout=${id}`} className={buttonClass({ kind: 'quiet' })}>
            Back to the checkout
          </Link>
        )}
        {!thanked && !again && (
          <Link href={`/${lang}/profile/orders/`} className={buttonClass({ kind: 'quiet' })}>
            Your orders
          </Link>
        )}
      </div>
      {thanked && !hasReceipt(status) && (
        <p className={styles.quiet}>The receipt is ready when the payment is final.</p>
      )}
    </>
  )
}
