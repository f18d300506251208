import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import type { CSSProperties } from 'react'
import { getArtworkSummary, getFirstEditions } from '@/features/artwork/data'
import { isSound } from '@/features/artwork/model'
import { Face } from '@/features/artwork/ui/artwork-face'
import { Certificate } from '@/features/artwork/ui/certificate'
import { env } from '@/lib/env'
import { dateOf } from '@/lib/year'
import * as t from '@/messages/artwork-certificate'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { ratioOf } from '@/ui/picture-source'
import sheet from '../sheet.module.css'
import styles from './certificate.module.css'

interface Props {
  params: Promise<{ lang: string; slug: string }>
}

// Rendered on the first request and cached until an event revalidates it: no address is known at build time.
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const artwork = await getArtworkSummary((await params).slug)
  return { title: artwork ? t.titleOf(artwork.title) : t.certificate, robots: { index: false } }
}

/** The certificate of an edition, to frame: its record is public. A signed one belongs to its owner. */
export default async function Page({ params }: Props) {
  const { lang, slug } = await params
  const artwork = await getArtworkSummary(slug)
  if (!artwork) notFound()
  if (artwork.slug !== slug) permanentRedirect(`/${lang}/artworks/${artwork.slug}/certificate/`)
  const { id, title, artist, editionSize, chainId } = artwork
  const [face] = artwork.media
  const live = Boolean(face?.generatorPath)
  const first = live ? await getFirstEditions(slug) : []
  const style = { '--ratio': ratioOf(face) } as CSSProperties
  return (
    <div className={sheet.page}>
      <article className={`${sheet.sheet} ${styles.certificate}`} style={style}>
        <div className={sheet.work}>
          <Face
            media={face}
            title={title}
            artOrigin={env().ART_ORIGIN}
            editions={live ? { artworkId: id, slug, size: editionSize, first } : undefined}
            sound={isSound(artwork)}
            fixed
            first
          />
        </div>
        <p className={styles.kind}>Vitrine. {t.certificate}</p>
        <h1 className={styles.title}>
          <Name>{title}</Name>
        </h1>
        <p>
          {t.by(artist.name)}
          {dateOf(artwork) && `, ${dateOf(artwork)}`}
        </p>
        <Certificate artworkId={id} editionSize={editionSize} chainId={chainId} />
      </article>
      <p className={styles.after}>
        {t.signed}{' '}
        <span className={styles.links}>
          <Link href={`/${lang}/artworks/${slug}/`}>{t.viewTheWork}</Link>
          <Link href={`/${lang}/verify/`}>{t.verify}</Link>
        </span>
      </p>
    </div>
  )
}
