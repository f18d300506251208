'use client'

import { useState } from 'react'
import type { DraftKind, UploadLimitsFragment } from '@/gen/graphql'
import * as t from '@/messages/studio'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { Skeleton } from '@/ui/skeleton'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { problemOf, useCategories, useDraft, usePublished, useStudioPage } from '../calls'
import {
  type Artist,
  type Draft,
  isEditable,
  newDraft,
  openPageOf,
  pageDraft,
  studioHref,
  valuesOf,
} from '../model'
import { Editor } from './editor'
import { History, Shown, ShownPage } from './shown'

/** The draft of the artist's own page: the one that was begun, or a new one. */
function PageDraft({ lang }: { lang: string }) {
  const { data, error, refetch } = useStudioPage()
  if (error && !data) return <Failure problem={problemOf(error).message} retry={() => void refetch()} />
  if (!data) return <Skeleton height="24rem" />
  if (!data.studio) return <p>{t.notLinked}</p>
  const open = openPageOf(data.studio.drafts)
  if (open) return <ById lang={lang} id={open.id} />
  return (
    <article className={editing.section}>
      <p>
        <Link href={studioHref(lang)}>{t.back}</Link>
      </p>
      <OneDraft
        lang={lang}
        kind="PROFILE"
        first={null}
        artist={data.studio.artist}
        categories={[]}
        currency={data.currency}
        limits={data.studio.limits}
      />
    </article>
  )
}

/** One draft, or a new one. */
export function DraftPage({ lang, id }: { lang: string; id: string }) {
  return id === pageDraft ? <PageDraft lang={lang} /> : <ById lang={lang} id={id} />
}

function ById({ lang, id }: { lang: string; id: string }) {
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
    <article className={editing.section}>
      <p>{back}</p>
      <OneDraft
        lang={lang}
        kind={data?.draft?.kind ?? 'ARTWORK'}
        first={data?.draft ?? null}
        artist={studio.artist}
        categories={studio.categories}
        currency={currency}
        limits={studio.limits}
      />
    </article>
  )
}

/** The way to the artwork that a draft became. */
function Published({ lang, artworkId }: { lang: string; artworkId: string }) {
  const { data } = usePublished(artworkId)
  if (!data) return null
  return (
    <p>
      {data.artwork ? (
        <Link href={`/${lang}/artworks/${data.artwork.slug}/`}>{t.seeWork}</Link>
      ) : (
        <span className={editing.quiet}>{t.notPublished}</span>
      )}
    </p>
  )
}

interface OneDraftProps {
  lang: string
  /** The draft as it was read; null for a new one. */
  first: Draft | null
  kind: DraftKind
  artist: Artist
  categories: { slug: string; name: string }[]
  currency: string
  limits: UploadLimitsFragment
}

function OneDraft({ lang, first, kind, artist, categories, currency, limits }: OneDraftProps) {
  const [draft, setDraft] = useState(first)
  const state = draft?.state ?? 'DRAFT'
  const head = useKeptFocus<HTMLElement>(state)
  return (
    <>
      <header ref={head} className={editing.section}>
        <h2 tabIndex={-1}>
          <bdi>{kind === 'PROFILE' ? t.yourPage : draft ? draft.title || t.untitled : t.newHeading}</bdi>
        </h2>
        <p>
          <strong>{t.states[state]}.</strong>{' '}
          {kind !== 'PROFILE' || state !== 'ACCEPTED'
            ? t.stateHints[state]
            : draft?.artistPublished
              ? t.pageAccepted
              : t.pageAcceptedUnpublished}
        </p>
        {draft?.artworkId && <Published lang={lang} artworkId={draft.artworkId} />}
        {kind === 'PROFILE' && state === 'ACCEPTED' && draft?.artistPublished && (
          <p>
            <Link href={`/${lang}/artists/${artist.slug}/`}>{t.seePage}</Link>
          </p>
        )}
      </header>
      {isEditable(state) ? (
        <Editor
          lang={lang}
          kind={kind}
          draft={draft}
          artist={artist}
          categories={categories}
          currency={currency}
          limits={limits}
          onChange={setDraft}
        />
      ) : (
        draft &&
        (kind === 'PROFILE' ? (
          <ShownPage
            name={artist.name}
            values={valuesOf(draft)}
            portrait={draft.removesPortrait ? null : (draft.picture ?? artist.portrait)}
            heading="h3"
          />
        ) : (
          <Shown
            artist={artist.name}
            values={valuesOf(draft)}
            picture={draft.picture}
            film={draft.film}
            live={draft.live}
            currency={currency}
            heading="h3"
          />
        ))
      )}
      {draft && <History draft={draft} />}
    </>
  )
}
