'use client'

import type { CSSProperties } from 'react'
import { Face } from '@/features/artwork/ui/artwork-face'
import viewer from '@/features/artwork/ui/artwork-viewer.module.css'
import { Details } from '@/features/artwork/ui/details'
import { Offer } from '@/features/artwork/ui/offer'
import { Stocked } from '@/features/artwork/ui/stock'
import type { ArtworkWholeFragment } from '@/gen/graphql'
import { renderMarkdown } from '@/lib/markdown'
import * as t from '@/messages/artwork'
import { Picture } from '@/ui/picture'
import { ratioOf } from '@/ui/picture-source'
import { Prose } from '@/ui/prose'
import { Label } from './label'
import styles from './page.module.css'
import own from './preview.module.css'

interface ArtworkPreviewProps {
  lang: string
  artwork: ArtworkWholeFragment
  /** The name of its category. */
  category: string
}

/** The page of an artwork for staff who change it: without what belongs to its editions and its buyers, and with a still of a live work. */
export function ArtworkPreview({ lang, artwork, category }: ArtworkPreviewProps) {
  const [face] = artwork.media
  const style = { '--ratio': ratioOf(face), '--tint': face?.color ?? 'transparent' } as CSSProperties
  return (
    <Stocked value={{ availability: artwork.availability, editionsAvailable: artwork.editionsAvailable }}>
      <article className={styles.page} style={style}>
        <div className={`${styles.wall} ${viewer.wall} ${own.wall}`}>
          <div className={viewer.hang}>
            <div>
              {face?.kind === 'GENERATOR' ? (
                <Picture media={face} sizes="63vw" first />
              ) : (
                <Face media={face} title={artwork.title} artOrigin="" first />
              )}
            </div>
          </div>
        </div>
        <Label lang={lang} artwork={artwork}>
          <Offer artwork={artwork} lang={lang} />
        </Label>
        <div className={styles.column}>
          {artwork.description && <Prose html={renderMarkdown(artwork.description)} />}
          <section aria-labelledby="details">
            <h2 id="details">{t.details}</h2>
            <Details artwork={artwork} lang={lang} categoryName={category} />
          </section>
        </div>
      </article>
    </Stocked>
  )
}
