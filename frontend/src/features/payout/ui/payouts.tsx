'use client'

import { type ReactNode, useState } from 'react'
import { useAction } from '@/lib/action'
import { wordsOf } from '@/lib/api/error'
import { hasCode } from '@/lib/api/http'
import { type KnownChain, transactionHref } from '@/lib/config'
import { formatMoney } from '@/lib/money'
import { useRead } from '@/lib/query'
import { formatDate, formatDateTime } from '@/lib/time'
import { useConfig } from '@/lib/use-config'
import { connectWallet } from '@/lib/wallet/wallet'
import * as t from '@/messages/payouts'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { HashLink } from '@/ui/hash-link'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { Pager } from '@/ui/pager'
import { Skeleton } from '@/ui/skeleton'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { requestPayout } from '../calls'
import {
  type Balance,
  blocked,
  heldSentence,
  inCoin,
  type Payouts as Listing,
  payoutSentence,
  type Sales,
  saleSentence,
  shareOf,
} from '../model'
import { payoutsQuery } from '../queries'
import styles from './payouts.module.css'
import { Statement } from './statement'

/** An artist's sales, the balances to withdraw, what the gallery holds, and the payouts. */
export function Payouts({ lang }: { lang: string }) {
  const chains = useConfig()?.chains ?? []
  const [pages, setPages] = useState({ sales: 1, payouts: 1 })
  const { data, error, problem, read } = useRead(payoutsQuery(pages))
  if (hasCode(error, 'forbidden')) return <p className={styles.quiet}>{t.noArtist}</p>
  if (!data) return problem ? <Failure problem={problem} retry={read} /> : <Skeleton height="18rem" />

  const { sales, payouts } = data
  const coin = (chainId: number) => chains.find((chain) => chain.chainId === chainId)?.currencySymbol
  return (
    <div className={styles.page}>
      {problem && <Notice kind="alarm">{problem}</Notice>}
      {payouts.frozen && (
        <Notice kind="alarm" title={t.payoutsAreOnHold}>
          <p>
            {t.payoutsOnHoldHint} <Link href={`/${lang}/profile/payout-wallet/`}>{t.anotherWallet}</Link>{' '}
            {t.payoutsOnHoldHintEnd}
          </p>
        </Notice>
      )}
      <Part title={t.balance}>
        {payouts.balances.length === 0 && (
          <p>
            {t.noWallet} <Link href={`/${lang}/profile/payout-wallet/`}>{t.addAPayoutWallet}</Link>
          </p>
        )}
        {payouts.balances.map((balance) => (
          <Withdraw
            key={`${balance.chainId}-${balance.payee}`}
            balance={balance}
            payouts={payouts}
            chain={chains.find(({ chainId }) => chainId === balance.chainId)}
            onSent={read}
          />
        ))}
      </Part>
      <Held sales={sales} coin={coin} />
      <Part title={t.sales}>
        <SaleList lang={lang} sales={sales} coin={coin} />
        <Pager {...pager(t.sales, sales)} onPage={(page) => setPages((now) => ({ ...now, sales: page }))} />
      </Part>
      <Part title={t.payouts}>
        <PayoutList payouts={payouts} chains={chains} />
        <Pager
          {...pager(t.payouts, payouts)}
          onPage={(page) => setPages((now) => ({ ...now, payouts: page }))}
        />
      </Part>
      {(sales.items.length > 0 || payouts.items.length > 0) && <Statement />}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** A balance, and the ways to withdraw it. */
function Withdraw({
  balance,
  payouts,
  chain,
  onSent,
}: {
  balance: Balance
  payouts: Listing
  chain: KnownChain | undefined
  onSent: () => Promise<void>
}) {
  /** The amount that a wallet was asked to send, until the balance changes. */
  const [sent, setSent] = useState('')
  const symbol = chain?.currencySymbol
  const empty = balance.amount === '0'
  const why = blocked(balance, payouts)
  const onItsWay = balance.pending || (sent !== '' && sent === balance.amount)
  const part = useKeptFocus<HTMLDivElement>(onItsWay)

  const { run, running, busy, problem } = useAction<'gallery' | 'wallet'>(
    async (by, keyOf) => {
      const { chainId, payee, contract, data } = balance
      if (by === 'gallery') return requestPayout(chainId, payee, keyOf(chainId, payee))
      // Wallet code loads only now. The payee receives the money, no matter who sends the transaction.
      const wallet = await connectWallet()
      await wallet.switchTo(chainId)
      await wallet.send({ chainId, to: contract, data, value: '0' })
      setSent(balance.amount)
    },
    {
      onDone: onSent,
      onFailed: onSent,
      words: (failure) =>
        failure instanceof Error && failure.name === 'WalletProblem' ? failure.message : wordsOf(failure),
    },
  )

  return (
    <div ref={part} className={styles.balance}>
      <p className={`${styles.amount} figures`}>{inCoin(balance.amount, symbol)}</p>
      <p className={styles.quiet}>
        {chain ? t.onChainFor(chain.name) : t.forLabel} {t.yourWallet} <code>{balance.payee}</code>
      </p>
      {balance.confirming !== '0' && (
        <p className={styles.quiet}>{t.stillConfirming(inCoin(balance.confirming, symbol))}</p>
      )}
      {!balance.verified && <p className={styles.quiet}>{t.checkingBalance}</p>}
      {problem && <Notice kind="alarm">{problem}</Notice>}
      {onItsWay ? (
        <div tabIndex={-1}>
          <Notice title={t.payoutOnItsWay}>
            <p>{t.payoutOnItsWayHint}</p>
          </Notice>
        </div>
      ) : (
        !empty && (
          <div className={styles.actions}>
            {why === null && (
              <Button busy={running === 'gallery'} disabled={busy} onClick={() => run('gallery')}>
                {t.withdrawToYourWallet}
              </Button>
            )}
            <Button
              kind={why === null ? 'text' : 'solid'}
              busy={running === 'wallet'}
              disabled={busy}
              onClick={() => run('wallet')}
            >
              {t.withdrawWithOwnWallet}
            </Button>
          </div>
        )
      )}
      {!empty && why === null && <p className={styles.quiet}>{t.networkFeeHint}</p>}
      {!empty && why === 'small' && (
        <p className={styles.quiet}>{t.minimumHint(inCoin(payouts.minimum, symbol))}</p>
      )}
    </div>
  )
}

/** The balance that the gallery holds for the artist; hidden if it is zero. */
function Held({ sales, coin }: { sales: Sales; coin: (chainId: number) => string | undefined }) {
  const rows = sales.sums.flatMap((sum) => {
    const sentence = heldSentence(sum, coin(sum.chainId))
    return sentence ? [{ key: `${sum.currency}${sum.chainId}`, sentence, card: sum.chainId === 0 }] : []
  })
  if (rows.length === 0) return null
  return (
    <Part title={t.heldForYou}>
      <ul role="list" className={styles.list}>
        {rows.map(({ key, sentence, card }) => (
          <li key={key} className={styles.row}>
            <p className="figures">{sentence}</p>
            <p className={styles.quiet}>{card ? t.heldFromCards : t.heldFromEther}</p>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function SaleList({
  lang,
  sales,
  coin,
}: {
  lang: string
  sales: Sales
  coin: (chainId: number) => string | undefined
}) {
  if (sales.items.length === 0) return <p>{t.noSales}</p>
  return (
    <ul role="list" className={styles.list}>
      {sales.items.map((sale) => (
        <li key={sale.id} className={styles.row}>
          <p>
            <Link href={`/${lang}/artworks/${sale.artworkSlug}/`}>
              <em>{sale.artworkTitle}</em>
            </Link>
            , <span className="figures">{t.editionOf(sale.editionNumber, sale.editionSize)}</span>
          </p>
          <p className="figures">
            {t.yourShareOf(shareOf(sale, coin(sale.chainId)), formatMoney(sale.price))}
            {sale.paymentMethod === 'ether' && ` (${inCoin(sale.paidWei, coin(sale.chainId))})`}
          </p>
          <p className={styles.quiet}>
            {t.soldOn(formatDate(sale.soldAt))} {sale.paymentMethod === 'card' ? t.byCard : t.withEther}.{' '}
            {saleSentence(sale)}.
          </p>
        </li>
      ))}
    </ul>
  )
}

function PayoutList({ payouts, chains }: { payouts: Listing; chains: KnownChain[] }) {
  if (payouts.items.length === 0) return <p>{t.noPayouts}</p>
  return (
    <ul role="list" className={styles.list}>
      {payouts.items.map((payout) => {
        const { id, chainId, payee, amount, transactionHash, at } = payout
        const href = transactionHash ? transactionHref(chains, chainId, transactionHash) : null
        const symbol = chains.find((chain) => chain.chainId === chainId)?.currencySymbol
        return (
          <li key={id || transactionHash} className={styles.row}>
            <p className="figures">
              {amount ? `${inCoin(amount, symbol)}. ` : ''}
              {payoutSentence(payout)}
            </p>
            <p className={styles.quiet}>
              {t.paidOutAt(formatDateTime(at))} <code>{payee}</code>
              {transactionHash && (
                <>
                  {t.transactionPart}
                  <HashLink hash={transactionHash} href={href} />
                </>
              )}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

const pager = (name: string, { page, pageCount }: { page: number; pageCount: number }) => ({
  label: t.pagesOf(name.toLowerCase()),
  page,
  pageCount,
  before: t.newer,
  after: t.older,
})
