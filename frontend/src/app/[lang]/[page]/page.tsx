import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getPage } from '@/features/page/data'
import { ContentPage } from '@/features/page/ui/content-page'
import { plainText } from '@/lib/markdown'
import { alternates, openGraph } from '@/lib/metadata'
import { isolate } from '@/messages/direction'
import * as t from '@/messages/pages'

interface Props {
  params: Promise<{ lang: string; page: string }>
}

// Rendered on the first request and cached until an event revalidates it: no address is known at build time.
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang, page: slug } = await params
  const page = await getPage(slug)
  if (!page) return { title: t.notFound, robots: { index: false } }
  const path = `/${lang}/${page.slug}/`
  const description = plainText(page.body)
  return {
    title: isolate(page.title),
    description,
    alternates: alternates(path),
    openGraph: openGraph({ title: page.title, description, path }),
  }
}

/** Content pages: terms-and-conditions, privacy-policy, impressum, support, more and whatever the gallery adds. */
export default async function Page({ params }: Props) {
  const { page: slug } = await params
  const page = await getPage(slug)
  if (!page) notFound()
  return <ContentPage page={page} />
}
