import { listDrops } from '@/features/drop/data'
import { dropsHref, parseDrops, sorts, statuses } from '@/features/drop/model'
import { DropCard } from '@/features/drop/ui/drop-card'
import { ListingMemory } from '@/features/drop/ui/listing-memory'
import { orderIn } from '@/lib/params'
import { count } from '@/lib/words'
import * as t from '@/messages/drop'
import { listing } from '@/ui/listing'
import { defineListing } from '../define-listing'
import { pictureOf } from '../share'

const { generateMetadata, Page } = defineListing({
  segment: 'drops',
  title: t.drops,
  description: t.listingDescription,
  formats: { 'application/atom+xml': 'feed.xml' },
  parse: parseDrops,
  hrefOf: dropsHref,
  load: ({ search, status, sort, page }) =>
    listDrops({ filter: { search: search || null, status: status ? [status] : null }, sort, page }),
  pictureOf: (drops) => {
    const first = drops.find(({ cover }) => cover)
    return first ? pictureOf(first.cover, t.coverOf(first.title)) : null
  },
  count: (drops) => count(drops, 'drop'),
  find: t.searchDrops,
  search: { key: 'search', name: 'search', placeholder: t.title },
  choices: ({ status, sort }) => [
    {
      key: 'status',
      name: 'status',
      label: t.status,
      value: status.toLowerCase(),
      options: [['', t.all], ...statuses.map(([name, text]): [string, string] => [name.toLowerCase(), text])],
      chip: statuses.find(([name]) => name === status)?.[1] ?? status,
    },
    {
      key: 'sort',
      name: 'sort',
      label: t.sortBy,
      value: orderIn(sorts, sort),
      options: sorts.map(([order, text]) => [orderIn(sorts, order), text]),
    },
  ],
  show: (drops, lang) => (
    <div className={listing.cards}>
      {drops.map((drop, i) => (
        <DropCard key={drop.id} drop={drop} lang={lang} first={i === 0} />
      ))}
    </div>
  ),
  none: t.noDropsFound,
  Memory: ListingMemory,
})

export { generateMetadata }
export default Page
