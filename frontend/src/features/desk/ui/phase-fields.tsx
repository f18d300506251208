'use client'

import { type UseFormReturn, useWatch } from 'react-hook-form'
import { formatMoney } from '@/lib/money'
import * as t from '@/messages/desk-phases'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Field, Select } from '@/ui/field'
import { TextArea } from '@/ui/text-area'
import type { Work } from '../phases-calls'
import { keyOf, type ScheduleFilled } from '../phases-form'
import styles from './desk.module.css'
import { FallFields } from './fall-fields'

interface PhaseFieldsProps {
  form: UseFormReturn<ScheduleFilled>
  index: number
  works: Work[]
  onRemove: () => void
}

/** One phase of the schedule. */
export function PhaseFields({ form, index, works, onRemove }: PhaseFieldsProps) {
  const { control, register, formState } = form
  const at = `phases.${index}` as const
  const { name = '', kind, id } = useWatch({ control, name: at })
  const errors = formState.errors.phases?.[index]
  const title = t.numbered(index + 1, name)
  return (
    <fieldset className={styles.phase}>
      <legend>{title}</legend>
      <div className={styles.fields}>
        <Field
          label={t.name}
          hint={t.nameHint}
          error={errors?.name?.message}
          maxLength={80}
          autoComplete="off"
          {...register(`${at}.name`)}
        />
        <Select
          label={t.kind}
          hint={kind === 'allow_list' && !id ? t.listFirst : undefined}
          {...register(`${at}.kind`)}
        >
          {Object.entries(t.kinds).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Field
          label={t.starts()}
          error={errors?.starts?.message}
          type="datetime-local"
          step={1}
          {...register(`${at}.starts`)}
        />
        <Field
          label={t.endsAt()}
          hint={t.endsHint}
          error={errors?.ends?.message}
          type="datetime-local"
          step={1}
          {...register(`${at}.ends`)}
        />
        <Field
          label={t.cap}
          hint={t.capHint}
          error={errors?.cap?.message}
          inputMode="numeric"
          autoComplete="off"
          {...register(`${at}.cap`)}
        />
      </div>
      {kind === 'holders' && (
        <TextArea
          label={t.tokens}
          hint={t.tokensHint}
          error={errors?.tokens?.message}
          rows={3}
          spellCheck={false}
          {...register(`${at}.tokens`)}
        />
      )}
      <details className={styles.prices}>
        <summary>{t.prices}</summary>
        <p className={editing.quiet}>{t.pricesHint}</p>
        <div className={styles.fields}>
          {works.map(({ id: work, title: artwork, purchasePrice }) =>
            purchasePrice ? (
              <div key={work} className={styles.priced}>
                <Field
                  label={t.priceOf(artwork)}
                  hint={t.ownPrice(formatMoney(purchasePrice))}
                  error={errors?.prices?.[keyOf(work)]?.message}
                  inputMode="decimal"
                  autoComplete="off"
                  {...register(`${at}.prices.${keyOf(work)}`)}
                />
                <FallFields
                  form={form}
                  index={index}
                  work={work}
                  title={artwork}
                  currency={purchasePrice.currency}
                />
              </div>
            ) : (
              <p key={work} className={editing.quiet}>
                <em>{artwork}</em>: {t.notForSale}
              </p>
            ),
          )}
        </div>
      </details>
      <div>
        <Button kind="text" onClick={onRemove}>
          {t.remove(title)}
        </Button>
      </div>
    </fieldset>
  )
}
