import { expect, test } from 'vitest'
import { newestOf } from './feed'

const work = (id: string, publishedAt: string | null) => ({ id, publishedAt })

test('the newest of all lists come first, each once', () => {
  const one = [work('1', '2026-05-01T00:00:00Z'), work('2', '2026-03-01T00:00:00Z')]
  const other = [work('3', '2026-04-01T00:00:00+02:00'), work('1', '2026-05-01T00:00:00Z'), work('4', null)]
  expect(newestOf([one, other]).map(({ id }) => id)).toEqual(['1', '3', '2', '4'])
  expect(newestOf([one, other], 2).map(({ id }) => id)).toEqual(['1', '3'])
  expect(newestOf([])).toEqual([])
})
