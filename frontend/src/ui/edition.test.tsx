// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Edition, type EditionSource } from './edition'

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
        <Edition key={n} number={n} src="/works/64/?hash=" title="Tidal" ratio={1} hash={hashOf(n)} />
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

test('it shows the drawing of the server, otherwise what it can draw on a plate with the number', () => {
  const shown = (props: Partial<EditionSource>) => {
    const { container, unmount } = render(<Edition number={12} title="Tidal" ratio={1} {...props} />)
    see.at(-1)?.(true)
    const found = [
      container.querySelector('img')?.getAttribute('src'),
      container.querySelector('iframe')?.getAttribute('src'),
      container.textContent,
    ]
    unmount()
    return found
  }
  const page = { src: '/works/64/?hash=', hash: hashOf(12) }
  expect(shown({ file: '/12.jpg', ...page })).toEqual(['/12.jpg', undefined, ''])
  expect(shown({ file: null, ...page })).toEqual([undefined, `/works/64/?hash=${hashOf(12)}`, '#12'])
  expect(shown({ file: null })).toEqual([undefined, undefined, '#12'])
  expect(shown({ number: null })).toEqual([undefined, undefined, ''])
})

test('it has a name, unless a caption next to it has one', () => {
  const { rerender, container } = render(
    <Edition number={12} title="Tidal" ratio={1} alt="Tidal, edition 12" />,
  )
  expect(screen.getByRole('img', { name: 'Tidal, edition 12' })).toBeTruthy()
  rerender(<Edition number={12} title="Tidal" ratio={1} />)
  expect(screen.queryByRole('img')).toBeNull()
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
})
