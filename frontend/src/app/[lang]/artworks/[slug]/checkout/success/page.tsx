import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { type CSSProperties, ViewTransition } from 'react'
import { getArtworkSummary, getFirstEditions } from '@/features/artwork/data'
import { isSound } from '@/features/artwork/model'
import { Face } from '@/features/artwork/ui/artwork-face'
import { env } from '@/lib/env'
import { titleBy } from '@/messages/artwork'
import * as t from '@/messages/checkout'
import { ratioOf } from '@/ui/picture-source'
import styles from './success.module.css'
import { Thanks } from './thanks'

interface Props {
  params: Promise<{ lang: string; slug: string }>
}

// Rendered on the first request and cached until an event revalidates it: no address is known at build time.
export const generateStaticParams = () => []

export const metadata: Metadata = { title: t.yourPurchase, robots: { index: false } }

export default async function Page({ params }: Props) {
  const { lang, slug } = await params
  const artwork = await getArtworkSummary(slug)
  if (!artwork) notFound()
  if (artwork.slug !== slug) permanentRedirect(`/${lang}/artworks/${artwork.slug}/checkout/success/`)
  const { id, title, artist, editionSize } = artwork
  const [face] = artwork.media
  const live = Boolean(face?.generatorPath)
  const first = live ? await getFirstEditions(slug) : []
  const style = { '--ratio': ratioOf(face), '--tint': face?.color ?? 'transparent' } as CSSProperties
  return (
    <>
      <div className={styles.wall} style={style}>
        <ViewTransition name={`artwork-${id}`}>
          <Face
            media={face}
            title={title}
            artOrigin={env().ART_ORIGIN}
            editions={live ? { artworkId: id, slug, size: editionSize, first } : undefined}
            sound={isSound(artwork)}
            fixed
            first
          />
        </ViewTransition>
      </div>
      <div className={styles.column} data-private>
        <Thanks
          lang={lang}
          artworkId={id}
          artworkSlug={slug}
          live={live}
          title={title}
          text={titleBy(title, artist.name)}
        />
      </div>
    </>
  )
}
