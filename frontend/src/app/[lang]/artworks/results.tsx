import { Fragment } from 'react'
import { chipsOf, hiddenNote, type ListingQuery, listingHref } from '@/features/artwork/model'
import { Hang } from '@/features/artwork/ui/hang'
import type { ArtworksQuery } from '@/gen/graphql'
import * as t from '@/messages/artworks'
import { Link } from '@/ui/link'
import { Chips, listing, NoResults } from '@/ui/listing'
import { Name } from '@/ui/name'
import { Pagination } from '@/ui/pagination'

interface ResultListProps {
  lang: string
  query: ListingQuery
  page: ArtworksQuery['artworks']
  categories: { slug: string; name: string }[]
  currency: string
  /** Artists that match the search. */
  artists: { slug: string; name: string }[]
}

/** The results of a query. The server renders them for an opened address, the browser for one that is changed in place. */
export function ResultList({ lang, query, page, categories, currency, artists }: ResultListProps) {
  const path = `/${lang}/artworks/`
  const note = hiddenNote(query)
  const chips = chipsOf(
    path,
    query,
    currency,
    (slug) => categories.find((category) => category.slug === slug)?.name ?? slug,
  )
  return (
    <>
      <Chips chips={chips} clearHref={path} />
      {artists.length > 0 && (
        <p className={listing.note}>
          {artists.length === 1 ? t.artistLabel : t.artistsLabel}
          {artists.map(({ slug, name }, i) => (
            <Fragment key={slug}>
              {i > 0 && ', '}
              <Link href={`/${lang}/artists/${slug}/`}>
                <Name>{name}</Name>
              </Link>
            </Fragment>
          ))}
        </p>
      )}
      {note && <p className={listing.note}>{note}</p>}
      {page.loosened && page.items.length > 0 && <p className={listing.note}>{t.similarMatches}</p>}
      <div className={listing.results}>
        {page.items.length > 0 ? (
          <Hang artworks={page.items} lang={lang} leads neighbours />
        ) : (
          <NoResults clearHref={path}>
            {query.page > 1 && page.totalCount > 0 ? t.noSuchPage(query.page, page.pageCount) : t.noneFound}
          </NoResults>
        )}
        <Pagination
          page={page.page}
          pageCount={page.pageCount}
          hrefOf={(n) => listingHref(path, { ...query, page: n })}
        />
      </div>
    </>
  )
}
