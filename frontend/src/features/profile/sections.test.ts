import { expect, test } from 'vitest'
import { contentOf, deskPageOf, draftOf, dropOf, orderOf, sectionOf, submissionOf } from './sections'

test.each([
  [undefined, 'profile', undefined],
  [['orders'], 'orders', undefined],
  [['desk'], 'desk', undefined],
  [['desk', 'orders', 'o1'], 'desk', 'o1'],
  [['desk', 'orders'], 'profile', undefined],
  [['orders', 'o1'], 'orders', 'o1'],
  [['orders', 'o1', 'more'], 'profile', undefined],
  [['desk', 'orders', 'o1', 'more'], 'profile', undefined],
])('the address %j is the part %s', (path, section, order) => {
  expect(sectionOf(path)).toBe(section)
  expect(orderOf(path)).toBe(order)
})

test.each([
  [['desk', 'drops'], 'desk', ''],
  [['desk', 'drops', '20'], 'desk', '20'],
  [['desk', 'drops', 'orbits'], 'profile', undefined],
  [['desk', 'drops', '20', 'more'], 'profile', undefined],
  [['orders', 'drops'], 'orders', undefined],
])('the address %j is the part %s, of drop %j', (path, section, drop) => {
  expect(sectionOf(path)).toBe(section)
  expect(dropOf(path)).toBe(drop)
})

test.each([
  [['desk', 'content'], { folder: 'artworks' }],
  [['desk', 'content', 'posts'], { folder: 'posts' }],
  [['desk', 'content', 'artworks', '12'], { folder: 'artworks', id: '12' }],
  [['desk', 'content', 'curators', '1'], { folder: 'curators', id: '1' }],
  [['desk', 'content', 'imports'], { folder: 'imports' }],
  [['desk', 'content', 'imports', 'i1'], { folder: 'imports', id: 'i1' }],
  [['desk', 'content', 'secrets'], undefined],
  [['desk', 'content', 'posts', '1', 'more'], undefined],
  [['content', 'posts'], undefined],
])('the address %j names the content %j', (path, content) => {
  expect(contentOf(path)).toEqual(content)
  expect(sectionOf(path)).toBe(content ? 'desk' : 'profile')
})

test.each([
  [['desk', 'accounts'], { name: 'accounts', id: undefined }],
  [['desk', 'accounts', 'a1'], { name: 'accounts', id: 'a1' }],
  [['desk', 'approvals'], { name: 'approvals' }],
  [['desk', 'movements'], { name: 'movements' }],
  [['desk', 'movements', '2026-11'], undefined],
  [['desk', 'search'], { name: 'search' }],
  [['desk', 'search', 'x'], undefined],
  [['desk', 'accounts', 'a1', 'x'], undefined],
  [['accounts'], undefined],
  [undefined, undefined],
])('the page of the desk that %j names', (path, page) => {
  expect(deskPageOf(path)).toEqual(page)
  expect(sectionOf(path)).toBe(page ? 'desk' : 'profile')
})

test.each([
  [['studio'], 'studio', '', undefined],
  [['studio', 'd1'], 'studio', 'd1', undefined],
  [['studio', 'd1', 'more'], 'profile', undefined, undefined],
  [['desk', 'submissions'], 'desk', undefined, ''],
  [['desk', 'submissions', 'd1'], 'desk', undefined, 'd1'],
  [['desk', 'submissions', 'd1', 'more'], 'profile', undefined, undefined],
])('the address %j is the part %s, of draft %j and submission %j', (path, section, draft, submission) => {
  expect(sectionOf(path)).toBe(section)
  expect(draftOf(path)).toBe(draft)
  expect(submissionOf(path)).toBe(submission)
})
