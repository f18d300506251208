// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { flushPersonal } from './storage'
import { rememberViewed, viewedWorks } from './viewed'

const work = (n: number) => ({ slug: `work-${n}`, title: `Work ${n}`, artist: 'Ada' })

beforeEach(() => localStorage.clear())

test('the last eight works are kept, the newest first and each once', () => {
  for (let n = 0; n < 10; n++) rememberViewed(work(n))
  rememberViewed(work(5))
  expect(viewedWorks().map(({ slug }) => slug)).toEqual([5, 9, 8, 7, 6, 4, 3, 2].map((n) => `work-${n}`))
})

test('a logout removes them, and damaged entries are ignored', () => {
  rememberViewed(work(1))
  flushPersonal()
  expect(viewedWorks()).toEqual([])
  localStorage.setItem('vitrine.viewed', '{')
  expect(viewedWorks()).toEqual([])
  localStorage.setItem('vitrine.viewed', '[1, null]')
  expect(viewedWorks()).toEqual([])
})
