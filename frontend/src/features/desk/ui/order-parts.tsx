import type { ReactNode } from 'react'
import { type KnownChain, transactionHref } from '@/lib/config'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/desk'
import { editing } from '@/ui/editing'
import { OutLink } from '@/ui/link'
import { ledgerAccount, lineOf, type Story } from '../model'
import styles from './desk.module.css'

export function Part({ title, empty, children }: { title: string; empty?: string; children?: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3>{title}</h3>
      {empty ? <p className={editing.quiet}>{empty}</p> : children}
    </section>
  )
}

export const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>

export const coinOf = (chains: KnownChain[], id: number) =>
  chains.find(({ chainId }) => chainId === id)?.currencySymbol

/** A transaction, with a link where its chain has an explorer. */
export function Transaction({
  chains,
  chainId,
  hash,
}: {
  chains: KnownChain[]
  chainId: number
  hash: string
}) {
  const href = transactionHref(chains, chainId, hash)
  return href ? <OutLink href={href}>{hash}</OutLink> : hash
}

export function Ledger({ story }: { story: Story }) {
  return (
    <Part title={t.ledger} empty={story.ledger.length === 0 ? t.noLedger : undefined}>
      <p className={editing.quiet}>{t.ledgerLead}</p>
      <ul role="list" className={`${styles.rows} ${styles.ledger}`}>
        {story.ledger.map((line) => (
          <li key={`${line.group}-${line.account}-${line.asset}`}>
            <span>{ledgerAccount(line.account)}</span>
            <span className="figures">{lineOf(line)}</span>
            <span className={editing.quiet}>
              <Time at={line.at} />, {line.group.split(':')[0]}, <span className="mono">{line.account}</span>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
