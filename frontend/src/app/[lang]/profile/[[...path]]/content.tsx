'use client'

import type { ReactNode } from 'react'
import type { Entry, Folder, Values } from '@/features/content/model'
import { Content as Editor } from '@/features/content/ui/content'
import { Device } from '@/features/content/ui/device'
import { ContentPage } from '@/features/page/ui/content-page'
import { PostArticle } from '@/features/post/ui/post-article'
import { renderMarkdown } from '@/lib/markdown'
import { parseMajor } from '@/lib/money'
import { useConfig } from '@/lib/use-config'
import * as t from '@/messages/content'
import { frame } from '@/ui/page'
import { ArtistView } from '../../artists/[slug]/artist'
import { ArtworkPreview } from '../../artworks/[slug]/preview'
import { CuratorView } from '../../curators/[slug]/curator'
import { DropView } from '../../drops/[slug]/drop'

interface ContentProps {
  lang: string
  folder: Folder
  id?: string
}

/** The editor of the site's content, with previews made of what visitors see. */
export function Content(props: ContentProps) {
  const currency = useConfig()?.currency
  return (
    <Editor
      {...props}
      preview={(entry, values) => <Preview lang={props.lang} {...{ entry, values, currency }} />}
    />
  )
}

interface PreviewProps {
  lang: string
  entry: Entry
  /** The values of the form. */
  values: Values
  currency: string | undefined
}

/** An entry's page as visitors would see it. */
function Preview(props: PreviewProps) {
  const { artwork, drop, status } = props.entry
  return (
    <>
      {artwork?.media[0]?.kind === 'GENERATOR' && <p>{t.stillOnly}</p>}
      {drop && status === 'DRAFT' && <p>{t.allWorksShown}</p>}
      <Device>{pageOf(props)}</Device>
    </>
  )
}

const year = (text: string | undefined) => Number(text) || null

function pageOf({ lang, entry, values, currency }: PreviewProps): ReactNode {
  const { artwork, drop, artist, curator, post } = entry
  if (artwork) {
    const amount = currency ? parseMajor(values.purchasePrice ?? '', currency) : null
    const price = amount === null || !currency ? null : { amount: amount.toString(), currency }
    const category = entry.categories.find(({ slug }) => slug === values.category)?.name
    return (
      <ArtworkPreview
        lang={lang}
        category={category ?? values.category ?? ''}
        artwork={{
          ...artwork,
          title: values.title ?? '',
          medium: values.medium || null,
          year: year(values.year),
          category: values.category ?? '',
          description: values.description || null,
          purchasePrice: price,
          availability: !price
            ? 'NOT_FOR_SALE'
            : artwork.availability === 'NOT_FOR_SALE'
              ? 'AVAILABLE'
              : artwork.availability,
        }}
      />
    )
  }
  if (drop) {
    // Its works are published after it.
    const works = entry.status === 'DRAFT' ? entry.artworks : drop.artworks.items
    const shown = {
      ...drop,
      title: values.title ?? '',
      summary: values.summary || null,
      body: values.body || null,
    }
    if (entry.status === 'DRAFT') {
      shown.artworkCount = works.length
      shown.editionsTotal = works.reduce((total, { editionSize }) => total + editionSize, 0)
    }
    return <DropView lang={lang} drop={shown} artworks={works} works={works} />
  }
  if (artist) {
    return (
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
          artworks={artist.artworks.items}
          artworkCount={artist.artworks.totalCount}
        />
      </div>
    )
  }
  if (curator) {
    return (
      <div className={frame.page}>
        <CuratorView
          lang={lang}
          curator={{
            ...curator,
            name: values.name ?? '',
            role: values.role || null,
            bio: values.bio || null,
          }}
          artworks={curator.artworks.items}
        />
      </div>
    )
  }
  if (post) {
    const category = entry.categories.find(({ slug }) => slug === values.category)?.name ?? values.category
    return (
      <div className={frame.page}>
        <PostArticle
          post={{ ...post, title: values.title ?? '', summary: values.summary ?? '' }}
          category={category}
          author={post.author}
          html={renderMarkdown(values.body ?? '')}
        />
      </div>
    )
  }
  return (
    <ContentPage
      page={{ title: values.title ?? '', body: values.body ?? '', updatedAt: entry.publishedAt }}
    />
  )
}
