import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getArtworkSummary } from '@/features/artwork/data'
import { getPage } from '@/features/page/data'
import * as t from '@/messages/checkout'
import { isolate } from '@/messages/direction'
import { BuyerCheckout } from './buyer-checkout'
import styles from './checkout.module.css'
import { Work } from './work'

interface Props {
  params: Promise<{ lang: string; slug: string }>
}

// Rendered on the first request and cached until an event revalidates it: no address is known at build time.
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const artwork = await getArtworkSummary((await params).slug)
  return { title: artwork ? t.buy(isolate(artwork.title)) : t.notFound, robots: { index: false } }
}

export default async function Page({ params }: Props) {
  const { lang, slug } = await params
  const [artwork, terms] = await Promise.all([getArtworkSummary(slug), getPage('terms-and-conditions')])
  if (!artwork) notFound()
  if (artwork.slug !== slug) permanentRedirect(`/${lang}/artworks/${artwork.slug}/checkout/`)
  const { id, chainId, editionSize, availability, purchasePrice, offer } = artwork
  const rendered = offer && { availability: offer.availability, price: offer.price, auction: offer.auction }
  const drop = artwork.currentDropId
  return (
    <div className={styles.page}>
      <Work artwork={artwork} />
      <div className={styles.column}>
        <h1>{t.buy(isolate(artwork.title))}</h1>
        <div data-private>
          <BuyerCheckout
            lang={lang}
            artwork={{ id, slug, drop, chainId, editionSize, availability, price: purchasePrice, rendered }}
            termsVersion={terms?.version ?? ''}
          />
        </div>
      </div>
    </div>
  )
}
