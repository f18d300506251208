'use client'

import { type FormEvent, useState } from 'react'
import * as t from '@/messages/list'
import { Button } from '../button'
import { editing } from '../editing'
import { Field } from '../field'
import { useKeptFocus } from '../use-kept-focus'
import styles from './list.module.css'

interface FindProps {
  label: string
  hint?: string
  /** What the address says. It may change without this form: with back. */
  value: string
  onFind: (search: string) => void
}

/** The search field of a list, which is sent with its button or Enter. */
export function Find({ label, hint, value, onFind }: FindProps) {
  const [search, setSearch] = useState(value)
  const [before, setBefore] = useState(value)
  // Not a key of the form: the field keeps the focus.
  if (value !== before) {
    setBefore(value)
    setSearch(value)
  }
  const form = useKeptFocus<HTMLFormElement>(value === '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFind(search)
  }
  return (
    <form ref={form} onSubmit={submit} className={styles.find}>
      <Field
        label={label}
        hint={hint}
        name="search"
        type="search"
        value={search}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setSearch(target.value)}
      />
      <div className={editing.buttons}>
        <Button type="submit">{t.find}</Button>
        {value && (
          <Button kind="text" onClick={() => onFind('')}>
            {t.clear}
          </Button>
        )}
      </div>
    </form>
  )
}
