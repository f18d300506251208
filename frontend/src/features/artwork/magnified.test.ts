// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { levelsOf } from './levels'
import { isTurnable, most, stepped } from './magnified'

test('zooming out as often as in shows the whole work', () => {
  expect(stepped(stepped(stepped(stepped(1, 1.6), 1.6), 1 / 1.6), 1 / 1.6)).toBe(1)
  expect(stepped(1.2, 0.5)).toBe(1)
  expect(stepped(1, 100)).toBe(most)
})

test('the plain wheel zooms in full screen only, the pinch of a trackpad everywhere', () => {
  expect(isTurnable(false, { ctrlKey: false })).toBe(false)
  expect(isTurnable(false, { ctrlKey: true })).toBe(true)
  expect(isTurnable(true, { ctrlKey: false })).toBe(true)
})

test('every rendition of an image is a level, in its proportions', () => {
  const image = new Image(1600, 800)
  image.srcset = '/a-640.webp 640w, /a-2560.webp 2560w'
  expect(levelsOf(image)).toEqual([
    { url: '/a-640.webp', width: 640, height: 320 },
    { url: '/a-2560.webp', width: 2560, height: 1280 },
  ])
})

test('an image without renditions is its own level; a film loads nothing', () => {
  const image = new Image(300, 200)
  image.src = 'http://localhost/whole.png'
  expect(levelsOf(image)).toEqual([{ url: 'http://localhost/whole.png', width: 300, height: 200 }])
  expect(levelsOf(document.createElement('video'))[0]?.url).toMatch(/^data:/)
})
