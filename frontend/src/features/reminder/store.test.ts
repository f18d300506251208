// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { storePendingReminder, takePendingReminder } from './store'

test('a reminder from before the login is set once, for its entry, within half an hour', () => {
  const drop = { kind: 'drop', id: '7' } as const
  storePendingReminder(drop, 1000)
  expect(takePendingReminder({ kind: 'artwork', id: '7' }, 2000)).toBe(false)
  expect(takePendingReminder(drop, 2000)).toBe(true)
  expect(takePendingReminder(drop, 2000)).toBe(false)
  storePendingReminder(drop, 1000)
  expect(takePendingReminder(drop, 1000 + 31 * 60_000)).toBe(false)
  sessionStorage.setItem('vitrine.wish', '{')
  expect(takePendingReminder(drop)).toBe(false)
  expect(sessionStorage.getItem('vitrine.wish')).toBeNull()
})
