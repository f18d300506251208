import { expect, test } from 'vitest'
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
