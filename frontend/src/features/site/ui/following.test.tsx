// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { languageStore } from '../language'
import { useSite } from '../store'
import { Following } from './following'

const at = vi.hoisted(() => ({ path: '/en/' }))
vi.mock('next/navigation', () => ({ usePathname: () => at.path }))

afterEach(cleanup)

test('another page is reported, the first one and the same one are not', () => {
  const onPage = vi.fn()
  const { rerender } = render(<Following onPage={onPage} />)
  rerender(<Following onPage={onPage} />)
  expect(onPage).not.toHaveBeenCalled()
  at.path = '/en/artworks/'
  rerender(<Following onPage={onPage} />)
  expect(onPage).toHaveBeenCalledOnce()
})

test('language and connection are followed while it is there', () => {
  document.documentElement.lang = 'en'
  const { unmount } = render(<Following onPage={() => undefined} />)
  expect(languageStore.getState().storedLanguage).toBe('en')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  expect(useSite.getState().online).toBe(false)
  unmount()
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(useSite.getState().online).toBe(false)
  useSite.setState({ online: true })
})
