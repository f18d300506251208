import type { Metadata } from 'next'
import { shortNumber } from '@/features/order/model'
import { OrderHeading } from '@/features/order/ui/order-heading'
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
import styles from './area.module.css'

interface Props {
  params: Promise<{ lang: string; path?: string[] }>
}

// Every address below the profile exists, so none is cached.
export const dynamic = 'force-dynamic'

/** The order that the page is about. On the desk an order is a part of the page. */
const ownOrderOf = (path: string[] | undefined) => (sectionOf(path) === 'orders' ? orderOf(path) : undefined)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { path } = await params
  const order = ownOrderOf(path)
  return {
    title: order ? heading(shortNumber(order)) : headings[sectionOf(path)],
    robots: { index: false },
  }
}

export default async function Page({ params }: Props) {
  const { lang, path } = await params
  const section = sectionOf(path)
  const order = ownOrderOf(path)
  return (
    <div className={frame.page}>
      <header className={section === 'collection' ? `${frame.over} ${frame.named}` : frame.place}>
        {order ? <OrderHeading id={order} /> : <h1>{headings[section]}</h1>}
      </header>
      <div data-private className={styles.area}>
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
