// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Device } from './device'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('links of a preview lead nowhere, except to other pages of its list', () => {
  const onPage = vi.fn()
  const onBuy = vi.fn()
  render(
    <Device onPage={onPage}>
      <a href="/en/artworks/tide-12/">Tide</a>
      <a href="?page=2">Next</a>
      <button type="button" onClick={onBuy}>
        Buy
      </button>
    </Device>,
  )
  const frame = screen.getByTitle<HTMLIFrameElement>(/^Preview on a/)
  const page = frame.contentDocument!
  // jsdom ignores srcdoc.
  page.prepend(page.implementation.createDocumentType('html', '', ''))
  const scrollTo = vi.fn()
  page.defaultView!.scrollTo = scrollTo
  fireEvent.load(frame)
  const shown = within(page.body)
  // fireEvent returns false where the browser doesn't follow the link.
  expect(fireEvent.click(shown.getByText('Tide'))).toBe(false)
  fireEvent.click(shown.getByText('Buy'))
  expect(onBuy).not.toHaveBeenCalled()
  expect(onPage).not.toHaveBeenCalled()
  expect(fireEvent.click(shown.getByText('Next'))).toBe(false)
  expect(onPage.mock.calls).toEqual([[2]])
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
})
