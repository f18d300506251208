import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getArtworkSummary } from '@/features/artwork/data'
import { isSound } from '@/features/artwork/model'
import { Face } from '@/features/artwork/ui/artwork-face'
import { env } from '@/lib/env'
import { titleBy } from '@/messages/artwork'
import * as t from '@/messages/checkout'
import { ratioOf } from '@/ui/picture-source'
import { sizes } from './sizes'
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
  const { id, title, artist } = artwork
  const [face, ...others] = artwork.media
  const live = Boolean(face?.generatorPath)
  return (
    <Thanks
      lang={lang}
      artwork={{ id, slug, title, media: artwork.media.slice(0, 1) }}
      text={titleBy(title, artist.name)}
      artOrigin={env().ART_ORIGIN}
      recording={live ? (others.find(({ kind }) => kind === 'VIDEO')?.url ?? undefined) : undefined}
    >
      {!live && (
        <Face
          media={face}
          title={title}
          artOrigin={env().ART_ORIGIN}
          sound={isSound(artwork)}
          sizes={sizes(ratioOf(face))}
          first
        />
      )}
    </Thanks>
  )
}
