'use client'

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, wordsOf } from '@/lib/api/error'
import { hasCode } from '@/lib/api/http'
import { queryClient } from '@/lib/query'
import * as t from '@/messages/collector-page'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Choice, Field } from '@/ui/field'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { TextArea } from '@/ui/text-area'
import { readPage, savePage } from '../calls'
import { type CollectorPage, type Holding, nameOf, type Problems, pathOf } from '../model'
import styles from './settings.module.css'
import { SettingsWorks } from './settings-works'

const queryKey = ['collector-page']

interface SettingsProps {
  lang: string
  /** The collector's works; null until they are known. */
  holdings: Holding[] | null
  /** Why the works couldn't be read, empty if they could. */
  problem: string
  reload: () => void
  thumbnail: (tokenId: string) => ReactNode
}

/** The form in which a collector creates and changes their public page. */
export function Settings(props: SettingsProps) {
  const { data, error, refetch } = useQuery(
    { queryKey, queryFn: readPage, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
    queryClient,
  )
  if (data) return <Form {...props} page={data} />
  if (error) return <Failure problem={wordsOf(error)} retry={() => void refetch()} />
  return <Skeleton height="24rem" />
}

function Form({ lang, page, holdings, problem, reload, thumbnail }: SettingsProps & { page: CollectorPage }) {
  // Send only what was changed here; the rest stays as the server stored it.
  const [changes, setChanges] = useState<Partial<CollectorPage>>({})
  const draft = { ...page, ...changes }
  const [problems, setProblems] = useState<Problems>({})
  const [failed, setFailed] = useState('')
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const address = location.host + pathOf(lang, nameOf(draft.name) || t.placeholder)

  const change = (part: Partial<CollectorPage>) => {
    setChanges((before) => ({ ...before, ...part }))
    setProblems((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])),
    }))
    setSaid('')
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblems({})
    setFailed('')
    setSaid('')
    try {
      const stored = await savePage(draft)
      queryClient.setQueryData(queryKey, stored)
      // Keep what was typed in the meantime.
      setChanges((now) =>
        Object.fromEntries(
          Object.entries(now).filter(([field, value]) => changes[field as keyof CollectorPage] !== value),
        ),
      )
      setSaid(stored.published && !stored.hidden ? t.savedPublic : t.saved)
    } catch (error) {
      if (hasCode(error, 'collector_name_taken')) setProblems({ name: wordsOf(error) })
      else if (error instanceof ApiError && error.status === 422) setProblems(error.details)
      else setFailed(wordsOf(error))
      if (error instanceof ApiError && error.status < 500) setFailed((before) => before || t.checkForm)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={save} noValidate className={styles.form}>
      <p className={styles.introduction}>{t.introduction}</p>
      {page.hidden ? (
        <Notice kind="alarm">{t.hidden}</Notice>
      ) : (
        <p>
          {page.published ? t.isPublic : t.isPrivate}{' '}
          {page.published && <Link href={pathOf(lang, page.name)}>{t.viewPage}</Link>}
        </p>
      )}
      <div className={styles.fields}>
        <Field
          label={t.displayName}
          name="displayName"
          hint={t.displayNameHint}
          value={draft.displayName}
          maxLength={80}
          error={problems.displayName}
          onChange={({ target }) => change({ displayName: target.value })}
        />
        <Field
          label={t.name}
          name="name"
          hint={
            <>
              {t.nameHint} {t.addressHint(address)}
            </>
          }
          value={draft.name}
          maxLength={40}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          error={problems.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextArea
          label={
            <>
              {t.about} <span className={styles.quiet}>{t.optional}</span>
            </>
          }
          name="text"
          value={draft.text}
          maxLength={1000}
          rows={4}
          error={problems.text}
          onChange={({ target }) => change({ text: target.value })}
        />
      </div>
      {holdings ? (
        <SettingsWorks
          works={draft.works ?? []}
          holdings={holdings}
          error={problems.works}
          thumbnail={thumbnail}
          onChange={(works) => change({ works })}
        />
      ) : problem ? (
        <Failure problem={problem} retry={reload} />
      ) : (
        <Skeleton height="12rem" />
      )}
      <fieldset className={styles.visibility}>
        <legend>{t.visibility}</legend>
        <Choice
          label={t.makePublic}
          hint={t.makePublicHint}
          checked={draft.published}
          onChange={({ target }) => change({ published: target.checked })}
        />
        <Choice
          label={t.letIndex}
          hint={t.letIndexHint}
          checked={draft.indexed}
          disabled={!draft.published}
          onChange={({ target }) => change({ indexed: target.checked })}
        />
      </fieldset>
      <div className={styles.save}>
        <Button type="submit" busy={busy}>
          {t.save}
        </Button>
        <output>{said}</output>
        {failed && <p role="alert">{failed}</p>}
      </div>
    </form>
  )
}
