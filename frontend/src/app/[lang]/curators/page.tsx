import type { Metadata } from 'next'
import { listCurators } from '@/features/curator/data'
import { listDrops } from '@/features/drop/data'
import { alternates, openGraph } from '@/lib/metadata'
import { count } from '@/lib/words'
import * as t from '@/messages/curator'
import { ListingHead, listing } from '@/ui/listing'
import { People } from '../people'
import { pictureOf } from '../share'

interface Props {
  params: Promise<{ lang: string }>
}

// Rendered on the first request and cached until an event revalidates it.
export const generateStaticParams = () => []

/** The curators, each with the cover of their newest drop if it's among the newest of all. */
async function withCovers() {
  const [curators, { items: drops }] = await Promise.all([listCurators(), listDrops({})])
  return curators.map((curator) => ({
    ...curator,
    cover: drops.find((drop) => drop.curator?.id === curator.id)?.cover,
  }))
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang } = await params
  const path = `/${lang}/curators/`
  const description = t.listingDescription
  const [first] = await withCovers()
  const picture = first ? pictureOf(first.cover, t.chosenBy(first.name)) : null
  return {
    title: t.curators,
    description,
    alternates: alternates(path),
    openGraph: openGraph({ title: t.curators, description, path, picture }),
  }
}

export default async function Page({ params }: Props) {
  const { lang } = await params
  const curators = await withCovers()
  return (
    <div className={listing.page}>
      <ListingHead title={t.curators} count={count(curators.length, 'curator')} />
      <People
        people={curators.map(({ id, slug, name, role, cover }) => ({
          id,
          name,
          href: `/${lang}/curators/${slug}/`,
          about: role ?? t.curator,
          picture: cover,
        }))}
      />
      {curators.length === 0 && <p>{t.noCurators}</p>}
    </div>
  )
}
