// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Link } from './prefetching-link'

const rendered = vi.hoisted(() => vi.fn())
vi.mock('next/link', () => ({
  default: ({ prefetch, children, ...rest }: ComponentProps<'a'> & { prefetch?: unknown }) => {
    rendered(prefetch)
    return <a {...rest}>{children}</a>
  },
}))

afterEach(() => {
  cleanup()
  rendered.mockClear()
  Reflect.deleteProperty(navigator, 'connection')
})

const link = () => screen.getByRole('link')
const events = {
  'points at it': fireEvent.mouseEnter,
  'touches it': fireEvent.touchStart,
  'focuses it': fireEvent.focus,
}

test.each(Object.entries(events))('a link is prefetched once someone %s', (_, event) => {
  const heard = vi.fn()
  render(
    <Link href="/en/artworks/" onMouseEnter={heard} onTouchStart={heard} onFocus={heard}>
      Artworks
    </Link>,
  )
  expect(rendered.mock.calls).toEqual([[false]])
  event(link())
  expect(rendered).toHaveBeenLastCalledWith(undefined)
  expect(heard).toHaveBeenCalledTimes(1)
})

test.each([
  [undefined, undefined],
  [{ effectiveType: '4g' }, undefined],
  [{ effectiveType: '2g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
  [{ effectiveType: '4g', saveData: true }, false],
])('on a connection like %o the value of prefetch becomes %s', (connection, want) => {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  render(<Link href="/en/artworks/">Artworks</Link>)
  fireEvent.mouseEnter(link())
  expect(rendered).toHaveBeenLastCalledWith(want)
})

test('a link marked as not prefetched stays so', () => {
  render(
    <Link href="/en/login/" prefetch={false}>
      Log in
    </Link>,
  )
  fireEvent.mouseEnter(link())
  expect(rendered).toHaveBeenLastCalledWith(false)
})
