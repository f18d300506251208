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

test('every rendition of an image is a level, in its proportions', () => {
  const image = new Image(1600, 800)
  image.srcset = '/a-640.webp 640w, /a-2560.webp 2560w'
  expect(levelsOf(image)).toEqual([
    { url: '/a-640.webp', width: 640, height: 320 },
    { url: '/a-2560.webp', width: 2560, height: 1280 },
  ])
})

test('an image that hasn’t loaded has its size on the page; a film loads nothing', () => {
  const image = new Image(300, 200)
  image.src = 'http://localhost/whole.png'
  expect(levelsOf(image)).toEqual([{ url: 'http://localhost/whole.png', width: 300, height: 200 }])
  expect(levelsOf(document.createElement('video'))[0]?.url).toMatch(/^data:/)
})

test('an animation isn’t covered by its stills', () => {
  const moving = document.createElement('div')
  moving.dataset.moving = ''
  const image = moving.appendChild(new Image(1600, 800))
  image.srcset = '/a-640.webp 640w'
  expect(levelsOf(image)[0]?.url).toMatch(/^data:/)
  delete moving.dataset.moving
  expect(levelsOf(image)[0]?.url).toBe('/a-640.webp')
})
