import { expect, test } from 'vitest'
import { manifestOf } from './manifest'

type Artwork = Parameters<typeof manifestOf>[0]

const image = {
  kind: 'IMAGE',
  alt: 'Waves',
  url: '/assets/ab/tide.png',
  width: 4000,
  height: 2000,
  renditions: [
    { url: '/assets/ab/tide-640.webp', width: 640, height: 320, type: 'image/webp' },
    { url: '/assets/ab/tide-1920.webp', width: 1920, height: 960, type: 'image/webp' },
  ],
}
const film = { kind: 'VIDEO', alt: '', url: '/assets/cd/tide.webm', poster: '/assets/cd/tide.webp' }
const work = {
  title: 'Tide',
  artist: { name: 'Ada' },
  year: 2024,
  dated: null,
  medium: 'Ink',
  description: 'Waves *over* waves.',
  editionSize: 5,
}
const page = 'https://gallery.test/en/artworks/tide-1/'
const of = (...media: object[]) => manifestOf({ ...work, media } as unknown as Artwork, page)!

test('a picture is a canvas with its largest rendition, at full addresses', () => {
  const { type, label, summary, items, thumbnail } = of(image)
  expect([type, label, summary]).toEqual(['Manifest', { en: ['Tide'] }, { en: ['Waves over waves.'] }])
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ type: 'Canvas', width: 1920, height: 960, label: { en: ['Waves'] } })
  expect(items[0]!.items[0]!.items[0]).toMatchObject({
    motivation: 'painting',
    target: items[0]!.id,
    body: { id: 'https://gallery.test/assets/ab/tide-1920.webp', type: 'Image', format: 'image/webp' },
  })
  expect(thumbnail?.[0]?.id).toBe('https://gallery.test/assets/ab/tide-1920.webp')
})

test('a large picture names the service with its tiles and has its full size', () => {
  const [canvas] = of({ ...image, imageService: '/assets/ab/tiles-1' }).items
  expect(canvas).toMatchObject({ width: 4000, height: 2000 })
  expect(canvas!.items[0]!.items[0]!.body).toMatchObject({
    id: 'https://gallery.test/assets/ab/tide-1920.webp',
    width: 1920,
    service: [{ id: 'https://gallery.test/assets/ab/tiles-1', type: 'ImageService3', profile: 'level0' }],
  })
})

test('a film shows its length; without a length its still is shown', () => {
  const whole = { ...film, width: 640, height: 360, duration: 16, renditions: [] }
  expect(of(whole).items[0]).toMatchObject({ duration: 16, width: 640, height: 360 })
  const { body } = of({ ...whole, duration: null }).items[0]!.items[0]!.items[0]!
  expect(body).toMatchObject({ type: 'Image', id: 'https://gallery.test/assets/cd/tide.webp' })
})

test('a file without a picture is left out, and a work without any has no manifest', () => {
  const none = { kind: 'IMAGE', url: null, poster: null, sourceUrl: null, renditions: [] }
  expect(of(none, image).items).toHaveLength(1)
  expect([of(none), of()]).toEqual([null, null])
})

test('a picture that is stored elsewhere has no size, but its canvas has', () => {
  const elsewhere = {
    kind: 'IMAGE',
    alt: 'Pond',
    url: null,
    poster: null,
    width: null,
    height: null,
    renditions: [],
  }
  const { items, thumbnail } = of({ ...elsewhere, sourceUrl: 'https://museum.example/9.jpg' })
  const body = { id: 'https://museum.example/9.jpg', type: 'Image', format: 'image/jpeg' }
  expect(items[0]).toMatchObject({ width: expect.any(Number), height: expect.any(Number) })
  expect([items[0]!.items[0]!.items[0]!.body, thumbnail?.[0]]).toEqual([body, body])
})

test('the date is in the words of its collection', () => {
  const rowsOf = (date: object) =>
    manifestOf({ ...work, ...date, media: [image] } as unknown as Artwork, page)!.metadata.map(
      ({ label, value }) => [label.en[0], value.en[0]],
    )
  expect(rowsOf({})).toContainEqual(['Year', '2024'])
  expect(rowsOf({ year: 1890, dated: 'c. 1890' })).toContainEqual(['Date', 'c. 1890'])
})
