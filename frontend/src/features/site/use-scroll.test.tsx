// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberScroll, restorationDelay, scrollMemory } from './scroll'
import { announceStart } from './start'
import { hashDelay, hashOffset, useHashScroll, useScrollMemory } from './use-scroll'

const scrolled = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  scrolled.mockClear()
  scrollMemory.setState({ positions: [] })
  vi.stubGlobal('scrollTo', scrolled)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  document.body.innerHTML = '<p id="provenance"></p>'
  vi.spyOn(document.getElementById('provenance')!, 'getBoundingClientRect').mockReturnValue({
    top: 900,
  } as DOMRect)
})
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the values of the specification', () => {
  expect({ hashOffset, hashDelay, restorationDelay }).toEqual({
    hashOffset: 100,
    hashDelay: 10,
    restorationDelay: 0,
  })
})

test('a fragment is scrolled to smoothly, 100 px above, after 10 ms', () => {
  history.replaceState(null, '', '/#provenance')
  renderHook(() => useHashScroll('/'))
  vi.advanceTimersByTime(9)
  expect(scrolled).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: 800, behavior: 'smooth' })
})

test('also a fragment of the next page; an unknown fragment doesn’t scroll', () => {
  const { rerender } = renderHook(({ uri }) => useHashScroll(uri), { initialProps: { uri: '/' } })
  history.replaceState(null, '', '/a#nothing')
  rerender({ uri: '/a' })
  vi.advanceTimersByTime(20)
  expect(scrolled).not.toHaveBeenCalled()
  history.replaceState(null, '', '/b#provenance')
  rerender({ uri: '/b' })
  vi.advanceTimersByTime(20)
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: 800, behavior: 'smooth' })
})

test('with reduced motion the page jumps', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  history.replaceState(null, '', '/#provenance')
  renderHook(() => useHashScroll('/'))
  vi.advanceTimersByTime(10)
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: 800, behavior: 'instant' })
})

test('going back restores the scroll position; a link does not', () => {
  rememberScroll('/en/artworks/', 1500)
  rememberScroll('/en/artists/', 300)
  const { rerender } = renderHook(({ uri }) => useScrollMemory(uri), {
    initialProps: { uri: '/en/tv/' },
  })
  vi.advanceTimersByTime(0)
  announceStart('/en/artists/', 'push')
  rerender({ uri: '/en/artists/' })
  vi.advanceTimersByTime(0)
  expect(scrolled).not.toHaveBeenCalled()
  announceStart('/en/artworks/', 'traverse')
  rerender({ uri: '/en/artworks/' })
  vi.advanceTimersByTime(0)
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: 1500, behavior: 'instant' })
})
