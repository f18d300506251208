import { expect, test } from 'vitest'
import type { PictureData } from '@/ui/picture-source'
import { pictureOf, workPicture } from './share'

const media: PictureData = {
  kind: 'IMAGE',
  url: '/assets/a/full.png',
  renditions: [
    { url: '/assets/a/640.webp', width: 640, height: 480, type: 'image/webp' },
    { url: '/assets/a/1280.webp', width: 1280, height: 960, type: 'image/webp' },
    { url: '/assets/a/1920.webp', width: 1920, height: 1440, type: 'image/webp' },
  ],
  alt: 'Grey water',
  width: 4000,
  height: 3000,
  color: '#888888',
  blur: null,
  sourceUrl: null,
  poster: null,
}

test('a picture is described with the size in which it is sent', () => {
  expect(pictureOf(media, 'Tide')).toEqual({
    url: '/assets/a/1280.webp',
    width: 1280,
    height: 960,
    alt: 'Grey water',
  })
  expect(pictureOf({ ...media, renditions: [] }, 'Tide')).toEqual({
    url: '/assets/a/full.png',
    width: 4000,
    height: 3000,
    alt: 'Grey water',
  })
})

test('a picture without a description is named after its entry', () => {
  expect(pictureOf({ ...media, alt: '' }, 'Cover of the drop Tide')?.alt).toBe('Cover of the drop Tide')
})

test('no picture if the work has none, or only code', () => {
  expect(pictureOf(null, 'Tide')).toBeNull()
  expect(pictureOf({ ...media, kind: 'GENERATOR', url: '/assets/a/', renditions: [] }, 'Tide')).toBeNull()
  expect(workPicture('en', undefined)).toBeNull()
  expect(workPicture('en', { slug: 'tide-1', title: 'Tide', media: [] })).toBeNull()
})

test('a work is shown whole on its colour if this deployment stores its picture', () => {
  const work = { slug: 'tide-1', title: 'Tide', media: [media] }
  expect(workPicture('en', work)).toEqual({
    url: '/en/artworks/tide-1/share.jpg',
    width: 1200,
    height: 630,
    alt: 'Grey water',
  })
  const elsewhere = { ...media, renditions: [], url: null, sourceUrl: 'https://example.org/tide.png' }
  expect(workPicture('en', { slug: 'tide-1', title: 'Tide', media: [elsewhere] })?.url).toBe(
    'https://example.org/tide.png',
  )
})
