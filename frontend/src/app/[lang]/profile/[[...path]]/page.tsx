import type { Metadata } from 'next'
import { headings, orderOf, sectionOf } from '@/features/profile/sections'
import { frame } from '@/ui/page'
import { Area } from './area'

interface Props {
  params: Promise<{ lang: string; path?: string[] }>
}

// Every address below the profile exists, so none is cached.
export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: headings[sectionOf((await params).path)], robots: { index: false } }
}

export default async function Page({ params }: Props) {
  const { lang, path } = await params
  const section = sectionOf(path)
  return (
    <div className={frame.page}>
      <header className={frame.head}>
        <h1>{headings[section]}</h1>
      </header>
      <div data-private>
        <Area lang={lang} section={section} order={orderOf(path)} />
      </div>
    </div>
  )
}
