'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { actionKey } from '@/lib/api/action-key'
import { wordsOf } from '@/lib/api/error'
import { queryClient, useRead } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import { isolate } from '@/messages/direction'
import * as t from '@/messages/gift'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { cancelGift, type Gift, sendGift } from '../calls'
import { giftQuery, isOpen } from '../queries'
import styles from './order-gift.module.css'

/** The gift on the giver's order page, and what they can do until it is accepted. */
export function OrderGift({ lang, order, given }: { lang: string; order: string; given: Given }) {
  const [open, setOpen] = useState<'send' | 'cancel' | null>(null)
  const [to, setTo] = useState('')
  const [sent, setSent] = useState('')
  const [key] = useState(actionKey)
  const { data: gift, problem } = useRead(giftQuery(order))
  const changed = (next: Gift) => {
    queryClient.setQueryData(giftQuery(order).queryKey, next)
    setOpen(null)
  }
  const send = useMutation(
    {
      mutationFn: (address: string) => sendGift(order, address, key.of('gift', order, address)),
      onSuccess: (next) => {
        key.end()
        changed(next)
        setSent(t.sent(next.email))
      },
      onError: (error) => key.end(error),
    },
    queryClient,
  )
  const cancel = useMutation({ mutationFn: () => cancelGift(order), onSuccess: changed }, queryClient)
  const failed = send.error ?? cancel.error
  const message = gift?.message
  const refused = gift?.status === 'waiting' && gift.refusedEmail
  return (
    <section aria-labelledby="gift" className={styles.gift}>
      <h2 id="gift">{t.heading}</h2>
      {refused ? (
        <Notice kind="alarm">{t.refusedBy(refused)}</Notice>
      ) : (
        <output>{gift ? sentenceOf(gift) : pendingOf(given)}</output>
      )}
      {gift?.status === 'queued' && (
        <p>
          <Link href={`/${lang}/profile/withdrawals/`}>{t.transfers}</Link>
        </p>
      )}
      {message && (
        <figure>
          <figcaption className={styles.quiet}>{t.yourMessage}</figcaption>
          <blockquote dir="auto" className={styles.message}>
            {message}
          </blockquote>
        </figure>
      )}
      {(failed || problem) && <Notice kind="alarm">{failed ? wordsOf(failed) : problem}</Notice>}
      {sent && gift?.status === 'waiting' && !refused && <output>{sent}</output>}
      {gift?.status === 'waiting' && gift.emailsLeft === 0 && (
        <p className={styles.quiet}>{t.noEmailsLeft}</p>
      )}
      {open === 'send' && gift && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            send.mutate(to.trim())
          }}
        >
          <Field
            label={t.email}
            type="email"
            required
            maxLength={254}
            value={to}
            hint={t.sendHint}
            onChange={({ target }) => setTo(target.value)}
          />
          <Button type="submit" busy={send.isPending}>
            {t.send}
          </Button>
        </form>
      )}
      {open === 'cancel' && (
        <div className={styles.form}>
          <p>{t.takeBackSure}</p>
          <p className={styles.actions}>
            <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
              {t.takeBack}
            </Button>
            <Button kind="quiet" onClick={() => setOpen(null)}>
              {t.keepGift}
            </Button>
          </p>
        </div>
      )}
      {gift && isOpen(gift) && open !== 'cancel' && (
        <p className={styles.actions}>
          {gift.status === 'waiting' && gift.emailsLeft > 0 && open !== 'send' && (
            <Button
              kind="text"
              onClick={() => {
                setTo(gift.email)
                setSent('')
                setOpen('send')
              }}
            >
              {refused ? t.changeAddress : t.sendAgain}
            </Button>
          )}
          <Button kind="text" onClick={() => setOpen('cancel')}>
            {t.takeBack}
          </Button>
        </p>
      )}
    </section>
  )
}

/** The recipient as stored in the order. */
type Given = Pick<Gift, 'email' | 'to' | 'name'>

const walletOf = ({ to, name }: Given) => (name ? `${isolate(name)} (${to})` : to)

const pendingOf = (given: Given) => (given.to ? t.pendingWallet(walletOf(given)) : t.pending(given.email))

function transferSentence({ transfer, ...given }: Gift): string {
  const wallet = walletOf(given)
  switch (transfer?.status) {
    case 'withdrawalTransactionConfirmed':
      return t.arrived(wallet)
    case 'cancelled':
      return t.transferCancelled
    case 'failed':
      return t.notSent(wallet)
    default:
      return transfer?.transactionHash ? t.onItsWay(wallet) : t.queued(wallet)
  }
}

function sentenceOf(gift: Gift): string {
  const { status, email, emailedAt, endedAt, acceptFrom } = gift
  switch (status) {
    case 'pending':
      return pendingOf(gift)
    case 'queued':
      return transferSentence(gift)
    case 'waiting':
      return acceptFrom && Date.parse(acceptFrom) > Date.now()
        ? t.waitingFrom(email, formatDateTime(acceptFrom))
        : t.waiting(email, formatDateTime(emailedAt ?? ''))
    case 'accepted':
      return t.accepted(email, formatDateTime(endedAt ?? ''))
    case 'cancelled':
      return t.cancelled(formatDateTime(endedAt ?? ''))
    case 'refunded':
      return t.refunded
  }
}
