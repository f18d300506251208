// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EditionPicture } from './edition-picture'

let see: ((visible: boolean) => void)[]
beforeEach(() => {
  see = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        see.push((isIntersecting) => act(() => tell([{ isIntersecting }])))
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const hashOf = (n: number) => `0x${String(n).padStart(64, '0')}`

test('a work draws its editions while they are near the window, three at the same time', () => {
  const { container } = render(
    <ul>
      {[1, 2, 3, 4, 5].map((n) => (
        <EditionPicture key={n} src="/works/64/?hash=" title="Tidal" ratio={1} hash={hashOf(n)} />
      ))}
    </ul>,
  )
  const drawing = () => [...container.querySelectorAll('iframe')].map((frame) => Number(frame.src.slice(-4)))
  expect(drawing()).toEqual([])
  for (const n of [0, 1, 2, 3]) see[n]!(true)
  expect(drawing()).toEqual([1, 2, 3])
  // One that leaves the window frees a slot for the next.
  see[1]!(false)
  expect(drawing()).toEqual([1, 3, 4])
  see[0]!(false)
  see[2]!(false)
  see[3]!(false)
  expect(drawing()).toEqual([])
})
