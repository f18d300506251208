import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { EditionFace } from '@/features/collection/ui/edition-face'
import { FilmButton } from '@/features/collection/ui/film-button'
import { getCollector } from '@/features/collector/data'
import { nameOf, pathOf } from '@/features/collector/model'
import { CollectorWall } from '@/features/collector/ui/collector-wall'
import { drawingOrPlate } from '@/lib/drawing'
import { env } from '@/lib/env'
import { alternates, openGraph } from '@/lib/metadata'
import { scriptOf } from '@/lib/structured'
import { dateOf } from '@/lib/year'
import * as t from '@/messages/collector'
import { isolate } from '@/messages/direction'
import { Name, words } from '@/ui/name'
import { Near } from '@/ui/near'
import { frame } from '@/ui/page'
import { Picture } from '@/ui/picture'
import { StructuredData } from '@/ui/structured-data'
import { cardPicture } from '../../share'
import styles from './page.module.css'
import { structured } from './structured'
import { type ShownWork, worksOf } from './works'

interface Props {
  params: Promise<{ lang: string; name: string }>
}

// A page that was switched off disappears with the next request.
export const dynamic = 'force-dynamic'

const collectorOf = (name: string) => getCollector(nameOf(name))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang, name } = await params
  const collector = await collectorOf(name)
  if (!collector) return { title: t.notFound, robots: { index: false } }
  const path = pathOf(lang, collector.name)
  const title = collector.displayName
  const description = collector.text.replaceAll(/\s+/g, ' ').slice(0, 200) || t.worksOf(title)
  return {
    title: isolate(title),
    description,
    robots: { index: collector.indexed },
    alternates: alternates(path),
    openGraph: openGraph({ title, description, path, picture: cardPicture(path, title) }),
  }
}

const face = ({ artwork, edition, hash, ratio }: ShownWork, first: boolean) => (
  <EditionFace
    artwork={{ ...artwork, media: artwork.media.slice(0, 1) }}
    edition={edition}
    hash={hash}
    sizes={`min(88vw, ${Math.ceil(60 * ratio)}vh)`}
    first={first}
  />
)

/** What a collector shows of their works. */
export default async function Page({ params }: Props) {
  const { lang, name } = await params
  const collector = await collectorOf(name)
  if (!collector) notFound()
  const path = pathOf(lang, collector.name)
  if (collector.name !== name) permanentRedirect(path)
  const works = await worksOf(lang, collector)
  return (
    <div className={frame.page}>
      <StructuredData text={scriptOf(structured(collector, works, new URL(path, env().PUBLIC_URL).href))} />
      <header className={frame.over}>
        <h1 className={styles.name}>
          <Name>{collector.displayName}</Name>
        </h1>
        <p className={frame.kicker}>
          {t.collector}
          {works.length > 0 && <span className="figures">, {t.worksShown(works.length)}</span>}
        </p>
      </header>
      <CollectorWall
        works={works.map((work, i) => ({
          key: work.tokenId,
          href: work.href,
          title: work.artwork.title,
          artist: work.artwork.artist.name,
          date: dateOf(work.artwork),
          edition: work.edition,
          editionSize: work.artwork.editionSize,
          text: work.text,
          // Others load near the window by themselves, without scripts, too.
          picture: work.hash ? <Near first={i === 0}>{face(work, i === 0)}</Near> : face(work, i === 0),
          small: work.hash ? (
            <img src={drawingOrPlate(work.artwork.id, work.edition)} alt="" loading="lazy" decoding="async" />
          ) : (
            <Picture media={work.artwork.media[0]} alt="" sizes="2.25rem" />
          ),
          color: work.artwork.media[0]?.color ?? null,
          wall: work.wall,
          film: work.film && <FilmButton film={work.film} title={work.artwork.title} />,
          ratio: work.ratio,
        }))}
      />
      {collector.text && (
        <p {...words(collector.text)} className={`${frame.lead} ${styles.text}`}>
          {collector.text}
        </p>
      )}
    </div>
  )
}
