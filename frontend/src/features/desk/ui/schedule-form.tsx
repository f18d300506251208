'use client'

import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { useDefinedForm } from '@/lib/form'
import * as t from '@/messages/desk-phases'
import { Button } from '@/ui/button'
import { ConfirmedForm } from '@/ui/confirmed-form'
import { editing } from '@/ui/editing'
import { Field } from '@/ui/field'
import { Notice } from '@/ui/notice'
import { type Drop, type Schedule, saveSchedule } from '../phases-calls'
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
  /** The version that the form started from. */
  const [base, setBase] = useState(stored.version)
  // Pausing and lists change the version, but nothing that the form contains.
  const outdated = stored.changes.some(
    ({ action, version }) => action === 'save' && Number(version) > Number(base),
  )
  const planOf = ({ phases }: Pick<ScheduleFilled, 'phases'>) => inputOf(phases, stored, drop.works)
  const schedule = useDefinedForm(scheduleForm, drop.works, {
    values: filledOf(stored, drop.works),
    confirmed: true,
    send: (checked) => saveSchedule(drop.id, outdated ? base : stored.version, planOf(checked), checked.note),
    onDone: (next) => {
      start(next)
      onDone(next, t.saved)
    },
  })
  const { form, field } = schedule
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'phases', keyName: 'key' })

  function start(from: Schedule) {
    form.reset(filledOf(from, drop.works))
    setBase(from.version)
    schedule.back()
    schedule.clear()
  }

  return (
    <section className={styles.part} aria-labelledby="phases">
      <h3 id="phases">{t.phases}</h3>
      {outdated && (
        <Notice kind="alarm">
          <p>{t.outdated}</p>
          <Button kind="text" onClick={() => start(stored)}>
            {t.reload}
          </Button>
        </Notice>
      )}
      <ConfirmedForm
        form={schedule}
        className={styles.schedule}
        check={t.check}
        kind="solid"
        aside={form.formState.isDirty && <span className={editing.quiet}>{t.unsaved}</span>}
        back={t.back}
        step={fields.length}
        question={(checked) => {
          const plan = planOf(checked)
          const early = endsEarly(plan, drop)
          return {
            title: t.confirmTitle(plan.length),
            action: t.save,
            means: (
              <>
                <ol className={styles.plan}>
                  {plan.map((phase) => (
                    <li key={phase.startsAt}>{summaryOf(phase)}</li>
                  ))}
                </ol>
                {early && <p>{t.endsEarly(early, drop.endsAt)}</p>}
                <p className={editing.quiet}>{t.confirmMeans}</p>
              </>
            ),
          }
        }}
      >
        {fields.length === 0 && <p>{t.noPhases}</p>}
        {fields.map(({ key }, i) => (
          <PhaseFields key={key} form={form} index={i} works={drop.works} onRemove={() => remove(i)} />
        ))}
        <p>
          <Button
            kind="quiet"
            onClick={() => append(newPhase(form.getValues('phases').at(-1), drop.startsAt))}
            disabled={fields.length >= 20}
          >
            {t.add}
          </Button>
        </p>
        <div className={editing.form}>
          <Field label={t.note} hint={t.noteHint} maxLength={500} autoComplete="off" {...field('note')} />
          {form.formState.errors.phases && <p role="alert">{t.checkFields}</p>}
        </div>
      </ConfirmedForm>
    </section>
  )
}
