import { expect, test } from 'vitest'
import { added, cleared, dismissed, type Notification } from './model'

const one = (id: string, key = id, persist = false): Notification => ({
  id,
  key,
  message: id,
  kind: 'plain',
  persist,
})
const ids = (list: Notification[]) => list.map(({ id }) => id)

test('a new one goes to the front and replaces its key', () => {
  expect(ids(added([one('a'), one('b', 'k')], one('c', 'k')))).toEqual(['c', 'a'])
})

test('dismiss drops the first', () => {
  expect(ids(dismissed([one('a'), one('b')]))).toEqual(['b'])
})

test('a navigation keeps persisting ones, once', () => {
  const once = cleared([one('a'), one('b', 'b', true)])
  expect(ids(once)).toEqual(['b'])
  expect(cleared(once)).toEqual([])
})
