'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { actionKey } from '@/lib/api/action-key'
import { ApiError, wordsOf } from '@/lib/api/error'
import { formatMoney } from '@/lib/money'
import { useCoin } from '@/lib/wallet/coin'
import * as t from '@/messages/desk'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Choice, Field } from '@/ui/field'
import { Notice } from '@/ui/notice'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { refundOrder } from '../calls'
import { emptyRefund, type RefundChecked, type RefundFilled, refundForm } from '../form'
import { needsSecond, type Refundable, sentenceOf } from '../model'
import styles from './desk.module.css'

interface RefundProps {
  id: string
  refundable: Refundable
  onDone: (message: string) => Promise<void>
}

/** The form of a refund. It says how much goes where before anything is sent. */
export function Refund({ id, refundable, onDone }: RefundProps) {
  const coin = useCoin(refundable.chainId)
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm<RefundFilled, unknown, RefundChecked>({
    resolver: zodResolver(refundForm(refundable)),
    defaultValues: emptyRefund,
  })
  /** The checked form, while the person is asked to confirm it. */
  const [checked, setChecked] = useState<RefundChecked | null>(null)
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const [key] = useState(actionKey)
  const left = refundable.amount
  const part = useKeptFocus<HTMLElement>(checked === null)

  const check = handleSubmit((filled) => {
    setRefused('')
    setChecked(filled)
  })

  async function send() {
    if (busy || checked === null) return
    setBusy(true)
    setRefused('')
    const { amount, note, address, againstReturn } = checked
    const decision = {
      amount: amount || undefined,
      inFull: amount === '',
      againstReturn,
      note,
      refundAddress: address || undefined,
    }
    try {
      const { refundRequest } = await refundOrder(id, decision, key.of(decision))
      key.end()
      await onDone(refundRequest ? t.refundRequested : t.refundStarted)
    } catch (error) {
      key.end(error)
      setRefused(wordsOf(error))
      if (error instanceof ApiError && error.status === 409) await onDone('')
    }
    setBusy(false)
    setChecked(null)
  }

  const { money, sentence } = sentenceOf(refundable, checked?.amount ?? '', checked?.address ?? '', coin)
  const place = t.tokenPlaces[refundable.tokenPlace]
  return (
    <section ref={part} className={styles.part} aria-labelledby="refund">
      <h3 id="refund">{t.refundOrder}</h3>
      {refused && (
        <Notice kind="alarm" focused>
          {refused}
        </Notice>
      )}
      {place && !checked?.againstReturn && <p>{place}</p>}
      {checked === null ? (
        <form className={editing.form} onSubmit={check} noValidate>
          {left ? (
            <Field
              label={t.amountLabel}
              hint={t.amountHint(formatMoney(left))}
              error={errors.amount?.message}
              inputMode="decimal"
              autoComplete="off"
              {...register('amount')}
            />
          ) : (
            <>
              <p>{t.etherWhole(money)}</p>
              <Field
                label={t.addressLabel}
                hint={refundable.refundAddress ? t.addressHint : t.addressMissing}
                error={errors.address?.message}
                placeholder={refundable.refundAddress}
                spellCheck={false}
                autoComplete="off"
                {...register('address')}
              />
            </>
          )}
          {refundable.tokenPlace === 'wallet' && (
            <Choice
              label={t.againstReturn}
              hint={t.againstReturnHint}
              error={errors.againstReturn?.message}
              {...register('againstReturn')}
            />
          )}
          <Field
            label={t.why}
            hint={t.whyHint}
            error={errors.note?.message}
            maxLength={2000}
            autoComplete="off"
            {...register('note')}
          />
          <div>
            <Button type="submit" kind="quiet">
              {t.check}
            </Button>
          </div>
        </form>
      ) : (
        <Notice kind="plain" title={t.confirmTitle(money)}>
          <p>{sentence}</p>
          {checked.againstReturn && <p>{t.afterReturn}</p>}
          <p>{needsSecond(refundable, checked.amount, checked.address) ? t.refundRequested : t.goesOutNow}</p>
          <p className={editing.quiet}>{t.cannotUndo}</p>
          <p className={editing.buttons}>
            <Button busy={busy} onClick={send}>
              {t.confirm(money)}
            </Button>
            <Button kind="text" onClick={() => !busy && setChecked(null)}>
              {t.back}
            </Button>
          </p>
        </Notice>
      )}
    </section>
  )
}
