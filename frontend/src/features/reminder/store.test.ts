// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { rememberWish, takeWish } from './store'

test('a reminder from before the login is set once, for its entry, within half an hour', () => {
  const drop = { kind: 'drop', id: '7' } as const
  rememberWish(drop, 1000)
  expect(takeWish({ kind: 'artwork', id: '7' }, 2000)).toBe(false)
  expect(takeWish(drop, 2000)).toBe(true)
  expect(takeWish(drop, 2000)).toBe(false)
  rememberWish(drop, 1000)
  expect(takeWish(drop, 1000 + 31 * 60_000)).toBe(false)
  sessionStorage.setItem('vitrine.wish', '{')
  expect(takeWish(drop)).toBe(false)
  expect(sessionStorage.getItem('vitrine.wish')).toBeNull()
})
