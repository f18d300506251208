'use client'

import { Face } from '@/features/artwork/ui/artwork-face'
import type { Entry, Folder, Values } from '@/features/content/model'
import { Content as Editor } from '@/features/content/ui/content'
import { PostArticle } from '@/features/post/ui/post-article'
import { renderMarkdown } from '@/lib/markdown'
import { formatMoney, parseMajor } from '@/lib/money'
import { useConfig } from '@/lib/use-config'
import { formatYear } from '@/lib/year'
import * as t from '@/messages/content'
import { Picture } from '@/ui/picture'
import { Prose } from '@/ui/prose'

interface ContentProps {
  lang: string
  folder: Folder
  id?: string
}

/** The editor of the site's content, with previews made of what visitors see. */
export function Content(props: ContentProps) {
  const currency = useConfig()?.currency
  return <Editor {...props} preview={(entry, values) => previewOf(entry, values, currency)} />
}

function previewOf(entry: Entry, values: Values, currency: string | undefined) {
  const html = renderMarkdown(values.description ?? values.body ?? values.bio ?? '')
  if (entry.post) {
    const category = entry.categories.find(({ slug }) => slug === values.category)?.name ?? values.category
    const post = { ...entry.post, title: values.title ?? '', summary: values.summary ?? '' }
    return <PostArticle post={post} category={category} author={entry.post.author} html={html} heading="h3" />
  }
  if (!entry.artwork) {
    const years = [values.born, values.died].map((year) => (year ? formatYear(Number(year)) : ''))
    const line = years.some(Boolean) ? years.join('–') : ''
    const about = [values.role, values.place, line, values.website].filter(Boolean).join(', ')
    return (
      <div style={{ display: 'grid', gap: 'var(--space-4)' }}>
        {entry.picture && (
          <div style={{ maxWidth: entry.kind === 'DROP' ? '40rem' : '16rem' }}>
            <Picture media={entry.picture} sizes="(width >= 1024px) 40rem, 85vw" />
          </div>
        )}
        <h4 style={{ fontSize: 'var(--step-3)' }}>{values.title ?? values.name ?? entry.title}</h4>
        {about && <p className="figures">{about}</p>}
        {values.summary && <p>{values.summary}</p>}
        <Prose html={html} />
      </div>
    )
  }
  const { artist, media } = entry.artwork
  const [face] = media
  const year = Number(values.year)
  const price = currency ? parseMajor(values.purchasePrice ?? '', currency) : null
  const sizes = '(width >= 1024px) 40rem, 85vw'
  return (
    <>
      <div style={{ maxWidth: '40rem', marginBottom: 'var(--space-5)' }}>
        {face?.kind === 'VIDEO' ? (
          <Face media={face} title={values.title ?? ''} artOrigin="" sizes={sizes} />
        ) : (
          <Picture media={face} sizes={sizes} />
        )}
        {face?.kind === 'GENERATOR' && <p>{t.stillOnly}</p>}
      </div>
      <p>{artist.name}</p>
      <h4 style={{ fontSize: 'var(--step-3)' }}>{values.title}</h4>
      <p className="figures">{[year ? formatYear(year) : '', values.medium].filter(Boolean).join(', ')}</p>
      <p className="figures">
        {price !== null && currency ? formatMoney({ amount: price.toString(), currency }) : t.notForSale}
      </p>
      <Prose html={html} />
    </>
  )
}
