'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type DefaultValues, type Path, type Resolver, useForm, useWatch } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { nothingUnsaved, outdatedIn, readUnsaved, writeUnsaved } from './unsaved'
import './api/schema'

interface Options<Name extends string> {
  /** What the form edits, unique on the site. */
  place: string
  names: readonly Name[]
  saved: Partial<Record<Name, string>>
  schema: ZodMiniType<Record<Name, string>, Record<Name, string>>
  /** Something besides the fields would be lost. */
  isBusy?: boolean
  /** Whether a submit moves the focus to the first field with an error. */
  shouldFocusError?: boolean
}

/**
 * A form of texts. What was typed and not saved stays in the tab, even after a reload, another page or a login, and the browser asks before
 * it is left.
 */
export function useKeptForm<Name extends string>({
  place,
  names,
  saved,
  schema,
  isBusy = false,
  shouldFocusError = true,
}: Options<Name>) {
  type Values = Record<Name, string>
  const [kept, setKept] = useState(() => readUnsaved(place, names))
  const form = useForm<Values>({
    resolver: zodResolver(schema) as Resolver<Values>,
    defaultValues: { ...saved, ...kept.values } as DefaultValues<Values>,
    shouldFocusError,
  })
  const typed = useWatch({ control: form.control }) as Partial<Values>
  const values = Object.fromEntries(names.map((name) => [name, typed[name] ?? saved[name] ?? ''])) as Values
  const unsaved = names.filter((name) => values[name] !== (saved[name] ?? ''))
  const isDirty = unsaved.length > 0 || isBusy

  useEffect(() => writeUnsaved(place, unsaved, values, { ...saved, ...kept.before }))
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])

  const { errors } = form.formState
  return {
    form,
    values,
    /** The names of the changed fields. */
    unsaved,
    /** The fields of an earlier visit that somebody else changed since. */
    outdated: outdatedIn(kept, saved, values),
    /** Whether the unsaved values are of an earlier visit. */
    isKept: unsaved.length > 0 && Object.keys(kept.values).length > 0,
    /** The properties of a field's control. */
    field: (name: Name) => ({
      ...form.register(name as unknown as Path<Values>),
      error: errors[name]?.message as string | undefined,
    }),
    /** Starts again from these values. */
    reset: (next: Partial<Values>) => {
      setKept(nothingUnsaved)
      form.reset(next as DefaultValues<Values>)
    },
  }
}
