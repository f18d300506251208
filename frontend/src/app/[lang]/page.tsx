import type { Metadata } from 'next'
import { getArtist, listArtists } from '@/features/artist/data'
import { justCollected, listArtworks } from '@/features/artwork/data'
import { ArtworkRow } from '@/features/artwork/ui/artwork-row'
import { Hang } from '@/features/artwork/ui/hang'
import { Mention } from '@/features/artwork/ui/mention'
import { listCurators } from '@/features/curator/data'
import { today } from '@/features/daily/model'
import { DailyWork } from '@/features/daily/ui/daily'
import { getDrop, listDrops } from '@/features/drop/data'
import { spanOf, watchedOf } from '@/features/drop/model'
import { SaleWatch } from '@/features/drop/ui/phases'
import { getPost, listPosts } from '@/features/post/data'
import { PostCard } from '@/features/post/ui/post-card'
import { env } from '@/lib/env'
import { opening } from '@/lib/markdown'
import { alternates, openGraph, siteDescription } from '@/lib/metadata'
import { scriptOf } from '@/lib/structured'
import { formatDate } from '@/lib/time'
import * as t from '@/messages/home'
import { Link } from '@/ui/link'
import { listing } from '@/ui/listing'
import { Name, words } from '@/ui/name'
import { frame } from '@/ui/page'
import { StructuredData } from '@/ui/structured-data'
import styles from './page.module.css'

interface Props {
  params: Promise<{ lang: string }>
}

// Rendered on the first request and cached until an event revalidates it: no address is known at build time.
export const generateStaticParams = () => []

// The work of the day changes at midnight.
export const revalidate = 60

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang } = await params
  const title = t.documentTitle
  const path = `/${lang}/`
  return {
    title: { absolute: title },
    alternates: alternates(path),
    openGraph: openGraph({ title, description: siteDescription, path }),
  }
}

export default async function Page({ params }: Props) {
  const { lang } = await params
  const date = today()
  const spoken = formatDate(date)
  const [live, upcoming, newest, curators, posts, collected, artist] = await Promise.all([
    currentDrop(),
    nextDrop(),
    listArtworks({ sort: 'NEWEST', filter: { availability: ['AVAILABLE'] } }),
    listCurators(),
    listPosts({}),
    justCollected(),
    artistOfTheWeek(date),
  ])
  const shown = live?.artworks.items.slice(0, hung) ?? []
  const fresh = await newWorks(newest.items, shown)
  // One card isn't a shelf.
  const [onlyCollected] = collected.length === 1 ? collected : []
  const quotation = await quotationOf(curators, date)
  return (
    <>
      <StructuredData
        text={scriptOf({
          '@type': 'WebSite',
          name: 'Vitrine',
          url: new URL(`/${lang}/`, env().PUBLIC_URL).href,
          potentialAction: {
            '@type': 'SearchAction',
            target: `${new URL(`/${lang}/artworks/`, env().PUBLIC_URL).href}?search={search_term_string}`,
            'query-input': 'required name=search_term_string',
          },
        })}
      />
      <DailyWork date={date} spoken={spoken}>
        <div className={styles.hello}>
          <h1>{t.heading}</h1>
          <p>
            {t.workOfTheDayOf} <time dateTime={date}>{spoken}</time>
            {t.grownToday}
          </p>
        </div>
      </DailyWork>
      <div className={frame.page}>
        {live && (
          <section className={styles.section} aria-labelledby="drop">
            {live.status !== 'ENDED' && <SaleWatch {...watchedOf(live)} />}
            <div className={styles.intro}>
              <div>
                <p className={`${frame.kicker} figures`}>{spanOf(live)}</p>
                <h2 id="drop" className={styles.big}>
                  <Link href={`/${lang}/drops/${live.slug}/`}>
                    <Name>{live.title}</Name>
                  </Link>
                </h2>
              </div>
              <div className={styles.summary}>
                {live.summary && (
                  <p {...words(live.summary)} className={frame.lead}>
                    {live.summary}
                  </p>
                )}
                {live.curator && (
                  <p className={frame.kicker}>
                    {t.curatedBy}{' '}
                    <Link href={`/${lang}/curators/${live.curator.slug}/`}>
                      <Name>{live.curator.name}</Name>
                    </Link>
                  </p>
                )}
              </div>
            </div>
            <Hang artworks={shown} lang={lang} level={3} />
            {shown.length < live.artworks.totalCount && (
              <p className={styles.next}>
                <Link href={`/${lang}/drops/${live.slug}/`}>
                  {t.allWorks(live.artworks.totalCount.toLocaleString('en-US'))}
                </Link>
              </p>
            )}
            {upcoming && upcoming.id !== live.id && (
              <p className={`${styles.next} figures`}>
                {t.nextDrop}:{' '}
                <Link href={`/${lang}/drops/${upcoming.slug}/`}>
                  <Name>{upcoming.title}</Name>
                </Link>
                . {spanOf(upcoming)}
              </p>
            )}
          </section>
        )}
        {fresh.length > 0 && (
          <section className={styles.section} aria-labelledby="new">
            <div className={frame.sectionHead}>
              <h2 id="new" className={styles.big}>
                {t.newWorks}
              </h2>
              <Link href={`/${lang}/artworks/`}>{t.allArtworks}</Link>
            </div>
            <Hang artworks={fresh} lang={lang} level={3} />
          </section>
        )}
        {onlyCollected && (
          <Mention label={t.justCollected} work={onlyCollected} lang={lang} className={styles.section} />
        )}
        {collected.length > 1 && (
          <section className={styles.section} aria-labelledby="collected">
            <div className={frame.sectionHead}>
              <h2 id="collected" className={styles.big}>
                {t.justCollected}
              </h2>
            </div>
            <Hang artworks={collected} lang={lang} level={3} />
          </section>
        )}
        {quotation && (
          <section className={styles.voice} aria-label={quotation.curator.name}>
            <blockquote>
              <p {...words(quotation.words)}>{t.quoted(quotation.words)}</p>
            </blockquote>
            <p>
              <Link href={`/${lang}/curators/${quotation.curator.slug}/`}>
                <Name>{quotation.curator.name}</Name>
              </Link>
              {t.quotedIn}{' '}
              <Link href={`/${lang}/blog/${quotation.post.slug}/`}>
                <Name>{quotation.post.title}</Name>
              </Link>
            </p>
          </section>
        )}
        {artist && (
          <section className={styles.section} aria-labelledby="artist">
            <div className={styles.intro}>
              <div>
                <p className={frame.kicker}>{t.artistOfTheWeek}</p>
                <h2 id="artist" className={styles.big}>
                  <Link href={`/${lang}/artists/${artist.slug}/`}>
                    <Name>{artist.name}</Name>
                  </Link>
                </h2>
              </div>
              {artist.bio && (
                <p {...words(artist.bio)} className={frame.lead}>
                  {opening(artist.bio, 240)}
                </p>
              )}
            </div>
            <ArtworkRow
              artworks={artist.artworks.items.slice(0, 6)}
              lang={lang}
              label={t.worksOf(artist.name)}
            />
          </section>
        )}
        {posts.items.length > 0 && (
          <section className={styles.section} aria-labelledby="posts">
            <div className={frame.sectionHead}>
              <h2 id="posts" className={styles.big}>
                {t.fromTheBlog}
              </h2>
              <Link href={`/${lang}/blog/`}>{t.allPosts}</Link>
            </div>
            <div className={listing.cards}>
              {posts.items.slice(0, 4).map((post) => (
                <PostCard key={post.id} post={post} lang={lang} level={3} />
              ))}
            </div>
          </section>
        )}
      </div>
    </>
  )
}

/** The numbers of new works and of works of the drop on the home page. */
const wall = 6
const hung = 5

type Works = Awaited<ReturnType<typeof listArtworks>>['items']

/** The newest works that can be bought, filled up with others if there are too few. Works already on the page are left out. */
async function newWorks(forSale: Works, shown: Works): Promise<Works> {
  const without = (works: Works, hung: Works) =>
    works.filter(({ id }) => !hung.some((other) => other.id === id))
  const fresh = without(forSale, shown).slice(0, wall)
  if (fresh.length === wall) return fresh
  const { items } = await listArtworks({ sort: 'NEWEST' })
  return [...fresh, ...without(items, [...shown, ...fresh])].slice(0, wall)
}

/** The drop that opens next. */
const nextDrop = async () =>
  (await listDrops({ filter: { status: ['UPCOMING'] }, sort: 'OLDEST' })).items[0] ?? null

/** Days since 1970: the same choices for everyone, and new ones tomorrow. */
const dayOf = (date: string) => Math.floor(Date.parse(date) / 86_400_000)

/** A different artist each week, with enough works for a row. */
async function artistOfTheWeek(date: string) {
  const { items } = await listArtists({ sort: 'MOST_ARTWORKS' })
  const shown = items.filter(({ artworkCount }) => artworkCount > 3)
  const artist = shown[Math.floor(dayOf(date) / 7) % Math.max(1, shown.length)]
  return artist ? getArtist(artist.slug, 1) : null
}

/** What a curator wrote in one of their posts: a different curator each day. */
async function quotationOf(curators: Awaited<ReturnType<typeof listCurators>>, date: string) {
  for (let i = 0; i < curators.length; i++) {
    const curator = curators[(dayOf(date) + i) % curators.length]!
    const written = (await listPosts({})).items.filter(({ author }) => author === curator.name)
    const card = written[dayOf(date) % Math.max(1, written.length)]
    const post = card && (await getPost(card.slug))
    if (post?.body) return { curator, post, words: opening(post.body, 240) }
  }
  return null
}

/** The drop to show: a live one, otherwise the next one, otherwise the last one. */
async function currentDrop() {
  const [shown] = (await listDrops({ sort: 'OPEN_FIRST' })).items
  return shown ? getDrop(shown.slug, 1) : null
}
