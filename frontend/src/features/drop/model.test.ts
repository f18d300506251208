import { expect, test } from 'vitest'
import type { DropStatus } from '@/gen/graphql'
import { othersOf } from './model'

const drop = (id: string, status: DropStatus, startsAt: string) => ({ id, status, startsAt })
const drops = [
  drop('last', 'UPCOMING', '2027-02-01T17:00:00Z'),
  drop('next', 'UPCOMING', '2026-12-03T17:00:00Z'),
  drop('now', 'LIVE', '2026-11-19T17:00:00Z'),
  drop('before', 'ENDED', '2026-09-17T17:00:00Z'),
  drop('first', 'ENDED', '2025-01-22T17:00:00Z'),
]
const ids = (id: string, among = drops) => othersOf(among, id).map((other) => other.id)

test('a drop leads to what is live, then to what opens next, then to what ended last', () => {
  expect(ids('last')).toEqual(['now', 'next', 'before'])
  expect(ids('now')).toEqual(['next', 'last', 'before'])
  expect(ids('none', [...drops].reverse())).toEqual(['now', 'next', 'last'])
  expect(ids('now', drops.slice(2, 3))).toEqual([])
})
