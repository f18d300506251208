'use client'

import { hasStatus } from '@/lib/api/error'
import { useDefinedForm } from '@/lib/form'
import { useRead } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/desk'
import { ConfirmedForm } from '@/ui/confirmed-form'
import { Failure } from '@/ui/failure'
import { Field } from '@/ui/field'
import { releaseEdition } from '../calls'
import { releaseForm } from '../form'
import { releaseQuery } from '../queries'
import styles from './desk.module.css'

interface ReleaseProps {
  id: string
  /** "edition 3 of 25" */
  edition: string
}

/** Whether the edition of a refunded order can be sold again, and the form that does it. */
export function Release({ id, edition, decides }: ReleaseProps & { decides: boolean }) {
  const { data, problem, read } = useRead(releaseQuery(id))
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
  const form = useDefinedForm(releaseForm, undefined, {
    confirmed: true,
    send: ({ note }) => releaseEdition(id, note),
    onDone,
    onFailed: (error) => hasStatus(error, 409) && onDone(),
  })
  return (
    <ConfirmedForm
      form={form}
      check={t.checkRelease}
      back={t.back}
      question={() => ({
        title: t.confirmRelease(edition),
        means: <p>{t.releaseMeans}</p>,
        action: t.release,
      })}
    >
      <Field
        label={t.why}
        hint={t.releaseWhyHint}
        maxLength={500}
        autoComplete="off"
        {...form.field('note')}
      />
    </ConfirmedForm>
  )
}
