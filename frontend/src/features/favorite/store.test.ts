import { expect, test } from 'vitest'
import { type Entry, toggled } from './store'

const work: Entry = { kind: 'artwork', id: '7' }
const artist: Entry = { kind: 'artist', id: '7' }

test('an entry is added at the beginning, once, and removed alone', () => {
  expect(toggled([artist], work, true)).toEqual([work, artist])
  expect(toggled([artist, work], work, true)).toEqual([work, artist])
  expect(toggled([artist, work], work, false)).toEqual([artist])
  expect(toggled([artist], work, false)).toEqual([artist])
})
