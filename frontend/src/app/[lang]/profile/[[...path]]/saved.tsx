'use client'

import { useQuery } from '@apollo/client/react'
import dynamic from 'next/dynamic'
import { Hang } from '@/features/artwork/ui/hang'
import { type Kind, useFavorites } from '@/features/favorite/store'
import { useFeed } from '@/features/favorite/use-feed'
import { ArtworksByIdsDocument, FavoritePeopleDocument } from '@/gen/graphql'
import { browserClient } from '@/lib/apollo/browser'
import { useRestored } from '@/lib/restored'
import { loginHref } from '@/lib/session/links'
import * as t from '@/messages/favorite'
import { Empty } from '@/ui/empty'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { Skeleton } from '@/ui/skeleton'
import styles from './area.module.css'

const Reminders = dynamic(() =>
  import('@/features/reminder/ui/reminder-list').then((module) => module.ReminderList),
)

/** The maximum number of works per request. */
const most = 100

/** What a visitor saved and who they follow, with or without a login. */
export function Saved({ lang, anonymous }: { lang: string; anonymous: boolean }) {
  const items = useFavorites((state) => state.items)
  useRestored(useFavorites)
  const idsOf = (kind: Kind) => items.filter((item) => item.kind === kind).map(({ id }) => id)
  const ids = idsOf('artwork').slice(0, most)
  const client = browserClient()
  const works = useQuery(ArtworksByIdsDocument, { client, variables: { ids }, skip: ids.length === 0 })
  const people = useQuery(FavoritePeopleDocument, {
    client,
    variables: { artists: idsOf('artist').slice(0, most) },
    skip: items.length === ids.length,
  })
  const feed = useFeed(items)
  const error = works.error ?? people.error ?? feed.error
  const shown = (works.data ?? works.previousData)?.artworks.items ?? []
  const found = ids.flatMap((id) => shown.find((work) => work.id === id) ?? [])
  const curators = idsOf('curator')
  const followed = [
    ...(people.data?.artistsByIds ?? []).map((artist) => ({ ...artist, folder: 'artists' })),
    ...(people.data?.curators ?? [])
      .filter(({ id }) => curators.includes(id))
      .map((curator) => ({ ...curator, folder: 'curators' })),
  ]
  return (
    <>
      {anonymous && items.length > 0 && (
        <p>
          {t.keptHere} <Link href={loginHref(lang, `/${lang}/profile/saved/`)}>{t.logIn}</Link> {t.toKeep}
        </p>
      )}
      {items.length === 0 && (
        <Empty>
          <p>{t.nothingSaved}</p>
          <Link href={`/${lang}/artworks/`}>{t.browseArtworks}</Link>
        </Empty>
      )}
      {error && (
        <Failure
          problem={t.notLoaded}
          retry={() => {
            void works.refetch()
            void people.refetch()
            void feed.refetch()
          }}
        />
      )}
      {!anonymous && <Reminders lang={lang} className={styles.section} />}
      {ids.length > 0 && !error && (
        <section className={styles.section} aria-labelledby="saved-works">
          <h2 id="saved-works">{t.works}</h2>
          {works.loading && found.length === 0 ? (
            <Skeleton height="16rem" />
          ) : (
            <Hang artworks={found} lang={lang} level={3} />
          )}
        </section>
      )}
      {followed.length > 0 && (feed.data?.length ?? 0) > 0 && (
        <section className={styles.section} aria-labelledby="feed">
          <h2 id="feed">{t.newFromPeople}</h2>
          <Hang artworks={feed.data ?? []} lang={lang} level={3} />
        </section>
      )}
      {followed.length > 0 && (
        <section className={styles.section} aria-labelledby="followed">
          <h2 id="followed">{t.people}</h2>
          <ul>
            {followed.map(({ folder, slug, name }) => (
              <li key={slug}>
                <Link href={`/${lang}/${folder}/${slug}/`}>
                  <bdi>{name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
