import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import type { CSSProperties } from 'react'
import { ArtworkGrid } from '@/features/artwork/ui/artwork-grid'
import { getDrop, getExhibition, otherDrops } from '@/features/drop/data'
import { badgeOf, datesOf } from '@/features/drop/model'
import { DropCard } from '@/features/drop/ui/drop-card'
import { DropClock, LargeClock } from '@/features/drop/ui/drop-clock'
import { Phases } from '@/features/drop/ui/phases'
import { SoldBars } from '@/features/drop/ui/sold-bars'
import { RemindMe } from '@/features/reminder/ui/remind-me'
import { env } from '@/lib/env'
import { plainText, renderMarkdown } from '@/lib/markdown'
import { alternates, openGraph, titleOf } from '@/lib/metadata'
import { href, pageOf, type RawParams } from '@/lib/params'
import { absolute, breadcrumbs, scriptOf } from '@/lib/structured'
import { formatDateTime } from '@/lib/time'
import { count } from '@/lib/words'
import * as t from '@/messages/drop'
import { view as viewExhibition } from '@/messages/exhibition'
import { ButtonLink, Link } from '@/ui/link'
import { frame } from '@/ui/page'
import { Pagination } from '@/ui/pagination'
import { Picture } from '@/ui/picture'
import { ratioOf, stillOf } from '@/ui/picture-source'
import { Prose } from '@/ui/prose'
import { StructuredData } from '@/ui/structured-data'
import { contactHref } from '../../contact'
import { cardPicture } from '../../share'
import styles from './page.module.css'

interface Props {
  params: Promise<{ lang: string; slug: string }>
  searchParams: Promise<RawParams>
}

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { lang, slug } = await params
  const page = pageOf(await searchParams)
  const drop = await getDrop(slug, page)
  if (!drop) return { title: t.notFound, robots: { index: false } }
  const path = `/${lang}/drops/${drop.slug}/`
  const description = drop.summary ?? plainText(drop.body ?? drop.title)
  return {
    title: titleOf(drop.title, page),
    description,
    alternates: alternates(path, page <= drop.artworks.pageCount ? page : 1),
    openGraph: openGraph({
      title: drop.title,
      description,
      path,
      picture: cardPicture(path, drop.title),
    }),
  }
}

export default async function Page({ params, searchParams }: Props) {
  const { lang, slug } = await params
  const drop = await getDrop(slug, pageOf(await searchParams))
  if (!drop) notFound()
  const path = `/${lang}/drops/${drop.slug}/`
  if (drop.slug !== slug) permanentRedirect(path)
  const { artworks, status } = drop
  const [others, enquiry] = await Promise.all([
    otherDrops(drop.id),
    status === 'ENDED' ? contactHref(lang, t.enquiryAbout(drop.title)) : null,
  ])
  const cover = drop.cover ?? artworks.items[0]?.media[0]
  const next = status === 'UPCOMING' ? drop.startsAt : status === 'LIVE' ? drop.endsAt : null
  // Prices of a phase are those of all its works.
  const works =
    status === 'ENDED' || artworks.pageCount < 2
      ? artworks.items
      : ((await getExhibition(slug))?.works ?? artworks.items)
  const anySold = artworks.items.some(({ editionsSold }) => editionsSold > 0)
  return (
    <>
      <StructuredData
        text={scriptOf(
          {
            '@type': 'ExhibitionEvent',
            name: drop.title,
            description: drop.summary ?? undefined,
            startDate: drop.startsAt,
            endDate: drop.endsAt ?? undefined,
            eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
            eventStatus: 'https://schema.org/EventScheduled',
            location: { '@type': 'VirtualLocation', url: new URL(path, env().PUBLIC_URL).href },
            image: absolute(drop.cover && stillOf(drop.cover)?.src) ?? undefined,
            organizer: drop.curator ? { '@type': 'Person', name: drop.curator.name } : undefined,
          },
          breadcrumbs(env().PUBLIC_URL, [t.drops, `/${lang}/drops/`], [drop.title, path]),
        )}
      />
      <header className={styles.hero} style={{ '--tint': cover?.color ?? 'transparent' } as CSSProperties}>
        {cover && (
          <div className={styles.cover} style={{ '--ratio': ratioOf(cover) } as CSSProperties}>
            <Picture media={cover} sizes="100vw" first />
          </div>
        )}
        <div className={styles.label}>
          <div>
            <p className={`${styles.state} figures`}>
              <span className={styles.badge} data-status={status.toLowerCase()}>
                {badgeOf(drop)}
              </span>
              {datesOf(drop)}
            </p>
            <h1>{drop.title}</h1>
            {drop.curator && (
              <p>
                {t.curatedBy}{' '}
                <Link href={`/${lang}/curators/${drop.curator.slug}/`}>{drop.curator.name}</Link>
              </p>
            )}
            <div className={styles.enter}>
              {artworks.items.length > 0 && (
                <ButtonLink kind="quiet" href={`${path}exhibition/`} prefetch={false}>
                  {viewExhibition}
                </ButtonLink>
              )}
              {status === 'UPCOMING' && <RemindMe lang={lang} kind="drop" id={drop.id} />}
            </div>
          </div>
          {next && (
            <p className={styles.clock}>
              <span>{status === 'UPCOMING' ? t.opensInLarge : t.endsInLarge}</span>
              <LargeClock to={next} after={status === 'UPCOMING' ? t.opening : t.endedNow} />
            </p>
          )}
        </div>
      </header>
      <div className={frame.page}>
        <div className={frame.two}>
          <div>
            {drop.summary && <p className={frame.lead}>{drop.summary}</p>}
            {drop.body && (
              <div style={{ marginTop: '1.5rem' }}>
                <Prose html={renderMarkdown(drop.body)} />
              </div>
            )}
          </div>
          <dl className={`${frame.aside} ${styles.details} figures`}>
            {status === 'UPCOMING' && (
              <div>
                <dt>{t.opens}</dt>
                <dd>
                  <DropClock at={drop.startsAt} after={t.opening}>
                    <time dateTime={drop.startsAt}>{formatDateTime(drop.startsAt)}</time>
                  </DropClock>
                </dd>
                <dd>
                  <a href={`${path}calendar.ics`} download>
                    {t.addToCalendar}
                  </a>
                </dd>
              </div>
            )}
            {status === 'LIVE' && drop.endsAt && (
              <div>
                <dt>{t.ends}</dt>
                <dd>
                  <DropClock at={drop.endsAt} after={t.endedNow}>
                    <time dateTime={drop.endsAt}>{formatDateTime(drop.endsAt)}</time>
                  </DropClock>
                </dd>
              </div>
            )}
            {(status !== 'ENDED' || drop.editionsSold > 0) && (
              <div>
                <dt>{drop.editionsSold > 0 ? t.sold : t.editions}</dt>
                <dd>
                  {drop.editionsSold > 0
                    ? t.soldOf(
                        drop.editionsSold.toLocaleString('en-US'),
                        count(drop.editionsTotal, 'edition'),
                      )
                    : drop.editionsTotal.toLocaleString('en-US')}
                </dd>
              </div>
            )}
            <div>
              <dt>{t.works}</dt>
              <dd>{drop.artworkCount.toLocaleString('en-US')}</dd>
            </div>
            <div>
              <dt>{status === 'ENDED' ? t.afterwards : t.holds}</dt>
              <dd>{status === 'ENDED' ? t.waitingLists : t.holdRules}</dd>
              {enquiry && (
                <dd>
                  <a href={enquiry}>{t.askAboutThisDrop}</a>
                </dd>
              )}
            </div>
          </dl>
        </div>
        {status !== 'ENDED' && (
          <Phases
            lang={lang}
            drop={{ id: drop.id, startsAt: drop.startsAt, endsAt: drop.endsAt }}
            works={works.map(({ id, purchasePrice }) => ({
              id,
              price: purchasePrice && { amount: purchasePrice.amount, currency: purchasePrice.currency },
            }))}
          />
        )}
        <section className={frame.section} aria-label={t.works}>
          <ArtworkGrid artworks={artworks.items} lang={lang} neighbours />
          <Pagination
            page={artworks.page}
            pageCount={artworks.pageCount}
            hrefOf={(page) => href(path, { page })}
          />
        </section>
        {anySold && (
          <section className={frame.section} aria-labelledby="collected">
            <h2 id="collected">{t.collected}</h2>
            <SoldBars works={artworks.items} />
          </section>
        )}
        {others.length > 0 && (
          <section className={frame.section} aria-labelledby="others">
            <div className={frame.sectionHead}>
              <h2 id="others">{t.otherDrops}</h2>
              <Link href={`/${lang}/drops/`}>{t.allDrops}</Link>
            </div>
            {others.map((other) => (
              <DropCard key={other.id} drop={other} lang={lang} level={3} small />
            ))}
          </section>
        )}
      </div>
    </>
  )
}
