import { listArtists } from '@/features/artist/data'
import { artistsHref, lifespanOf, parseArtists, sorts } from '@/features/artist/model'
import { ListingMemory } from '@/features/artist/ui/listing-memory'
import { orderIn } from '@/lib/params'
import { count } from '@/lib/words'
import * as t from '@/messages/artist'
import { Link } from '@/ui/link'
import { defineListing } from '../define-listing'
import { People } from '../people'
import { pictureOf } from '../share'

const { generateMetadata, Page } = defineListing({
  segment: 'artists',
  title: t.artists,
  description: t.listingDescription,
  parse: parseArtists,
  hrefOf: artistsHref,
  load: ({ name, sort, page }) =>
    listArtists({ filter: name ? { artistName: { contains: name } } : null, sort, page }),
  pictureOf: ([first]) => (first ? pictureOf(first.otherArtworks[0]?.media[0], t.workBy(first.name)) : null),
  count: (artists) => count(artists, 'artist'),
  aside: (lang) => <Link href={`/${lang}/curators/`}>{t.curators}</Link>,
  find: t.searchArtists,
  search: { key: 'name', name: 'artistName', placeholder: t.name, chip: t.name },
  choices: ({ sort }) => [
    {
      key: 'sort',
      name: 'sort',
      label: t.sortBy,
      value: orderIn(sorts, sort),
      options: sorts.map(([order, text]) => [orderIn(sorts, order), text]),
    },
  ],
  show: (artists, lang) => (
    <People
      people={artists.map((artist) => ({
        id: artist.id,
        name: artist.name,
        href: `/${lang}/artists/${artist.slug}/`,
        about: [lifespanOf(artist), count(artist.artworkCount, 'work')].filter(Boolean).join(', '),
        picture: artist.otherArtworks[0]?.media[0],
      }))}
    />
  ),
  none: t.noArtistsFound,
  Memory: ListingMemory,
})

export { generateMetadata }
export default Page
