import type { Metadata } from 'next'
import { notFound, permanentRedirect, redirect } from 'next/navigation'
import { getExhibition } from '@/features/drop/data'
import { plainText } from '@/lib/markdown'
import { alternates, openGraph } from '@/lib/metadata'
import * as drops from '@/messages/drop'
import * as t from '@/messages/exhibition'
import { Exhibited } from '../../../exhibited'
import { cardPicture } from '../../../share'

interface Props {
  params: Promise<{ lang: string; slug: string }>
}

// Rendered on the first request and cached until an event revalidates it. A work is named by the fragment, so one page serves all.
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang, slug } = await params
  const drop = await getExhibition(slug)
  if (!drop) return { title: drops.notFound, robots: { index: false } }
  const path = `/${lang}/drops/${drop.slug}/`
  const title = t.pageTitle(drop.title)
  const description = drop.summary ?? plainText(drop.body ?? drop.title)
  return {
    title,
    description,
    // Search engines show the drop's page, which has the same works.
    robots: { index: false },
    alternates: alternates(path),
    openGraph: openGraph({
      title,
      description,
      path: `${path}exhibition/`,
      picture: cardPicture(path, drop.title),
    }),
  }
}

export default async function Page({ params }: Props) {
  const { lang, slug } = await params
  const drop = await getExhibition(slug)
  if (!drop) notFound()
  const home = `/${lang}/drops/${drop.slug}/`
  if (drop.slug !== slug) permanentRedirect(`${home}exhibition/`)
  if (drop.works.length === 0) redirect(home)
  return <Exhibited lang={lang} title={drop.title} home={home} works={drop.works} />
}
