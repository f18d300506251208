'use client'

import { useState } from 'react'
import { hasStatus } from '@/lib/api/error'
import type { KnownChain } from '@/lib/config'
import { countryName } from '@/lib/countries'
import { formatMoney } from '@/lib/money'
import { useRead } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import { useConfig } from '@/lib/use-config'
import * as t from '@/messages/desk'
import { Details } from '@/ui/details'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { accountHref } from '../accounts-model'
import { artistHref, happened, moneyOf, ordersHref, type Story, shortOf, wordsOfCode } from '../model'
import { orderQuery } from '../queries'
import styles from './desk.module.css'
import { coinOf, Ledger, Part, Time, Transaction } from './order-parts'
import { Documents, Emails, Reviews } from './order-records'
import { Refund } from './refund'
import { Release } from './release'

interface OrderProps {
  lang: string
  id: string
  /** Whether the account's roles may refund. */
  decides: boolean
  /** Whether the account's roles may open other accounts. */
  opensAccounts: boolean
}

/** Everything about one order, and what can be decided about it. */
export function Order({ lang, id, decides, opensAccounts }: OrderProps) {
  const [done, setDone] = useState({ times: 0, message: '' })
  const { data, error, problem, read } = useRead(orderQuery(id))
  const missing = hasStatus(error, 404)
  const chains = useConfig()?.chains ?? []

  async function onRefund(message: string) {
    // A new form after each refund; a refused one keeps what was typed.
    if (message) setDone(({ times }) => ({ times: times + 1, message }))
    await read()
  }

  return (
    <article className={styles.order}>
      <p>
        <Link href={ordersHref(lang)}>{t.backToOrders}</Link>
      </p>
      <h2>{t.orderNumber(shortOf(id))}</h2>
      {missing && <p>{t.noSuchOrder}</p>}
      {!missing && problem && <Failure problem={problem} retry={data ? undefined : read} />}
      {!data && !missing && !problem && <Skeleton height="18rem" />}
      {data && (
        <>
          <Overview lang={lang} story={data} chains={chains} opensAccounts={opensAccounts} />
          <Steps story={data} />
          <Payments story={data} chains={chains} />
          <Refunds lang={lang} story={data} chains={chains} />
          {done.message && (
            <Notice key={done.times} kind="assent" focused>
              {done.message}
            </Notice>
          )}
          {decides && data.refundable && (
            <Refund key={done.times} id={id} refundable={data.refundable} onDone={onRefund} />
          )}
          {data.order.status === 'refunded' && (
            <Release
              id={id}
              edition={t.edition(data.order.editionNumber, data.order.editionSize)}
              decides={decides}
            />
          )}
          <Reviews story={data} />
          <Documents story={data} />
          <Emails story={data} />
          <Ledger story={data} />
        </>
      )}
    </article>
  )
}

interface OverviewProps {
  lang: string
  story: Story
  chains: KnownChain[]
  opensAccounts: boolean
}

function Overview({ lang, story, chains, opensAccounts }: OverviewProps) {
  const { order, buyer } = story
  return (
    <>
      <p>
        <strong>{t.statuses[order.status]}</strong>
        {order.reason && `, ${wordsOfCode(order.reason)}`}
        {order.overdue && `. ${t.overdue}`}
      </p>
      <Details
        details={[
          [t.order, order.id, true],
          [
            t.artwork,
            <>
              <Link href={`/${lang}/artworks/${order.artworkSlug}/`}>
                <em dir="auto">{order.artworkTitle}</em>
              </Link>
              , {t.edition(order.editionNumber, order.editionSize)}
            </>,
          ],
          [
            t.artist,
            <Link key="artist" href={artistHref(lang, story.artistId)}>
              <Name>{order.artistName}</Name>
            </Link>,
          ],
          [t.price, formatMoney(order.price)],
          [t.created, <Time key="created" at={order.createdAt} />],
          [t.held, !story.paidAt && <Time at={order.expiresAt} />],
          [t.name, buyer.name],
          [t.email, buyer.email && `${buyer.email}${buyer.emailVerified ? '' : t.notVerified}`],
          [
            t.account,
            opensAccounts ? (
              <Link key="account" href={accountHref(lang, buyer.accountId)}>
                {buyer.accountId}
              </Link>
            ) : (
              buyer.accountId
            ),
            true,
          ],
          [
            t.buyer,
            <Link key="buyer" href={ordersHref(lang, { search: buyer.accountId })}>
              {t.allOrdersOfBuyer}
            </Link>,
          ],
          [
            t.giftFor,
            order.gift &&
              (order.gift.to || `${order.gift.email}${order.gift.acceptedAt ? '' : t.giftWaiting}`),
          ],
          [t.country, order.billingCountry && countryName(order.billingCountry)],
          [t.token, story.paidAt && `${story.tokenId}${order.mintTransactionHash ? '' : t.notMinted}`, true],
          [
            t.mint,
            order.mintTransactionHash && (
              <Transaction chains={chains} chainId={order.chainId ?? 0} hash={order.mintTransactionHash} />
            ),
            true,
          ],
          [t.dispute, story.dispute],
        ]}
      />
    </>
  )
}

function Steps({ story }: { story: Story }) {
  return (
    <Part title={t.steps}>
      <ol role="list" className={styles.rows}>
        {happened(story).map((step) => (
          <li key={`${step.at}-${step.text}`}>
            <span>{step.text}</span>
            <span className={editing.quiet}>
              <Time at={step.at} />
              {step.actor && `, ${t.by[step.actor]}`}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function Payments({ story, chains }: { story: Story; chains: KnownChain[] }) {
  const { payments, cardSessions, quotes } = story
  return (
    <>
      <Part title={t.payments} empty={payments.length === 0 ? t.noPayments : undefined}>
        <ul role="list" className={styles.rows}>
          {payments.map((payment) => (
            <li key={payment.id}>
              <p>
                {payment.paymentMethod === 'card' ? t.cardPayment : t.etherPayment},{' '}
                <span className="figures">{moneyOf(payment, coinOf(chains, payment.chainId))}</span>:{' '}
                {t.payment[payment.status]}
                {payment.credited && `, ${t.bought}`}
                {payment.unexpected && `, ${t.outside}`}
                {payment.confirmations > 0 &&
                  `, ${t.confirmations(payment.confirmations, payment.confirmationsNeeded)}`}
              </p>
              <p className={editing.quiet}>
                <Time at={payment.at} />
              </p>
              <Details
                details={[
                  [t.provider, payment.providerPayment, true],
                  [t.network, payment.chainId > 0 && t.chain(payment.chainId)],
                  [
                    t.transaction,
                    payment.transactionHash && (
                      <Transaction chains={chains} chainId={payment.chainId} hash={payment.transactionHash} />
                    ),
                    true,
                  ],
                  [t.payer, payment.payer, true],
                  [t.refundAddress, payment.refundAddress, true],
                  [t.token, payment.asset, true],
                ]}
              />
            </li>
          ))}
        </ul>
      </Part>
      {cardSessions.length > 0 && (
        <Part title={t.visits}>
          <ul role="list" className={styles.rows}>
            {cardSessions.map((visit) => (
              <li key={visit.createdAt}>
                <span>{t.visit[visit.status]}</span>
                <span className={editing.quiet}>
                  <Time at={visit.createdAt} />
                </span>
                <span className="mono">{visit.providerId}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {quotes.length > 0 && (
        <Part title={t.quotes}>
          <ul role="list" className={styles.rows}>
            {quotes.map((quote) => (
              <li key={quote.createdAt}>
                <span>
                  <span className="figures">{moneyOf(quote, coinOf(chains, quote.chainId))}</span>,{' '}
                  {t.quote[quote.status]}
                </span>
                <span className={editing.quiet}>
                  <Time at={quote.createdAt} />, {t.until(formatDateTime(quote.expiresAt))}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

function Refunds({ lang, story, chains }: { lang: string; story: Story; chains: KnownChain[] }) {
  const { refunds, refundRequests } = story
  const none = refunds.length + refundRequests.length === 0
  return (
    <Part title={t.refunds} empty={none ? t.noRefunds : undefined}>
      <ul role="list" className={styles.rows}>
        {refunds.map((refund) => (
          <li key={refund.id}>
            <p>
              <span className="figures">{moneyOf(refund, coinOf(chains, refund.chainId))}</span>:{' '}
              {t.refund[refund.status]}, {wordsOfCode(refund.reason)}
            </p>
            <p className={editing.quiet}>
              <Time at={refund.createdAt} />
              {refund.decidedBy && `, ${t.decidedBy(refund.decidedByName || t.memberOfStaff)}`}
              {refund.approvedBy && `, ${t.approvedBy(refund.approvedByName || t.memberOfStaff)}`}
              {refund.note && `, “${refund.note}”`}
            </p>
            <Details
              details={[
                [t.provider, refund.providerId, true],
                [t.addressLabel, refund.refundAddress, true],
                [
                  t.transaction,
                  refund.transactionHash && (
                    <Transaction chains={chains} chainId={refund.chainId} hash={refund.transactionHash} />
                  ),
                  true,
                ],
              ]}
            />
          </li>
        ))}
        {refundRequests.map((request) => (
          <li key={request.id}>
            <p>
              <span className="figures">{moneyOf(request, coinOf(chains, request.chainId))}</span>:{' '}
              {request.problem ? t.returnedUnpaid : t.request[request.status]},{' '}
              {t.requestedBy(request.requestedByName || t.memberOfStaff)}
            </p>
            <p className={editing.quiet}>
              <Time at={request.createdAt} />
              {request.note && `, “${request.note}”`}
            </p>
            {(request.status === 'pending' || request.problem) && (
              <p>
                <Link href={`/${lang}/reviews/`}>{t.decideRequests}</Link>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}
