// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { nothingUnsaved, outdatedIn, readUnsaved, writeUnsaved } from './unsaved'

const names = ['title', 'bio'] as const

beforeEach(() => sessionStorage.clear())

test('what was typed is kept with what was saved at the time', () => {
  writeUnsaved('a', ['title'], { title: 'Ebb', bio: 'x' }, { title: 'Tide', bio: 'x' })
  expect(readUnsaved('a', names)).toEqual({ values: { title: 'Ebb' }, before: { title: 'Tide' } })
  expect(readUnsaved('b', names)).toEqual(nothingUnsaved)
  writeUnsaved('a', [], {}, {})
  expect(sessionStorage.length).toBe(0)
})

test('what can’t be read is nothing', () => {
  for (const stored of [
    '{',
    'null',
    '3',
    '{"values":{"title":4,"other":"x"}}',
    '{"title":"from another version"}',
  ]) {
    sessionStorage.setItem('vitrine.unsaved.a', stored)
    expect(readUnsaved('a', names)).toEqual(nothingUnsaved)
  }
})

test('a field is outdated if somebody else changed it to a text that isn’t in the form', () => {
  const kept = { values: { title: 'Ebb', bio: 'Mine' }, before: { title: 'Tide', bio: 'First' } }
  expect(outdatedIn(kept, { title: 'Tide', bio: 'First' }, kept.values)).toEqual([])
  expect(outdatedIn(kept, { title: 'Flow', bio: 'First' }, kept.values)).toEqual(['title'])
  expect(outdatedIn(kept, { title: 'Ebb', bio: 'Theirs' }, kept.values)).toEqual(['bio'])
  expect(outdatedIn(nothingUnsaved, { title: 'Flow' }, { title: 'Ebb' })).toEqual([])
})
