'use client'

import { useState } from 'react'
import * as t from '@/messages/studio'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { Skeleton } from '@/ui/skeleton'
import { problemOf, useCategories, useDraft } from '../calls'
import { type Draft, isEditable, newDraft, studioHref, valuesOf } from '../model'
import { Editor } from './editor'
import { History, Shown } from './shown'
import styles from './studio.module.css'

/** One draft, or a new one. */
export function DraftPage({ lang, id }: { lang: string; id: string }) {
  const isNew = id === newDraft
  const categories = useCategories()
  const { data, error, refetch } = useDraft(id, isNew)
  const failure = categories.error ?? error
  const back = <Link href={studioHref(lang)}>{t.back}</Link>
  if (failure) {
    const retry = () => void Promise.all([categories.refetch(), isNew || refetch()])
    return <Failure problem={problemOf(failure).message} retry={retry} />
  }
  if (!categories.data || (!isNew && !data)) return <Skeleton height="24rem" />
  const { studio, currency } = categories.data
  if (!studio) return <p>{t.notLinked}</p>
  if (!isNew && !data?.draft) {
    return (
      <p>
        {t.missing} {back}
      </p>
    )
  }
  return (
    <article className={styles.section}>
      <p>{back}</p>
      <OneDraft
        lang={lang}
        first={data?.draft ?? null}
        artist={studio.artist.name}
        categories={studio.categories}
        currency={currency}
      />
    </article>
  )
}

interface OneDraftProps {
  lang: string
  /** The draft as it was read; null for a new one. */
  first: Draft | null
  artist: string
  categories: { slug: string; name: string }[]
  currency: string
}

function OneDraft({ lang, first, artist, categories, currency }: OneDraftProps) {
  const [draft, setDraft] = useState(first)
  const state = draft?.state ?? 'DRAFT'
  return (
    <>
      <header className={styles.section}>
        <h2>{draft ? draft.title || t.untitled : t.newHeading}</h2>
        <p>
          <strong>{t.states[state]}.</strong> {t.stateHints[state]}
        </p>
      </header>
      {isEditable(state) ? (
        <Editor
          lang={lang}
          draft={draft}
          artist={artist}
          categories={categories}
          currency={currency}
          onChange={setDraft}
        />
      ) : (
        draft && (
          <Shown
            artist={artist}
            values={valuesOf(draft)}
            picture={draft.picture}
            currency={currency}
            heading="h3"
          />
        )
      )}
      {draft && <History draft={draft} />}
    </>
  )
}
