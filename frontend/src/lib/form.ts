'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import { check, refine, string, trim, type ZodMiniType } from 'zod/mini'
import { tooLong } from '@/messages/form'
import { useAction } from './action'
import type { ActionKey } from './api/action-key'
import { ApiError } from './api/error'
import './api/schema'

interface Options<Filled, Checked, Result> {
  /** What the form shows first, if not the empty one. */
  values?: Filled
  /** Whether a person confirms the checked values before they are sent. */
  confirmed?: boolean
  send: (checked: Checked, keyOf: ActionKey['of']) => Promise<Result>
  /** The form is busy until this ends. */
  onDone?: (result: Result, checked: Checked) => unknown
  onFailed?: (error: Error) => unknown
}

/** The fields that the server refused, with its messages. */
const refusedIn = (error: Error | null, names: string[]) =>
  error instanceof ApiError ? names.filter((name) => error.details[name]) : []

interface Definition<Filled, Checked, Subject> {
  /** The schema may depend on what the form is about. */
  schemaOf: (subject: Subject) => ZodMiniType<Checked, Filled>
  empty: Filled
}

/** A form: what may be typed, and what it shows first. */
export const defineForm = <Filled extends FieldValues, Checked, Subject>(
  schemaOf: (subject: Subject) => ZodMiniType<Checked, Filled>,
  empty: Filled,
): Definition<Filled, Checked, Subject> => ({ schemaOf, empty })

/** What a form says about a text: if it is too short, and if it has the wrong format. */
type Sentences = Partial<Record<'too_small' | 'invalid_format', string>>

/** A trimmed text with the limits of the contract (gen/fields). The checks of the whole form run even if it has an error. */
export const text = (limits: ZodMiniType<string, string>, sentences: Sentences = {}) =>
  string().check(
    trim(),
    check(({ value, issues }) => {
      const [issue] = limits.safeParse(value).error?.issues ?? []
      if (!issue) return
      const message =
        issue.code === 'too_big' ? tooLong(Number(issue.maximum)) : sentences[issue.code as keyof Sentences]
      issues.push({ code: 'custom', message: message ?? issue.message, input: value, continue: true })
    }),
  )

/** A trimmed whole number with the bounds of the contract. An empty text is 0. */
export const whole = (bounds: ZodMiniType<number, number>, message: string) =>
  string().check(
    trim(),
    refine((value) => /^\d*$/.test(value) && bounds.safeParse(Number(value)).success, message),
  )

/** Checks what was typed into a form, asks for a confirmation if it is wanted, and sends it once. */
export function useDefinedForm<Filled extends FieldValues, Checked, Subject, Result>(
  { schemaOf, empty }: Definition<Filled, Checked, Subject>,
  subject: Subject,
  { values = empty, confirmed = false, send, onDone, onFailed }: Options<Filled, Checked, Result>,
) {
  const names = Object.keys(empty) as Path<Filled>[]
  const form = useForm<Filled, unknown, Checked>({
    resolver: zodResolver(schemaOf(subject)) as Resolver<Filled, unknown, Checked>,
    defaultValues: values as DefaultValues<Filled>,
  })
  /** The checked values, while the person is asked to confirm them. */
  const [checked, setChecked] = useState<Checked | null>(null)
  const action = useAction(send, {
    onDone: async (result, sent) => {
      await onDone?.(result, sent)
      setChecked(null)
    },
    onFailed: async (error) => {
      await onFailed?.(error)
      setChecked(null)
      const refused = refusedIn(error, names) as Path<Filled>[]
      for (const [i, name] of refused.entries())
        form.setError(name, { message: (error as ApiError).details[name] }, { shouldFocus: i === 0 })
    },
  })
  const { errors } = form.formState
  return {
    form,
    /** The properties of a field's control. */
    field: (name: Path<Filled>) => ({
      ...form.register(name),
      error: errors[name]?.message as string | undefined,
    }),
    onSubmit: form.handleSubmit((next) => {
      action.clear()
      if (confirmed) setChecked(next as Checked)
      else action.run(next as Checked)
    }),
    checked,
    confirm: () => {
      if (checked !== null) action.run(checked)
    },
    back: () => {
      if (!action.busy) setChecked(null)
    },
    busy: action.busy,
    /** Why it wasn't sent, if that isn't said at a field. */
    problem: refusedIn(action.error, names).length > 0 ? '' : action.problem,
    clear: action.clear,
  }
}
