import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import type { CSSProperties } from 'react'
import { getArtworkSummary } from '@/features/artwork/data'
import { PrintButton } from '@/features/artwork/ui/print-button'
import { drawingOrPlate } from '@/lib/drawing'
import { editionOf } from '@/lib/edition-number'
import { first, type RawParams } from '@/lib/params'
import { dateOf } from '@/lib/year'
import * as certificate from '@/messages/artwork-certificate'
import { editionOf as namedEdition } from '@/messages/edition'
import * as t from '@/messages/poster'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { Picture } from '@/ui/picture'
import { ratioOf } from '@/ui/picture-source'
import walls from '@/ui/walls.module.css'
import sheet from '../sheet.module.css'
import styles from './poster.module.css'

interface Props {
  params: Promise<{ lang: string; slug: string }>
  searchParams: Promise<RawParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const artwork = await getArtworkSummary((await params).slug)
  return { title: artwork ? t.posterOf(artwork.title) : t.poster, robots: { index: false } }
}

/** A work on paper with its label and no price. Of a live work it shows the edition in the address. */
export default async function Page({ params, searchParams }: Props) {
  const { lang, slug } = await params
  const artwork = await getArtworkSummary(slug)
  if (!artwork) notFound()
  const { id, title, artist, editionSize } = artwork
  const edition = editionSize === 1 ? 1 : editionOf(first(await searchParams, 'edition') ?? null, editionSize)
  const number = edition === null ? '' : `?edition=${edition}`
  if (artwork.slug !== slug) permanentRedirect(`/${lang}/artworks/${artwork.slug}/poster/${number}`)
  const [face] = artwork.media
  const ratio = ratioOf(face)
  const style = { '--ratio': ratio } as CSSProperties
  return (
    <div className={sheet.page}>
      {/* A named page would do it in the stylesheet, but there vh is a part of the default page's height. */}
      <style>{`@page { size: ${ratio > 1 ? 'landscape' : 'portrait'}; margin: 15mm }`}</style>
      <article className={`${sheet.sheet} ${styles.poster}`} style={style}>
        <div className={sheet.work}>
          {face?.generatorPath && edition !== null ? (
            <img
              src={drawingOrPlate(id, edition)}
              alt={namedEdition(title, edition)}
              width={face.width ?? 1600}
              height={face.height ?? 1600}
              fetchPriority="high"
            />
          ) : (
            <Picture media={face} sizes="(width >= 1024px) 52rem, 88vw" first />
          )}
        </div>
        <div className={styles.label}>
          <p>
            <Name>{artist.name}</Name>
          </p>
          <h1 className={walls.title}>
            <Name>{title}</Name>
          </h1>
          <p className="figures">
            {dateOf(artwork)}
            {dateOf(artwork) && edition !== null && ', '}
            {edition !== null &&
              (editionSize === 1
                ? certificate.unique
                : certificate.editionOf(edition, editionSize.toLocaleString('en-US')))}
          </p>
          <p className={styles.gallery}>Vitrine</p>
        </div>
      </article>
      <p className={styles.after} data-screen>
        <PrintButton />
        <Link href={`/${lang}/artworks/${slug}/${number}`}>{certificate.viewTheWork}</Link>
      </p>
    </div>
  )
}
