// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { levelsOf } from './levels'

function imageOf(attributes: Partial<HTMLImageElement>) {
  const image = Object.assign(document.createElement('img'), { width: 320, height: 400 }, attributes)
  for (const [name, value] of [
    ['naturalWidth', 1600],
    ['naturalHeight', 2000],
  ] as const)
    Object.defineProperty(image, name, { value })
  return image
}

test('a picture without renditions has its own size, not the one on the page', () => {
  expect(levelsOf(imageOf({ src: 'https://example.org/original.webp' }))).toEqual([
    { url: 'https://example.org/original.webp', width: 1600, height: 2000 },
  ])
})

test('renditions keep the proportions of the picture', () => {
  expect(levelsOf(imageOf({ srcset: '/480.webp 480w, /960.webp 960w' }))).toEqual([
    { url: '/480.webp', width: 480, height: 600 },
    { url: '/960.webp', width: 960, height: 1200 },
  ])
})
