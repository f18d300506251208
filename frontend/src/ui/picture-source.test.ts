import { expect, test } from 'vitest'
import { type PictureData, ratioOf, stillOf } from './picture-source'

const media = (over: Partial<PictureData> = {}): PictureData => ({
  kind: 'IMAGE',
  url: '/assets/a.webp',
  renditions: [],
  alt: '',
  width: 1920,
  height: 1280,
  color: null,
  blur: null,
  sourceUrl: null,
  poster: null,
  ...over,
})
const rendition = (width: number, type = 'image/webp') => ({
  url: `/assets/${width}`,
  width,
  height: width / 1.5,
  type,
})

test('renditions make a source set, ascending, of one format', () => {
  const still = stillOf(
    media({ renditions: [rendition(1920), rendition(640), rendition(640, 'image/avif')] }),
  )
  expect(still?.srcSet).toBe('/assets/640 640w, /assets/1920 1920w')
  expect(still?.src).toBe('/assets/1920')
  expect(still?.width).toBe(1920)
})

test('a moving work shows its poster, never its file', () => {
  expect(stillOf(media({ kind: 'VIDEO', url: '/a.mp4', poster: '/p.webp' }))?.src).toBe('/p.webp')
  expect(stillOf(media({ kind: 'VIDEO', url: '/a.mp4' }))).toBeNull()
})

test('a TIFF is shown once it has renditions, because few browsers show it', () => {
  expect(stillOf(media({ url: '/assets/a.tif' }))).toBeNull()
  expect(stillOf(media({ url: '/assets/a.tif', renditions: [rendition(640)] }))?.src).toBe('/assets/640')
})

test('an imported picture falls back to its source', () => {
  expect(stillOf(media({ url: null, sourceUrl: 'https://museum.example/1.jpg' }))?.src).toBe(
    'https://museum.example/1.jpg',
  )
  expect(stillOf(media({ url: null }))).toBeNull()
})

test('proportions', () => {
  expect(ratioOf(media())).toBe(1.5)
  expect(ratioOf(media({ width: null, height: null, renditions: [rendition(300)] }))).toBe(1.5)
  expect(ratioOf(undefined)).toBe(1)
})
