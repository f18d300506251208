'use client'

import { useState } from 'react'
import { useRead } from '@/lib/query'
import { usePageRows } from '@/lib/rows'
import { formatDate } from '@/lib/time'
import * as t from '@/messages/studio'
import { Button } from '@/ui/button'
import { Diff } from '@/ui/diff'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { defineList, List } from '@/ui/list/define-list'
import { Name } from '@/ui/name'
import { Notice } from '@/ui/notice'
import { Parts } from '@/ui/parts'
import { Picture } from '@/ui/picture'
import { Skeleton } from '@/ui/skeleton'
import { TextArea } from '@/ui/text-area'
import { problemOf, useAccept, useDraft, useRequestChanges } from '../calls'
import {
  type Artist,
  changesOf,
  type Draft,
  type Live,
  queueFilter,
  queueHref,
  queues,
  submissionHref,
  valuesOf,
} from '../model'
import { draftPictureQuery, submissionsQuery } from '../queries'
import { Proof } from './live'
import { History, Shown, ShownPage } from './shown'
import { Thumbnail } from './studio'
import styles from './studio.module.css'

/** What artists submitted, for staff: the queue, or one submission. */
export function Review({ lang, draft }: { lang: string; draft?: string }) {
  return draft ? (
    <Submission key={draft} lang={lang} id={draft} />
  ) : (
    <List list={submissions} props={{ lang }} />
  )
}

const submissions = defineList({
  id: 'submissions',
  path: ({ lang }: { lang: string }) => queueHref(lang),
  filter: queueFilter,
  useRows: (filter) => usePageRows(submissionsQuery(filter), (error) => problemOf(error).message),
  idOf: ({ id }) => id,
  title: () => t.submissions,
  lead: ({ lang }, { state }) => (
    <>
      <p className={editing.quiet}>{t.queueHint}</p>
      <Parts
        label={t.submissions}
        links={queues.map((name) => ({
          href: queueHref(lang, name),
          text: t.queues[name],
          current: name === state,
        }))}
      />
    </>
  ),
  summary: (count, _, __, { state }) => (count > 0 ? '' : t.noSubmissions[state]),
  rowsClass: `${editing.rows} ${styles.rows}`,
  row: (draft, { lang }) => (
    <>
      <Thumbnail media={draft.picture} />
      <Link href={submissionHref(lang, draft.id)}>
        <Name>{draft.artist.name}</Name>,{' '}
        {draft.kind === 'PROFILE' ? (
          t.theirPage
        ) : (
          <em>
            <Name>{draft.title}</Name>
          </em>
        )}
      </Link>
      <span className={editing.quiet}>
        <ArtistLink lang={lang} artist={draft.artist} isPublished={draft.artistPublished} />
        <br />
        {draft.submittedAt && t.submittedOn(formatDate(draft.submittedAt))}
      </span>
    </>
  ),
})

interface ArtistLinkProps {
  lang: string
  artist: Pick<Artist, 'id' | 'slug'>
  isPublished: boolean
}

/** The artist's page, or its preview on the desk while visitors can't see it. */
function ArtistLink({ lang, artist, isPublished }: ArtistLinkProps) {
  return isPublished ? (
    <Link href={`/${lang}/artists/${artist.slug}/`}>{t.artistPage}</Link>
  ) : (
    <Link href={`/${lang}/profile/desk/content/artists/${artist.id}/`}>{t.artistUnpublished}</Link>
  )
}

function Submission({ lang, id }: { lang: string; id: string }) {
  const { data, error, refetch } = useDraft(id)
  const [decided, setDecided] = useState<Draft | null>(null)
  const back = <Link href={queueHref(lang)}>{t.backToQueue}</Link>
  if (error && !data) return <Failure problem={problemOf(error).message} retry={() => void refetch()} />
  if (!data) return <Skeleton height="24rem" />
  const draft = decided ?? data.draft
  const isPage = draft?.kind === 'PROFILE'
  // As it was before the decision.
  const artist = data.draft?.artist
  if (!draft || !artist) {
    return (
      <p>
        {t.missing} {back}
      </p>
    )
  }
  return (
    <article className={editing.section}>
      <p>{back}</p>
      <header className={editing.section}>
        <h2>
          <Name>{draft.title}</Name>
        </h2>
        <p>
          <Name>{draft.artist.name}</Name>.{' '}
          <strong>{t.queues[draft.state === 'DRAFT' ? 'SUBMITTED' : draft.state]}.</strong>{' '}
          {draft.submittedAt && `${t.submittedOn(formatDate(draft.submittedAt))}.`}
        </p>
        {decided && (
          <Notice kind="assent" focused>
            {decided.state !== 'ACCEPTED' ? t.requestedNote : isPage ? t.pageAcceptedNote : t.acceptedNote}
          </Notice>
        )}
        <p className={editing.buttons}>
          <ArtistLink lang={lang} artist={artist} isPublished={draft.artistPublished} />
          {draft.artistPublished && (
            <Link href={`/${lang}/profile/desk/content/artists/${artist.id}/`}>{t.artistHistory}</Link>
          )}
        </p>
        {draft.artworkId && (
          <p>
            <Link href={`/${lang}/profile/desk/content/artworks/${draft.artworkId}/`}>{t.editArtwork}</Link>
          </p>
        )}
      </header>
      {isPage ? (
        <>
          <PageChanges draft={draft} artist={artist} />
          <ShownPage
            name={artist.name}
            values={valuesOf(draft)}
            portrait={draft.removesPortrait ? null : (draft.picture ?? artist.portrait)}
            heading="h3"
          />
        </>
      ) : (
        <Shown
          artist={draft.artist.name}
          values={valuesOf(draft)}
          picture={draft.picture}
          film={draft.film}
          live={draft.live}
          currency={data.currency}
          heading="h3"
        />
      )}
      {!isPage && (
        <section className={editing.section} aria-labelledby="besides">
          <h3 id="besides">{t.besides}</h3>
          <p>
            <span className={editing.quiet}>{t.fields.category}:</span>{' '}
            {data.categories.find(({ slug }) => slug === draft.category)?.name ?? draft.category}
          </p>
          <p>
            <span className={editing.quiet}>{t.fields.alt}:</span> <bdi>{draft.alt}</bdi>
          </p>
        </section>
      )}
      {draft.live && (
        <section className={editing.section} aria-labelledby="proof">
          <h3 id="proof">{t.proof}</h3>
          <LiveProof key={draft.live.path} draft={draft} live={draft.live} />
        </section>
      )}
      {draft.state === 'SUBMITTED' && <Decide draft={draft} onDecided={setDecided} />}
      <History draft={draft} />
    </article>
  )
}

/** The proof of a draft, which staff can repeat, too. */
function LiveProof({ draft, live }: { draft: Draft; live: Live }) {
  const [repeated, setRepeated] = useState<{ live: Live | null; times: number }>({ live: null, times: 0 })
  const shown = repeated.live ?? live
  const waiting = shown.proof === 'WAITING' || shown.proof === 'RUNNING'
  const { data: polled } = useRead({
    ...draftPictureQuery(draft.id, draft.version, repeated.times),
    enabled: waiting,
  })
  return (
    <Proof
      live={(waiting && polled?.live) || shown}
      draft={draft.id}
      onRepeated={(after) => setRepeated(({ times }) => ({ live: after.live ?? null, times: times + 1 }))}
    />
  )
}

/** What accepting a draft changes of an artist's page: texts word by word, portraits side by side. */
function PageChanges({ draft, artist }: { draft: Draft; artist: Artist }) {
  const changes = changesOf(draft, artist)
  const isDone = draft.state === 'ACCEPTED'
  const outdated = changes.filter(({ isOutdated }) => isOutdated)
  return (
    <section className={editing.section} aria-labelledby="changes">
      <h3 id="changes">{t.changes}</h3>
      {!isDone && outdated.length > 0 && (
        <Notice>{t.outdated(outdated.map(({ name }) => t.fields[name]).join(', '))}</Notice>
      )}
      <Diff
        rows={changes.map(({ name, began, now, proposed }) => ({
          name,
          label: t.fields[name],
          before: isDone ? began : now,
          after: proposed,
        }))}
        empty={t.emptyText}
      />
      {draft.removesPortrait && <p>{t.portraitGoes}</p>}
      {(draft.picture || draft.removesPortrait) && (
        <div className={styles.portraits}>
          {artist.portrait && !isDone && (
            <figure>
              <Picture media={artist.portrait} sizes="16rem" />
              <figcaption>{t.portraitNow}</figcaption>
            </figure>
          )}
          {draft.picture && (
            <figure>
              <Picture media={draft.picture} sizes="16rem" />
              <figcaption>{artist.portrait || isDone ? t.portraitNew : t.portraitFirst}</figcaption>
            </figure>
          )}
        </div>
      )}
    </section>
  )
}

function Decide({ draft, onDecided }: { draft: Draft; onDecided: (draft: Draft) => void }) {
  const [accept, accepting] = useAccept()
  const [request, requesting] = useRequestChanges()
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState('')
  const [failed, setFailed] = useState('')
  const busy = accepting.loading || requesting.loading
  const variables = { id: draft.id, version: draft.version, comment }

  async function run(decision: () => Promise<Draft | undefined>) {
    if (busy) return
    setMissing('')
    setFailed('')
    try {
      const after = await decision()
      if (after) onDecided(after)
    } catch (error) {
      const { field, message, conflict } = problemOf(error)
      if (field === 'comment') setMissing(message)
      else setFailed(conflict ? t.decidedElsewhere : message)
    }
  }
  const acceptIt = () => run(async () => (await accept({ variables })).data?.acceptDraft)
  const requestIt = () =>
    comment.trim()
      ? run(async () => (await request({ variables })).data?.requestDraftChanges)
      : setMissing(t.sayWhat)

  return (
    <section className={editing.section} aria-labelledby="decide">
      <h3 id="decide">{t.decide}</h3>
      {failed && <Notice kind="alarm">{failed}</Notice>}
      <div className={editing.form}>
        <TextArea
          label={t.artistReads}
          hint={t.artistReadsHint}
          error={missing}
          name="comment"
          maxLength={5000}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
        <div className={editing.buttons}>
          <Button busy={accepting.loading} onClick={acceptIt}>
            {draft.kind === 'PROFILE' ? t.acceptPage : t.accept}
          </Button>
          <Button kind="quiet" busy={requesting.loading} onClick={requestIt}>
            {t.requestChanges}
          </Button>
        </div>
      </div>
    </section>
  )
}
