// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
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

test.each([
  [undefined, undefined],
  [{ effectiveType: '4g' }, undefined],
  [{ effectiveType: '2g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
  [{ effectiveType: '4g', saveData: true }, false],
])('on a line like %o a link asks to be fetched ahead: %s', (connection, want) => {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  render(<Link href="/en/artworks/">Artworks</Link>)
  expect(rendered.mock.calls).toEqual([[want]])
})

test('a link marked as not prefetched stays so', () => {
  render(
    <Link href="/en/login/" prefetch={false}>
      Log in
    </Link>,
  )
  expect(rendered.mock.calls).toEqual([[false]])
})
