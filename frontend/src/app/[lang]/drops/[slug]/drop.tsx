import type { CSSProperties, ReactNode } from 'react'
import { mostCells } from '@/features/artwork/cloth'
import { Cloth } from '@/features/artwork/ui/cloth'
import { Hang } from '@/features/artwork/ui/hang'
import { badgeOf, datesOf, watchedOf } from '@/features/drop/model'
import { DropClock, LargeClock } from '@/features/drop/ui/drop-clock'
import { Phases, SaleWatch } from '@/features/drop/ui/phases'
import { RemindMe } from '@/features/reminder/ui/remind-me'
import type { DropQuery } from '@/gen/graphql'
import { renderMarkdown } from '@/lib/markdown'
import { painted } from '@/lib/painted'
import type { Offered } from '@/lib/phases/model'
import { formatDateTime } from '@/lib/time'
import { count } from '@/lib/words'
import * as cloth from '@/messages/cloth'
import * as t from '@/messages/drop'
import { view as viewExhibition } from '@/messages/exhibition'
import { ButtonLink, Link } from '@/ui/link'
import { Name, words } from '@/ui/name'
import { frame } from '@/ui/page'
import wall from '@/ui/painted.module.css'
import { Picture } from '@/ui/picture'
import { ratioOf } from '@/ui/picture-source'
import { Prose } from '@/ui/prose'
import styles from './page.module.css'

type Drop = NonNullable<DropQuery['drop']>
type Works = Drop['artworks']['items']

interface DropViewProps {
  lang: string
  drop: Omit<Drop, 'artworks'>
  /** The works on this page. */
  artworks: (Works[number] & Pick<Offered, 'offer'>)[]
  /** All works of the drop: its phases show their prices, its cloth their editions. */
  works: Works[number][]
  /** Where to ask about the drop. */
  enquiry?: string | null
  /** What follows the works: links to more of them. */
  pages?: ReactNode
  /** What follows the drop. */
  children?: ReactNode
}

/** A drop as visitors see it: its page, and its preview for staff. */
export function DropView({ lang, drop, artworks, works, enquiry, pages, children }: DropViewProps) {
  const { sale, status } = drop
  const path = `/${lang}/drops/${drop.slug}/`
  const cover = drop.cover ?? artworks[0]?.media[0]
  const next = status === 'UPCOMING' ? sale.startsAt : status === 'LIVE' ? sale.endsAt : null
  const rules = status === 'ENDED' ? t.waitingLists : t.holdRules
  // A drop that ended with its last phase shows how its auctions ended, and staff may add phases.
  const phased = status !== 'ENDED' || sale.endsAt !== drop.endsAt
  return (
    <>
      <header
        className={`${styles.hero} ${wall.painted}`}
        style={painted(cover?.accent, cover?.color) as CSSProperties}
      >
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
            <h1>
              <Name>{drop.title}</Name>
            </h1>
            {drop.curator && (
              <p>
                {t.curatedBy}{' '}
                <Link href={`/${lang}/curators/${drop.curator.slug}/`}>
                  <Name>{drop.curator.name}</Name>
                </Link>
              </p>
            )}
            <div className={styles.enter}>
              {artworks.length > 0 && (
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
            {drop.summary && (
              <p {...words(drop.summary)} className={frame.lead}>
                {drop.summary}
              </p>
            )}
            {drop.body && (
              <div className={styles.body}>
                <Prose html={renderMarkdown(drop.body)} />
              </div>
            )}
          </div>
          <dl className={`${frame.aside} ${styles.details} figures`}>
            {status === 'UPCOMING' && (
              <div>
                <dt>{t.opens}</dt>
                <dd>
                  <DropClock at={sale.startsAt} after={t.opening}>
                    <time dateTime={sale.startsAt}>{formatDateTime(sale.startsAt)}</time>
                  </DropClock>
                </dd>
                <dd>
                  <a href={`${path}calendar.ics`} download>
                    {t.addToCalendar}
                  </a>
                </dd>
              </div>
            )}
            {status === 'LIVE' && sale.endsAt && (
              <div>
                <dt>{t.ends}</dt>
                <dd>
                  <DropClock at={sale.endsAt} after={t.endedNow}>
                    <time dateTime={sale.endsAt}>{formatDateTime(sale.endsAt)}</time>
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
            {(rules || enquiry) && (
              <div>
                <dt>{status === 'ENDED' ? t.afterwards : t.holds}</dt>
                <dd>{rules}</dd>
                {enquiry && (
                  <dd>
                    <a href={enquiry}>{t.askAboutThisDrop}</a>
                  </dd>
                )}
              </div>
            )}
          </dl>
        </div>
        {phased && <SaleWatch {...watchedOf(drop)} />}
        {phased && (
          <Phases
            lang={lang}
            drop={{ id: drop.id, startsAt: drop.startsAt, endsAt: drop.endsAt }}
            works={works.map(({ id, purchasePrice }) => ({
              id,
              price: purchasePrice && { amount: purchasePrice.amount, currency: purchasePrice.currency },
            }))}
          />
        )}
        {(status !== 'ENDED' || drop.editionsSold > 0) && works.length > 0 && (
          <section className={frame.section} aria-labelledby="cloth">
            <div className={frame.sectionHead}>
              <h2 id="cloth">{cloth.editions}</h2>
              <p className={frame.kicker}>
                {drop.editionsTotal > mostCells ? cloth.proportional : cloth.legend}
              </p>
            </div>
            <Cloth works={works.map(woven)} lang={lang} />
          </section>
        )}
        <section className={frame.section} aria-label={t.works}>
          <Hang artworks={artworks} lang={lang} neighbours />
          {pages}
        </section>
        {children}
      </div>
    </>
  )
}

/** What the cloth shows of a work. */
function woven(work: Works[number]) {
  const [face] = work.media
  return {
    id: work.id,
    slug: work.slug,
    title: work.title,
    editionSize: work.editionSize,
    editionsAvailable: work.editionsAvailable,
    editionsSold: work.editionsSold,
    availability: work.availability,
    color: face?.accent ?? face?.color,
  }
}
