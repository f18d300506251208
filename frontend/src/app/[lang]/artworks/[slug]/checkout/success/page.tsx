import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getArtworkSummary } from '@/features/artwork/data'
import * as t from '@/messages/checkout'
import styles from '../checkout.module.css'
import { Work } from '../work'
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
  return (
    <div className={styles.page}>
      <Work artwork={artwork} />
      <div className={styles.column} data-private>
        <Thanks lang={lang} artworkId={artwork.id} artworkSlug={artwork.slug} />
      </div>
    </div>
  )
}
