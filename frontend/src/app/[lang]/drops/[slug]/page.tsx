import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getDrop, getExhibition, otherDrops } from '@/features/drop/data'
import { DropCard } from '@/features/drop/ui/drop-card'
import { env } from '@/lib/env'
import { plainText } from '@/lib/markdown'
import { alternates, openGraph, titleOf } from '@/lib/metadata'
import { href, pageOf, type RawParams } from '@/lib/params'
import { absolute, breadcrumbs, scriptOf } from '@/lib/structured'
import * as t from '@/messages/drop'
import { Link } from '@/ui/link'
import { frame } from '@/ui/page'
import { Pagination } from '@/ui/pagination'
import { stillOf } from '@/ui/picture-source'
import { StructuredData } from '@/ui/structured-data'
import { contactHref } from '../../contact'
import { cardPicture } from '../../share'
import { DropView } from './drop'

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
  const { artworks, sale } = drop
  const [others, enquiry] = await Promise.all([
    otherDrops(drop.id),
    drop.status === 'ENDED' ? contactHref(lang, t.enquiryAbout(drop.title)) : null,
  ])
  // Phases and the cloth are those of all works.
  const works =
    artworks.pageCount < 2 ? artworks.items : ((await getExhibition(slug))?.works ?? artworks.items)
  return (
    <>
      <StructuredData
        text={scriptOf(
          {
            '@type': 'ExhibitionEvent',
            name: drop.title,
            description: drop.summary ?? undefined,
            startDate: sale.startsAt,
            endDate: sale.endsAt ?? undefined,
            eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
            eventStatus: 'https://schema.org/EventScheduled',
            location: { '@type': 'VirtualLocation', url: new URL(path, env().PUBLIC_URL).href },
            image: absolute(drop.cover && stillOf(drop.cover)?.src) ?? undefined,
            organizer: drop.curator ? { '@type': 'Person', name: drop.curator.name } : undefined,
          },
          breadcrumbs(env().PUBLIC_URL, [t.drops, `/${lang}/drops/`], [drop.title, path]),
        )}
      />
      <DropView
        lang={lang}
        drop={drop}
        artworks={artworks.items}
        works={works}
        enquiry={enquiry}
        pages={
          <Pagination
            page={artworks.page}
            pageCount={artworks.pageCount}
            hrefOf={(page) => href(path, { page })}
          />
        }
      >
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
      </DropView>
    </>
  )
}
