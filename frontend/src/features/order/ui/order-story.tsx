import type { ReactNode } from 'react'
import type { Schemas } from '@/lib/api/client'
import { type KnownChain, transactionHref } from '@/lib/config'
import { formatMoney } from '@/lib/money'
import { formatDateTime } from '@/lib/time'
import { statusSentence } from '@/messages/checkout'
import * as t from '@/messages/order'
import { CopyButton } from '@/ui/copy-button'
import { Link, OutLink } from '@/ui/link'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { certificateHref, isUnpaid, type Step, shortNumber } from '../model'
import styles from './order-story.module.css'

type Checkout = Schemas['Checkout']

interface OrderStoryProps {
  lang: string
  order: Checkout
  steps: Step[]
  /** The large picture of the work. */
  picture: ReactNode
  /** Opens the film of its edition. */
  film?: ReactNode
  /** Links to its documents. */
  documents: ReactNode
  hasDocuments: boolean
  /** The state of a withdrawal of its token. */
  withdrawal: string | null
  chains: KnownChain[]
  /** The state of the gift. */
  gift?: ReactNode
  /** Shown above the steps. */
  note?: ReactNode
  /** Where to continue an order that isn't paid or finished. */
  next?: ReactNode
}

/** An order from the hold to today: the work, its steps with times, and its documents. */
export function OrderStory({
  lang,
  order,
  steps,
  picture,
  film,
  documents,
  hasDocuments,
  withdrawal,
  chains,
  gift,
  note,
  next,
}: OrderStoryProps) {
  const page = `/${lang}/artworks/${order.artworkSlug}/?edition=${order.editionNumber}`
  const hrefOf = (hash: string) => transactionHref(chains, order.chainId ?? 0, hash)
  return (
    <article className={styles.story} aria-labelledby="order">
      <div className={styles.picture}>
        {picture}
        {film}
      </div>
      <div className={styles.text}>
        <header>
          <p className="figures">
            {t.by} <bdi>{order.artistName}</bdi>, {formatMoney(order.price)}
            {hasDocuments &&
              order.paymentMethod &&
              `, ${order.paymentMethod === 'card' ? t.byCard : t.withEther}`}
          </p>
          <p className={styles.number}>
            {t.orderNumber} <code title={order.id}>{shortNumber(order.id)}</code>{' '}
            <CopyButton text={order.id} label={t.copyNumber} />
          </p>
        </header>
        <output>{statusSentence(order)}</output>
        {next}
        {note}
        {gift}
        <section aria-labelledby="story">
          <h2 id="story">{t.story}</h2>
          <ol role="list" className={styles.steps}>
            {steps.map(({ name, at, done, transactionHash }) => {
              const href = transactionHash && hrefOf(transactionHash)
              return (
                <li key={`${name} ${at} ${transactionHash}`} data-done={done}>
                  <span>
                    {name}
                    <VisuallyHidden>, {done ? t.done : t.notYet}</VisuallyHidden>
                  </span>
                  <span className="figures">
                    {at && <time dateTime={at}>{formatDateTime(at)}</time>}
                    {href && (
                      <>
                        {' '}
                        <OutLink href={href}>{t.transaction}</OutLink>
                      </>
                    )}
                  </span>
                </li>
              )
            })}
          </ol>
        </section>
        {withdrawal && (
          <section aria-labelledby="withdrawal">
            <h2 id="withdrawal">{t.withdrawal}</h2>
            <p>{withdrawal}</p>
          </section>
        )}
        {!isUnpaid(order) && (
          <section aria-labelledby="documents">
            <h2 id="documents">{t.documents}</h2>
            <p className={styles.links}>
              {hasDocuments ? documents : t.noDocuments}
              {order.status === 'completed' && (
                <Link href={certificateHref(lang, order)} prefetch={false}>
                  {t.certificatePage}
                </Link>
              )}
            </p>
          </section>
        )}
        <p className={styles.links}>
          <Link href={page}>{t.viewArtwork}</Link>
          {order.status === 'completed' && <Link href={`/${lang}/profile/collection/`}>{t.collection}</Link>}
          <Link href={`/${lang}/profile/orders/`}>{t.allOrders}</Link>
        </p>
      </div>
    </article>
  )
}
