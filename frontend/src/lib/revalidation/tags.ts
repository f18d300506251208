import 'server-only'
import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf'
import {
  type Artwork,
  ArtworkChangedSchema,
  ArtworkPublishedSchema,
  ArtworkUnpublishedSchema,
  AvailabilityChangedSchema,
  EntryChangedSchema,
  EntryKind,
} from '@/gen/vitrine/catalog/v1/events_pb'

/** The tags of all pages with content. */
export const everything = [
  'artworks',
  'artists',
  'categories',
  'curators',
  'drops',
  'pages',
  'posts',
] as const

const entries: Partial<Record<EntryKind, string>> = {
  [EntryKind.ARTIST]: 'artist',
  [EntryKind.CURATOR]: 'curator',
  [EntryKind.DROP]: 'drop',
  [EntryKind.POST]: 'post',
  [EntryKind.PAGE]: 'page',
}

interface Places {
  artist?: bigint
  drop: bigint
  curators?: bigint[]
}

function ofArtwork(id: bigint, { artist, drop, curators = [] }: Places): string[] {
  return [
    'artworks',
    `artwork:${id}`,
    ...(artist === undefined ? [] : ['artists', `artist:${artist}`, 'categories', 'curators']),
    ...curators.map((curator) => `curator:${curator}`),
    ...(drop > 0n ? ['drops', `drop:${drop}`] : []),
  ]
}

const ofState = (artwork: Artwork | undefined) =>
  artwork?.offer
    ? ofArtwork(artwork.offer.artworkId, {
        artist: artwork.offer.artistId,
        drop: artwork.dropId,
        curators: artwork.curatorIds,
      })
    : [...everything]

type Reader = (payload: Uint8Array) => string[]

const reader = <Desc extends DescMessage>(
  schema: Desc,
  tags: (event: MessageShape<Desc>) => string[],
): [string, Reader] => [schema.typeName, (payload) => tags(fromBinary(schema, payload))]

const readers = new Map<string, Reader>([
  reader(ArtworkPublishedSchema, ({ artwork }) => ofState(artwork)),
  reader(ArtworkChangedSchema, ({ artwork }) => ofState(artwork)),
  reader(ArtworkUnpublishedSchema, ({ artworkId, artistId, dropId, curatorIds }) =>
    ofArtwork(artworkId, { artist: artistId, drop: dropId, curators: curatorIds }),
  ),
  reader(AvailabilityChangedSchema, ({ artworkId, dropId }) => ofArtwork(artworkId, { drop: dropId })),
  reader(EntryChangedSchema, ({ kind, id }) => {
    const entry = entries[kind]
    return entry ? [`${entry}s`, `${entry}:${id}`] : [...everything]
  }),
])

/**
 * The tags of the pages that an event of the catalog makes stale. `kind` is the full name of its type. Everything is stale after an
 * import, and after an event that this build can't read.
 */
export function tagsOf(kind: string, payload: Uint8Array): string[] {
  try {
    return readers.get(kind)?.(payload) ?? [...everything]
  } catch {
    return [...everything]
  }
}
