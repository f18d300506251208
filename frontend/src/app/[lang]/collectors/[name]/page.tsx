import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { EditionPicture } from '@/features/artwork/ui/edition-picture'
import { FilmButton } from '@/features/collection/ui/film-button'
import { getCollector } from '@/features/collector/data'
import { nameOf, pathOf } from '@/features/collector/model'
import { CollectorWall } from '@/features/collector/ui/collector-wall'
import { env } from '@/lib/env'
import { alternates, openGraph } from '@/lib/metadata'
import { scriptOf } from '@/lib/structured'
import { dateOf } from '@/lib/year'
import * as t from '@/messages/collector'
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
    title,
    description,
    robots: { index: collector.indexed },
    alternates: alternates(path),
    openGraph: openGraph({ title, description, path, picture: cardPicture(path, title) }),
  }
}

const sizes = '(width >= 1600px) 22vw, (width >= 1024px) 28vw, (width >= 600px) 42vw, 88vw'

/** A live work draws its own edition; other works look the same in all editions. */
function pictureOf({ artwork, hash, ratio }: ShownWork, first: boolean) {
  const [face] = artwork.media
  if (!hash || !face?.generatorPath) return <Picture media={face} sizes={sizes} first={first} />
  return (
    <EditionPicture
      src={new URL(face.generatorPath, env().ART_ORIGIN).href}
      title={artwork.title}
      ratio={ratio}
      color={face.color ?? undefined}
      hash={hash}
    />
  )
}

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
      <header className={frame.head}>
        <p className={frame.kicker}>
          {t.collector}
          {works.length > 0 && <span className="figures">, {t.worksShown(works.length)}</span>}
        </p>
        <h1 className={styles.name}>{collector.displayName}</h1>
        {collector.text && <p className={`${frame.lead} ${styles.text}`}>{collector.text}</p>}
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
          picture: pictureOf(work, i === 0),
          film: work.film && <FilmButton film={work.film} title={work.artwork.title} />,
          ratio: work.ratio,
        }))}
      />
    </div>
  )
}
