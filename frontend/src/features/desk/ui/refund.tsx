'use client'

import { hasStatus } from '@/lib/api/error'
import { useDefinedForm } from '@/lib/form'
import { formatMoney } from '@/lib/money'
import { useCoin } from '@/lib/wallet/coin'
import * as t from '@/messages/desk'
import { ConfirmedForm } from '@/ui/confirmed-form'
import { editing } from '@/ui/editing'
import { Choice, Field } from '@/ui/field'
import { refundOrder } from '../calls'
import { refundForm } from '../form'
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
  const form = useDefinedForm(refundForm, refundable, {
    confirmed: true,
    send: ({ amount, note, address, againstReturn }, keyOf) => {
      const decision = {
        amount: amount || undefined,
        inFull: amount === '',
        againstReturn,
        note,
        refundAddress: address || undefined,
      }
      return refundOrder(id, decision, keyOf(decision))
    },
    onDone: ({ refundRequest }) => onDone(refundRequest ? t.refundRequested : t.refundStarted),
    onFailed: (error) => hasStatus(error, 409) && onDone(''),
  })
  const { field, checked } = form
  const left = refundable.amount
  const place = t.tokenPlaces[refundable.tokenPlace]
  return (
    <section className={styles.part} aria-labelledby="refund">
      <h3 id="refund">{t.refundOrder}</h3>
      {place && !checked?.againstReturn && <p>{place}</p>}
      <ConfirmedForm
        form={form}
        check={t.check}
        back={t.back}
        question={({ amount, address, againstReturn }) => {
          const { money, sentence } = sentenceOf(refundable, amount, address, coin)
          return {
            title: t.confirmTitle(money),
            action: t.confirm(money),
            means: (
              <>
                <p>{sentence}</p>
                {againstReturn && <p>{t.afterReturn}</p>}
                <p>{needsSecond(refundable, amount, address) ? t.refundRequested : t.goesOutNow}</p>
                <p className={editing.quiet}>{t.cannotUndo}</p>
              </>
            ),
          }
        }}
      >
        {left ? (
          <Field
            label={t.amountLabel}
            hint={t.amountHint(formatMoney(left))}
            inputMode="decimal"
            autoComplete="off"
            {...field('amount')}
          />
        ) : (
          <>
            <p>{t.etherWhole(sentenceOf(refundable, '', '', coin).money)}</p>
            <Field
              label={t.addressLabel}
              hint={refundable.refundAddress ? t.addressHint : t.addressMissing}
              placeholder={refundable.refundAddress}
              spellCheck={false}
              autoComplete="off"
              {...field('address')}
            />
          </>
        )}
        {refundable.tokenPlace === 'wallet' && (
          <Choice label={t.againstReturn} hint={t.againstReturnHint} {...field('againstReturn')} />
        )}
        <Field label={t.why} hint={t.whyHint} maxLength={2000} autoComplete="off" {...field('note')} />
      </ConfirmedForm>
    </section>
  )
}
