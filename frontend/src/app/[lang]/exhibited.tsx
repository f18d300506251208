import type { CSSProperties } from 'react'
import { getEdition } from '@/features/artwork/data'
import { editionLabel, isSound, offerLabel } from '@/features/artwork/model'
import { Face } from '@/features/artwork/ui/artwork-face'
import { OfferNow } from '@/features/artwork/ui/offer-now'
import { Exhibition } from '@/features/exhibition/ui/exhibition'
import styles from '@/features/exhibition/ui/exhibition.module.css'
import { WhenShown } from '@/features/exhibition/ui/when-shown'
import type { ArtworkCardFragment } from '@/gen/graphql'
import { env } from '@/lib/env'
import { type Offered, workOf } from '@/lib/phases/model'
import { wallOf } from '@/lib/wall'
import { dateOf } from '@/lib/year'
import * as t from '@/messages/exhibition'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { Picture } from '@/ui/picture'
import { ratioOf } from '@/ui/picture-source'
import walls from '@/ui/walls.module.css'

interface ExhibitedProps {
  lang: string
  title: string
  /** The page where Close and Esc lead. */
  home: string
  works: (ArtworkCardFragment & Pick<Offered, 'offer'> & { medium?: string | null })[]
}

/** Works with their wall labels, one per screen. Of a live work the first edition runs. */
export async function Exhibited({ lang, title, home, works }: ExhibitedProps) {
  const seeds = await Promise.all(
    works.map(async ({ slug, media }) => media[0]?.generatorPath && (await getEdition(slug, 1))?.hash),
  )
  return (
    <Exhibition
      title={title}
      home={home}
      walls={works.map(({ media: [first] }) => wallOf([first?.color ?? '']))}
    >
      {works.map((work, i) => {
        const [media] = work.media
        const drop = work.currentDropId
        const ratio = ratioOf(media)
        const sizes = `min(92vw, ${Math.ceil(80 * ratio)}vh)`
        const live = media?.kind === 'GENERATOR'
        const face = (
          <Face
            media={media}
            title={work.title}
            artOrigin={env().ART_ORIGIN}
            seed={seeds[i] || undefined}
            sound={isSound(work)}
            sizes={sizes}
            first={i === 0}
          />
        )
        return (
          <section
            key={work.id}
            id={work.slug}
            className={styles.slide}
            aria-label={t.workBy(work.title, work.artist.name)}
            style={{ '--ratio': ratio } as CSSProperties}
          >
            <div className={styles.space}>
              <div
                className={styles.work}
                data-moves={(media && media.kind !== 'IMAGE') || undefined}
                // The slideshow is its full screen.
                data-full={media?.kind === 'VIDEO' ? '' : undefined}
              >
                {live ? (
                  <WhenShown still={<Picture media={media} sizes={sizes} first={i === 0} />}>
                    {face}
                  </WhenShown>
                ) : (
                  face
                )}
              </div>
            </div>
            <div className={styles.caption}>
              <p>
                <Name>{work.artist.name}</Name>
              </p>
              <h2 className={walls.title}>
                <Link href={`/${lang}/artworks/${work.slug}/`} prefetch={false}>
                  <Name>{work.title}</Name>
                </Link>
                {dateOf(work) && <span>, {dateOf(work)}</span>}
              </h2>
              <p className={styles.quiet}>
                {[work.medium, editionLabel(work.editionSize)].filter(Boolean).join(' · ')}
                {' · '}
                {drop && work.purchasePrice ? (
                  <OfferNow drop={drop} work={{ ...workOf(work), editionSize: work.editionSize }}>
                    {offerLabel(work)}
                  </OfferNow>
                ) : (
                  offerLabel(work)
                )}
                <span className={styles.heart} data-heart={work.id} data-title={work.title} />
              </p>
            </div>
          </section>
        )
      })}
    </Exhibition>
  )
}
