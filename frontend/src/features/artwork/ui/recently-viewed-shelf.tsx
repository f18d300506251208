'use client'

import { useQuery } from '@apollo/client/react'
import { ArtworksByIdsDocument } from '@/gen/graphql'
import { browserClient } from '@/lib/apollo/browser'
import * as t from '@/messages/artworks'
import { Hang } from './hang'
import { Mention } from './mention'

/** Works that were opened before, newest first, without those that no longer exist. Nothing if they can't be loaded. */
export function RecentlyViewedShelf({
  lang,
  ids,
  className,
}: {
  lang: string
  ids: string[]
  className?: string
}) {
  const { data } = useQuery(ArtworksByIdsDocument, { client: browserClient(), variables: { ids } })
  const found = data?.artworks.items ?? []
  const works = ids.flatMap((id) => found.find((work) => work.id === id) ?? [])
  const [first, second] = works
  if (!first) return null
  if (!second) return <Mention label={t.recentlyViewed} work={first} lang={lang} className={className} />
  return (
    <section aria-labelledby="viewed" className={className}>
      <h2 id="viewed">{t.recentlyViewed}</h2>
      <Hang artworks={works} lang={lang} level={3} />
    </section>
  )
}
