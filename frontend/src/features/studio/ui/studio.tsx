'use client'

import type { DraftRowFragment } from '@/gen/graphql'
import { wordsOf } from '@/lib/api/error'
import { usePageRows } from '@/lib/rows'
import { formatDate } from '@/lib/time'
import * as a from '@/messages/archive'
import * as t from '@/messages/studio'
import { Archive } from '@/ui/archive'
import { buttonClass } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { defineList, List } from '@/ui/list/define-list'
import { Name } from '@/ui/name'
import { Picture } from '@/ui/picture'
import type { PictureData } from '@/ui/picture-source'
import { Skeleton } from '@/ui/skeleton'
import { problemOf, useStudio } from '../calls'
import { draftHref, newDraft, openPageOf, pageDraft, studioHref, worksFilter } from '../model'
import { worksQuery } from '../queries'
import { DraftPage } from './draft'
import styles from './studio.module.css'

const loadArchive = () => import('../archive-calls')

/** The studio of an artist: what they work on, and what of theirs is on the site. */
export function Studio({ lang, draft }: { lang: string; draft?: string }) {
  if (draft) return <DraftPage key={draft} lang={lang} id={draft} />
  return <Overview lang={lang} />
}

function Overview({ lang }: { lang: string }) {
  const { data, error, refetch } = useStudio()
  if (error && !data) return <Failure problem={problemOf(error).message} retry={() => void refetch()} />
  if (!data) return <Skeleton height="18rem" />
  if (!data.studio) return <p>{t.notLinked}</p>
  const { drafts, artist, artistPublished } = data.studio
  return (
    <>
      <YourPage lang={lang} artist={artist} isPublished={artistPublished} draft={openPageOf(drafts)} />
      <section className={editing.section} aria-labelledby="drafts">
        <h2 id="drafts">{t.drafts}</h2>
        <p>
          <Link href={draftHref(lang, newDraft)} className={buttonClass()}>
            {t.newWork}
          </Link>
        </p>
        {drafts.length === 0 ? (
          <p className={editing.quiet}>{t.noDrafts}</p>
        ) : (
          <ul role="list" className={`${editing.rows} ${styles.rows}`}>
            {drafts.map((draft) => (
              <DraftItem key={draft.id} lang={lang} draft={draft} />
            ))}
          </ul>
        )}
      </section>
      <List list={works} props={{ lang, artist: artist.id }} />
      <Archive heading={a.artistHeading} what={a.artistWhat} load={loadArchive} wordsOf={wordsOf} />
    </>
  )
}

interface YourPageProps {
  lang: string
  artist: { slug: string; portrait: PictureData | null }
  isPublished: boolean
  /** What the artist changes of their page. */
  draft: DraftRowFragment | undefined
}

/** The artist's own page: what visitors see, and the way to change it. */
function YourPage({ lang, artist, isPublished, draft }: YourPageProps) {
  return (
    <section className={editing.section} aria-labelledby="your-page">
      <h2 id="your-page">{t.yourPage}</h2>
      <div className={styles.person}>
        {artist.portrait && <Thumbnail media={artist.portrait} />}
        <Link href={draftHref(lang, pageDraft)} className={buttonClass({ kind: 'quiet' })}>
          {draft ? t.openPageDraft : t.editPage}
        </Link>
        {isPublished ? (
          <Link href={`/${lang}/artists/${artist.slug}/`}>{t.seePage}</Link>
        ) : (
          <span className={editing.quiet}>{t.pageUnpublished}</span>
        )}
        {draft && <span className={editing.quiet}>{t.states[draft.state]}</span>}
      </div>
    </section>
  )
}

/** A small picture beside a text that names the work. */
export function Thumbnail({ media }: { media: PictureData | null | undefined }) {
  return (
    <span className={styles.thumbnail}>
      {media ? <Picture media={media} sizes="5rem" alt="" /> : <span className={styles.blank} />}
    </span>
  )
}

function DraftItem({ lang, draft }: { lang: string; draft: DraftRowFragment }) {
  return (
    <li>
      <Thumbnail media={draft.picture} />
      <span className={styles.words}>
        <Link href={draftHref(lang, draft.id)}>
          {draft.kind === 'PROFILE' ? t.yourPage : <em dir="auto">{draft.title || t.untitled}</em>}
        </Link>
        <span className={editing.quiet}>{t.changedOn(formatDate(draft.updatedAt))}</span>
      </span>
      <span>{t.states[draft.state]}</span>
    </li>
  )
}

const works = defineList({
  id: 'works',
  path: ({ lang }: { lang: string; artist: string }) => studioHref(lang),
  filter: worksFilter,
  useRows: ({ page }, { artist }) =>
    usePageRows(worksQuery({ artist, page }), (error) => problemOf(error).message),
  idOf: ({ id }) => id,
  title: () => t.works,
  summary: (count) => (count > 0 ? '' : t.noWorks),
  rowsClass: `${editing.rows} ${styles.rows}`,
  row: (work, { lang }) => (
    <>
      <Thumbnail media={work.media[0]} />
      <Link href={`/${lang}/artworks/${work.slug}/`}>
        <em>
          <Name>{work.title}</Name>
        </em>
      </Link>
      <span className="figures">{t.counts(work.editionsSold, work.editionsAvailable, work.editionSize)}</span>
    </>
  ),
})
