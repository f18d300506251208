import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { alternates, openGraph } from '@/lib/metadata'
import * as t from '@/messages/tv'
import { Exhibited } from '../../exhibited'
import { workPicture } from '../../share'
import { movingWorks } from '../programme'

interface Props {
  params: Promise<{ lang: string }>
}

// Rendered on the first request and cached until an event revalidates it.
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang } = await params
  const path = `/${lang}/tv/`
  const title = t.exhibitionTitle
  const description = t.pageDescription
  const picture = workPicture(lang, (await movingWorks())[0])
  return {
    title,
    description,
    // Search engines show the TV page, which has the same works.
    robots: { index: false },
    alternates: alternates(path),
    openGraph: openGraph({ title, description, path: `${path}exhibition/`, picture }),
  }
}

/** The programme of the TV page for a screen on a wall. */
export default async function Page({ params }: Props) {
  const { lang } = await params
  const home = `/${lang}/tv/`
  const works = await movingWorks()
  if (works.length === 0) redirect(home)
  return <Exhibited lang={lang} title="TV" home={home} works={works} />
}
