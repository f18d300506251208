import type { Metadata } from 'next'
import { getEdition } from '@/features/artwork/data'
import { isSound } from '@/features/artwork/model'
import { Face } from '@/features/artwork/ui/artwork-face'
import { PageFrame } from '@/features/site/ui/frame'
import type { ArtworkCardFragment } from '@/gen/graphql'
import { env } from '@/lib/env'
import { alternates, openGraph } from '@/lib/metadata'
import { first, href, type RawParams } from '@/lib/params'
import { wallOf } from '@/lib/wall'
import { dateOf } from '@/lib/year'
import { isolate } from '@/messages/direction'
import * as t from '@/messages/tv'
import { Empty } from '@/ui/empty'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { frame } from '@/ui/page'
import { Picture } from '@/ui/picture'
import { ratioOf } from '@/ui/picture-source'
import { Frame, museumLabel, Room } from '@/ui/room'
import { workPicture } from '../share'
import styles from './page.module.css'
import { movingWorks } from './programme'

interface Props {
  params: Promise<{ lang: string }>
  searchParams: Promise<RawParams>
}

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { lang } = await params
  const path = `/${lang}/tv/`
  const description = t.pageDescription
  const programme = await movingWorks()
  const wanted = first(await searchParams, 'work')
  const work = programme.find(({ slug }) => slug === wanted)
  const picture = workPicture(lang, programme[0])
  return {
    title: work ? `TV: ${isolate(work.title)}` : 'TV',
    description,
    alternates: alternates(path),
    openGraph: openGraph({ title: 'TV', description, path, picture }),
  }
}

export default async function Page({ params, searchParams }: Props) {
  const { lang } = await params
  const path = `/${lang}/tv/`
  const wanted = first(await searchParams, 'work')
  const programme = await movingWorks()
  const at = Math.max(
    0,
    programme.findIndex(({ slug }) => slug === wanted),
  )
  const work = programme[at]
  const next = programme[(at + 1) % programme.length]
  if (!work) {
    return (
      <div className={frame.page}>
        <header className={frame.head}>
          <h1>TV</h1>
        </header>
        <Empty>
          <p>{t.empty}</p>
        </Empty>
      </div>
    )
  }
  const [face] = work.media
  const edition = face?.generatorPath ? await getEdition(work.slug, 1) : undefined
  const isFilm = face?.kind === 'VIDEO' && !isSound(work)
  // Code never ends, so films continue with films: the next one of the programme, and after the last one the first.
  const films = programme.filter((entry) => entry.media[0]?.kind === 'VIDEO' && !isSound(entry))
  const nextFilm = films[(films.indexOf(work) + 1) % films.length]
  return (
    <>
      <PageFrame stickyHeader={false} />
      <Room wall={wallOf([face?.color ?? ''])} className={styles.room}>
        <header className={styles.head}>
          <h1>TV</h1>
          <p>
            {t.introduction} <Link href={`${path}exhibition/`}>{t.exhibition}</Link>
          </p>
        </header>
        <section
          aria-label={t.player}
          className={styles.player}
          style={{ '--ratio': ratioOf(face) } as React.CSSProperties}
        >
          <Frame ratio={ratioOf(face)} bar>
            <Face
              // One player for all films: it stays in full screen and keeps its volume.
              key={isFilm ? 'film' : work.id}
              media={face}
              title={work.title}
              artOrigin={env().ART_ORIGIN}
              seed={edition?.hash}
              sound={isSound(work)}
              next={isFilm && nextFilm && nextFilm !== work ? href(path, { work: nextFilm.slug }) : undefined}
              first
            />
          </Frame>
          <div className={`${styles.now} ${museumLabel}`}>
            <p>
              <Name>{work.artist.name}</Name>,{' '}
              <em>
                <Name>{work.title}</Name>
              </em>
              {dateOf(work) && `, ${dateOf(work)}`}
            </p>
            <p className={styles.links}>
              <Link href={`/${lang}/artworks/${work.slug}/`}>{t.aboutTheWork}</Link>
              {next && next.id !== work.id && (
                <Link href={href(path, { work: next.slug })} scroll={false}>
                  {t.nextWork}
                </Link>
              )}
            </p>
          </div>
        </section>
      </Room>
      <section aria-labelledby="programme" className={styles.programme}>
        <h2 id="programme">{t.programme}</h2>
        <ol role="list" className={styles.list}>
          {programme.map((entry, i) => (
            <li key={entry.id}>
              <Link
                href={href(path, { work: entry.slug })}
                prefetch={false}
                aria-current={i === at ? 'true' : undefined}
              >
                <span className={styles.still}>
                  <Picture media={entry.media[0]} alt="" sizes="9rem" />
                </span>
                <span>
                  <em>
                    <Name>{entry.title}</Name>
                  </em>
                  <br />
                  <Name>{entry.artist.name}</Name>
                  <br />
                  <small className="figures">{lengthOf(entry)}</small>
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

function lengthOf(work: ArtworkCardFragment) {
  const [face] = work.media
  const what = isSound(work) ? 'sound' : 'film'
  if (face?.kind === 'GENERATOR') return t.liveEndless
  if (!face?.duration) return what
  const seconds = Math.round(face.duration)
  return `${what}, ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
