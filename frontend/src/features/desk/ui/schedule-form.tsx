'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useFieldArray, useForm } from 'react-hook-form'
import { wordsOf } from '@/lib/api/error'
import * as t from '@/messages/desk-phases'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Field } from '@/ui/field'
import { Notice } from '@/ui/notice'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { type Drop, type PhaseInput, type Schedule, saveSchedule } from '../phases-calls'
import {
  endsEarly,
  filledOf,
  inputOf,
  newPhase,
  type ScheduleFilled,
  scheduleForm,
  summaryOf,
} from '../phases-form'
import styles from './desk.module.css'
import { PhaseFields } from './phase-fields'

interface ScheduleFormProps {
  drop: Drop
  stored: Schedule
  onDone: (next: Schedule, message: string) => void
}

/** All phases of a drop as a form. It says what will be sold when before anything is saved. */
export function ScheduleForm({ drop, stored, onDone }: ScheduleFormProps) {
  const form = useForm<ScheduleFilled>({
    resolver: zodResolver(scheduleForm(drop.works)),
    defaultValues: filledOf(stored, drop.works),
  })
  const { control, register, handleSubmit, getValues, reset, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'phases', keyName: 'key' })
  /** The version that the form started from. */
  const [base, setBase] = useState(stored.version)
  /** The checked phases, while the person is asked to confirm them. */
  const [plan, setPlan] = useState<PhaseInput[] | null>(null)
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const part = useKeptFocus<HTMLElement>(`${plan === null} ${fields.length}`)
  // Pausing and lists change the version, but nothing that the form contains.
  const outdated = stored.changes.some(
    ({ action, version }) => action === 'save' && Number(version) > Number(base),
  )

  function start(from: Schedule) {
    reset(filledOf(from, drop.works))
    setBase(from.version)
    setPlan(null)
    setRefused('')
  }

  const early = plan && endsEarly(plan, drop)

  const check = handleSubmit(({ phases }) => {
    setRefused('')
    setPlan(inputOf(phases, stored, drop.works))
  })

  async function save() {
    if (busy || !plan) return
    setBusy(true)
    try {
      const next = await saveSchedule(drop.id, outdated ? base : stored.version, plan, getValues('note'))
      start(next)
      onDone(next, t.saved)
    } catch (error) {
      setRefused(wordsOf(error))
      setPlan(null)
    }
    setBusy(false)
  }

  return (
    <section ref={part} className={styles.part} aria-labelledby="phases">
      <h3 id="phases">{t.phases}</h3>
      {outdated && (
        <Notice kind="alarm">
          <p>{t.outdated}</p>
          <Button kind="text" onClick={() => start(stored)}>
            {t.reload}
          </Button>
        </Notice>
      )}
      {refused && (
        <Notice kind="alarm" focused>
          {refused}
        </Notice>
      )}
      {plan ? (
        <Notice kind="plain" title={t.confirmTitle(plan.length)}>
          <ol className={styles.plan}>
            {plan.map((phase) => (
              <li key={phase.startsAt}>{summaryOf(phase)}</li>
            ))}
          </ol>
          {early && <p>{t.endsEarly(early, drop.endsAt)}</p>}
          <p className={editing.quiet}>{t.confirmMeans}</p>
          <p className={editing.buttons}>
            <Button busy={busy} onClick={save}>
              {t.save}
            </Button>
            <Button kind="text" onClick={() => !busy && setPlan(null)}>
              {t.back}
            </Button>
          </p>
        </Notice>
      ) : (
        <form className={styles.schedule} onSubmit={check} noValidate>
          {fields.length === 0 && <p>{t.noPhases}</p>}
          {fields.map((field, i) => (
            <PhaseFields
              key={field.key}
              form={form}
              index={i}
              works={drop.works}
              onRemove={() => remove(i)}
            />
          ))}
          <p>
            <Button
              kind="quiet"
              onClick={() => append(newPhase(getValues('phases').at(-1), drop.startsAt))}
              disabled={fields.length >= 20}
            >
              {t.add}
            </Button>
          </p>
          <div className={editing.form}>
            <Field
              label={t.note}
              hint={t.noteHint}
              error={formState.errors.note?.message}
              maxLength={500}
              autoComplete="off"
              {...register('note')}
            />
            {formState.errors.phases && <p role="alert">{t.checkFields}</p>}
            <p className={editing.buttons}>
              <Button type="submit">{t.check}</Button>
              {formState.isDirty && <span className={editing.quiet}>{t.unsaved}</span>}
            </p>
          </div>
        </form>
      )}
    </section>
  )
}
