'use client'

import { type UseFormReturn, useWatch } from 'react-hook-form'
import { formatMoney, parseMajor } from '@/lib/money'
import { priceAt } from '@/lib/phases/model'
import * as t from '@/messages/desk-phases'
import { editing } from '@/ui/editing'
import { Field } from '@/ui/field'
import { type Auction, fallOf, isFilled, keyOf, type ScheduleFilled } from '../phases-form'
import styles from './desk.module.css'

interface FallFieldsProps {
  form: UseFormReturn<ScheduleFilled>
  index: number
  work: string
  title: string
  currency: string
}

/** How the price of an artwork falls in a phase, with its steps as far as they are known. */
export function FallFields({
  form: { control, register, formState },
  index,
  work,
  title,
  currency,
}: FallFieldsProps) {
  const key = keyOf(work)
  const at = `phases.${index}.falls.${key}` as const
  const [fall, price, starts, ends] = useWatch({
    control,
    name: [at, `phases.${index}.prices.${key}`, `phases.${index}.starts`, `phases.${index}.ends`],
  })
  const errors = formState.errors.phases?.[index]?.falls?.[key]
  const start = price ? parseMajor(price, currency) : null
  const found = fallOf(fall, start, currency)
  return (
    <details open={isFilled(fall) || Boolean(errors)}>
      <summary>{t.auction(title)}</summary>
      <div className={styles.fall}>
        <p className={editing.quiet}>{t.auctionHint}</p>
        <Field
          label={t.lowest(title)}
          error={errors?.lowest?.message}
          inputMode="decimal"
          autoComplete="off"
          {...register(`${at}.lowest`)}
        />
        <Field
          label={t.step(title)}
          hint={t.stepHint}
          error={errors?.step?.message}
          inputMode="decimal"
          autoComplete="off"
          {...register(`${at}.step`)}
        />
        <Field
          label={t.every(title)}
          error={errors?.every?.message}
          inputMode="numeric"
          autoComplete="off"
          {...register(`${at}.every`)}
        />
        {found && 'auction' in found && (
          <Steps
            title={title}
            price={{ amount: String(start), currency }}
            auction={found.auction}
            starts={Date.parse(starts)}
            ends={Date.parse(ends)}
          />
        )}
      </div>
    </details>
  )
}

interface StepsProps {
  title: string
  price: { amount: string; currency: string }
  auction: Auction
  /** Milliseconds, NaN while unknown. */
  starts: number
  ends: number
}

/** The steps that are listed before the last one. */
const shown = 5

/** When the artwork costs how much. */
function Steps({ title, price, auction, starts, ends }: StepsProps) {
  if (Number.isNaN(starts)) return null
  const every = auction.intervalSeconds * 1000
  const one = { artworkId: '', price, auction }
  const steps: { time: number; text: string; amount: string }[] = []
  for (let time = starts; Number.isNaN(ends) || time < ends; time += every) {
    const money = priceAt(one, starts, time)
    steps.push({ time, text: formatMoney(money), amount: money.amount })
    if (money.amount === auction.lowest) break
  }
  const last = steps.at(-1)
  if (!last) return null
  const hidden = steps.length - shown - 1
  const listed = hidden > 0 ? [...steps.slice(0, shown), last] : steps
  const seconds = listed.some(({ time }) => time % 60_000 > 0)
  return (
    <section aria-label={t.steps(title)}>
      <ul role="list" className="figures">
        {listed.map(({ time, text }) => (
          <li key={time}>{t.stepAt(text, t.localTime(time, seconds))}</li>
        ))}
      </ul>
      {hidden > 0 && <p className={editing.quiet}>{t.moreSteps(hidden)}</p>}
      {last.amount !== auction.lowest && <p className={editing.quiet}>{t.beforeLowest(last.text)}</p>}
    </section>
  )
}
