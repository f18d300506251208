'use client'

import { useState } from 'react'
import {
  problemOf,
  usePreviewedArtist,
  usePreviewedArtwork,
  usePreviewedCurator,
  usePreviewedDrop,
} from '@/features/content/calls'
import { type Entry, type Folder, inOrder, type Values } from '@/features/content/model'
import { Content as Editor } from '@/features/content/ui/content'
import { Device } from '@/features/content/ui/device'
import type { UploadOf } from '@/features/content/ui/new-entry'
import { ContentPage } from '@/features/page/ui/content-page'
import { PostArticle } from '@/features/post/ui/post-article'
import { UploadField } from '@/features/studio/ui/upload-field'
import { renderMarkdown } from '@/lib/markdown'
import { parseMajor } from '@/lib/money'
import { useConfig } from '@/lib/use-config'
import * as t from '@/messages/content'
import { pictureThere } from '@/messages/content-new'
import * as studio from '@/messages/studio'
import { Failure } from '@/ui/failure'
import { frame } from '@/ui/page'
import { Pagination } from '@/ui/pagination'
import { Skeleton } from '@/ui/skeleton'
import { ArtistView } from '../../artists/[slug]/artist'
import { ArtworkPreview } from '../../artworks/[slug]/preview'
import { CuratorView } from '../../curators/[slug]/curator'
import { DropView } from '../../drops/[slug]/drop'

interface ContentProps {
  lang: string
  folder: Folder | 'imports'
  id?: string
}

/** The editor of the site's content, with previews made of what visitors see. */
export function Content(props: ContentProps) {
  const currency = useConfig()?.currency
  return (
    <Editor
      {...props}
      upload={(field) => <Upload {...field} />}
      preview={(entry, values) => <Preview lang={props.lang} {...{ entry, values, currency }} />}
    />
  )
}

/** The picture of a new artwork, which is sent as artists send theirs. */
function Upload({ artistId, limit, isFilled, error, onUploaded, onBusy }: Parameters<UploadOf>[0]) {
  return (
    <UploadField
      key={artistId}
      name="picture"
      limit={limit}
      words={studio.pictureField}
      filled={isFilled}
      error={error}
      artistId={artistId}
      look={nothing}
      onUploaded={onUploaded}
      onBusy={onBusy}
    >
      {isFilled && <p>{pictureThere}</p>}
    </UploadField>
  )
}

const nothing = () => Promise.resolve()

interface PreviewProps {
  lang: string
  entry: Entry
  /** The values of the form. */
  values: Values
  currency: string | undefined
}

/** An entry's page as visitors would see it. */
function Preview(props: PreviewProps) {
  const { kind } = props.entry
  if (kind === 'ARTWORK') return <ArtworkPage {...props} />
  if (kind === 'DROP') return <DropPage {...props} />
  if (kind === 'ARTIST') return <ArtistPage {...props} />
  if (kind === 'CURATOR') return <CuratorPage {...props} />
  return <Device>{kind === 'POST' ? <Post {...props} /> : <Fixed {...props} />}</Device>
}

/** A placeholder until the page has loaded, or its error. */
function Waiting({ error, retry }: { error: unknown; retry: () => Promise<unknown> }) {
  if (!error) return <Skeleton height="24rem" />
  return <Failure problem={problemOf(error).message} retry={() => void retry()} />
}

/** A page of an entry's works, or the page before it until it has loaded. */
const shownOf = <Data,>(read: { data?: Data; previousData?: Data; error?: unknown }) =>
  read.data ?? (read.error ? undefined : read.previousData)

/** Links to the other pages of an entry's works, which `Device` opens in place. */
const pagesOf = ({ page, pageCount }: { page: number; pageCount: number }) => (
  <Pagination page={page} pageCount={pageCount} hrefOf={(n) => `?page=${n}`} />
)

const year = (text: string | undefined) => Number(text) || null

const categoryOf = ({ entry, values }: PreviewProps) =>
  entry.categories.find(({ slug }) => slug === values.category)?.name ?? values.category ?? ''

function ArtworkPage(props: PreviewProps) {
  const { lang, entry, values, currency } = props
  const { data, error, refetch } = usePreviewedArtwork(entry.id)
  const artwork = data?.contentEntry?.artwork
  if (!artwork) return <Waiting error={error} retry={refetch} />
  const amount = currency ? parseMajor(values.purchasePrice ?? '', currency) : null
  const price = amount === null || !currency ? null : { amount: amount.toString(), currency }
  const priced = artwork.availability === 'NOT_FOR_SALE' ? 'AVAILABLE' : artwork.availability
  return (
    <>
      {artwork.media[0]?.kind === 'GENERATOR' && <p>{t.stillOnly}</p>}
      <Device>
        <ArtworkPreview
          lang={lang}
          category={categoryOf(props)}
          artwork={{
            ...artwork,
            title: values.title ?? '',
            medium: values.medium || null,
            year: year(values.year),
            category: values.category ?? '',
            description: values.description || null,
            purchasePrice: price,
            availability: price ? priced : 'NOT_FOR_SALE',
          }}
        />
      </Device>
    </>
  )
}

function DropPage({ lang, entry, values }: PreviewProps) {
  const [page, setPage] = useState(1)
  const read = usePreviewedDrop(entry.id, page)
  const data = shownOf(read)
  const drop = data?.contentEntry?.drop
  if (!drop) return <Waiting error={read.error} retry={read.refetch} />
  const artworks = inOrder(data.contentEntry?.artworks ?? [], values.works ?? '')
  const isDraft = entry.status === 'DRAFT'
  // The works of an unpublished drop are published after it.
  const works = isDraft
    ? artworks
    : artworks.filter(({ id }) => data.artworks.items.some((work) => work.id === id))
  const totals = isDraft && {
    artworkCount: works.length,
    editionsTotal: works.reduce((total, { editionSize }) => total + editionSize, 0),
  }
  return (
    <>
      {isDraft && <p>{t.allWorksShown}</p>}
      <Device onPage={setPage}>
        <DropView
          lang={lang}
          drop={{
            ...drop,
            ...totals,
            title: values.title ?? '',
            summary: values.summary || null,
            body: values.body || null,
          }}
          artworks={works}
          works={isDraft || data.artworks.pageCount < 2 ? works : artworks}
          pages={!isDraft && pagesOf(data.artworks)}
        />
      </Device>
    </>
  )
}

function ArtistPage({ lang, entry, values }: PreviewProps) {
  const [page, setPage] = useState(1)
  const read = usePreviewedArtist(entry.id, page)
  const data = shownOf(read)
  const artist = data?.contentEntry?.artist
  if (!artist) return <Waiting error={read.error} retry={read.refetch} />
  return (
    <Device onPage={setPage}>
      <div className={frame.page}>
        <ArtistView
          lang={lang}
          artist={{
            ...artist,
            bio: values.bio || null,
            born: year(values.born),
            died: year(values.died),
            place: values.place || null,
            website: values.website || null,
          }}
          artworks={data.artworks.items}
          artworkCount={data.artworks.totalCount}
          pages={pagesOf(data.artworks)}
        />
      </div>
    </Device>
  )
}

function CuratorPage({ lang, entry, values }: PreviewProps) {
  const [page, setPage] = useState(1)
  const read = usePreviewedCurator(entry.id, page)
  const data = shownOf(read)
  const curator = data?.contentEntry?.curator
  if (!curator) return <Waiting error={read.error} retry={read.refetch} />
  return (
    <Device onPage={setPage}>
      <div className={frame.page}>
        <CuratorView
          lang={lang}
          curator={{
            ...curator,
            name: values.name ?? '',
            role: values.role || null,
            bio: values.bio || null,
          }}
          artworks={data.artworks.items}
          pages={pagesOf(data.artworks)}
        />
      </div>
    </Device>
  )
}

function Post(props: PreviewProps) {
  const { post } = props.entry
  const { title = '', summary = '', body = '' } = props.values
  return (
    post && (
      <div className={frame.page}>
        <PostArticle
          post={{ ...post, title, summary }}
          category={categoryOf(props)}
          author={post.author}
          html={renderMarkdown(body)}
        />
      </div>
    )
  )
}

function Fixed({ entry, values: { title = '', body = '' } }: PreviewProps) {
  return <ContentPage page={{ title, body, updatedAt: entry.publishedAt }} />
}
