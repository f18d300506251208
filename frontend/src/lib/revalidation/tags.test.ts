import { create, toBinary } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import {
  ArtworkChangedSchema,
  ArtworkPublishedSchema,
  ArtworkUnpublishedSchema,
  AvailabilityChangedSchema,
  ContentImportedSchema,
  EntryChangedSchema,
  EntryKind,
} from '@/gen/vitrine/catalog/v1/events_pb'
import { everything, tagsOf } from './tags'

const artwork = { offer: { artworkId: 12n, artistId: 3n }, dropId: 4n, curatorIds: [5n] }
const places = [
  'artworks',
  'artwork:12',
  'artists',
  'artist:3',
  'categories',
  'curators',
  'curator:5',
  'drops',
  'drop:4',
]

test.each([
  ['ArtworkPublished', toBinary(ArtworkPublishedSchema, create(ArtworkPublishedSchema, { artwork })), places],
  ['ArtworkChanged', toBinary(ArtworkChangedSchema, create(ArtworkChangedSchema, { artwork })), places],
  [
    'ArtworkUnpublished',
    toBinary(
      ArtworkUnpublishedSchema,
      create(ArtworkUnpublishedSchema, { artworkId: 12n, artistId: 3n, dropId: 4n, curatorIds: [5n] }),
    ),
    places,
  ],
  [
    'AvailabilityChanged',
    toBinary(AvailabilityChangedSchema, create(AvailabilityChangedSchema, { artworkId: 12n })),
    ['artworks', 'artwork:12'],
  ],
  [
    'EntryChanged',
    toBinary(EntryChangedSchema, create(EntryChangedSchema, { kind: EntryKind.POST, id: 7n })),
    ['posts', 'post:7'],
  ],
  ['EntryChanged', toBinary(EntryChangedSchema, create(EntryChangedSchema, { id: 7n })), [...everything]],
  ['ContentImported', toBinary(ContentImportedSchema, create(ContentImportedSchema, {})), [...everything]],
  ['ArtworkChanged', new Uint8Array(), [...everything]],
  ['ArtworkChanged', new Uint8Array([255, 255]), [...everything]],
  ['SomethingNew', new Uint8Array(), [...everything]],
])('the tags of %s', (kind, payload, tags) => {
  expect(tagsOf(`vitrine.catalog.v1.${kind}`, payload)).toEqual(tags)
})
