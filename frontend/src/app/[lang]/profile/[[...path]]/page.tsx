import type { Metadata } from 'next'
import { shortNumber } from '@/features/order/model'
import {
  contentOf,
  deskPageOf,
  draftOf,
  dropOf,
  headings,
  orderOf,
  sectionOf,
  submissionOf,
} from '@/features/profile/sections'
import { heading } from '@/messages/order'
import { frame } from '@/ui/page'
import { Area } from './area'

interface Props {
  params: Promise<{ lang: string; path?: string[] }>
}

// Every address below the profile exists, so none is cached.
export const dynamic = 'force-dynamic'

function headingOf(path: string[] | undefined) {
  const section = sectionOf(path)
  const order = section === 'orders' && orderOf(path)
  return order ? heading(shortNumber(order)) : headings[section]
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: headingOf((await params).path), robots: { index: false } }
}

export default async function Page({ params }: Props) {
  const { lang, path } = await params
  const section = sectionOf(path)
  return (
    <div className={frame.page}>
      <header className={frame.head}>
        <h1>{headingOf(path)}</h1>
      </header>
      <div data-private>
        <Area
          lang={lang}
          section={section}
          order={orderOf(path)}
          drop={dropOf(path)}
          content={contentOf(path)}
          page={deskPageOf(path)}
          draft={draftOf(path)}
          submission={submissionOf(path)}
        />
      </div>
    </div>
  )
}
