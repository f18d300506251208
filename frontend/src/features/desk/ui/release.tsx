'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, wordsOf } from '@/lib/api/error'
import { usePolled } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/desk'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Field } from '@/ui/field'
import { Notice } from '@/ui/notice'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { readRelease, releaseEdition } from '../calls'
import { releaseForm } from '../form'
import styles from './desk.module.css'

interface ReleaseProps {
  id: string
  /** "edition 3 of 25" */
  edition: string
}

/** Whether the edition of a refunded order can be sold again, and the form that does it. */
export function Release({ id, edition, decides }: ReleaseProps & { decides: boolean }) {
  const { data, problem, read } = usePolled({
    queryKey: ['desk', 'release', id],
    queryFn: () => readRelease(id),
    every: 15_000,
  })
  if (data?.state === 'none') return null
  return (
    <section className={styles.part} aria-labelledby="release">
      <h3 id="release">{t.releaseTitle}</h3>
      {problem && <Failure problem={problem} retry={data ? undefined : read} />}
      {data && (
        <p>{data.releasedAt ? t.releasedOn(formatDateTime(data.releasedAt)) : t.releaseStates[data.state]}</p>
      )}
      {decides && data?.state === 'ready' && <ReleaseForm id={id} edition={edition} onDone={read} />}
    </section>
  )
}

function ReleaseForm({ id, edition, onDone }: ReleaseProps & { onDone: () => Promise<unknown> }) {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(releaseForm), defaultValues: { note: '' } })
  /** The checked reason, while the person is asked to confirm. */
  const [note, setNote] = useState('')
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const part = useKeptFocus<HTMLDivElement>(note === '')

  const check = handleSubmit((filled) => {
    setRefused('')
    setNote(filled.note)
  })

  async function send() {
    if (busy) return
    setBusy(true)
    try {
      await releaseEdition(id, note)
      await onDone()
    } catch (error) {
      setRefused(wordsOf(error))
      if (error instanceof ApiError && error.status === 409) await onDone()
    }
    setBusy(false)
    setNote('')
  }

  return (
    <div ref={part} className={editing.form}>
      {refused && <Notice kind="alarm">{refused}</Notice>}
      {note === '' ? (
        <form className={editing.form} onSubmit={check} noValidate>
          <Field
            label={t.why}
            hint={t.releaseWhyHint}
            error={errors.note?.message}
            maxLength={500}
            autoComplete="off"
            {...register('note')}
          />
          <div>
            <Button type="submit" kind="quiet">
              {t.checkRelease}
            </Button>
          </div>
        </form>
      ) : (
        <Notice kind="plain" title={t.confirmRelease(edition)}>
          <p>{t.releaseMeans}</p>
          <p className={editing.buttons}>
            <Button busy={busy} onClick={send}>
              {t.release}
            </Button>
            <Button kind="text" onClick={() => !busy && setNote('')}>
              {t.back}
            </Button>
          </p>
        </Notice>
      )}
    </div>
  )
}
