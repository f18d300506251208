// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { reportLater } from '@/features/site/report-later'
import ErrorPage from './[lang]/error'
import GlobalError from './global-error'

vi.mock('@/features/site/report-later', () => ({ reportLater: vi.fn() }))
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.restoreAllMocks()
})

test.each([
  ['a page', ErrorPage],
  ['the layout', GlobalError],
])('the error page of %s reports what it shows', (_, Shown) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const error = new Error('hanging failed')
  render(<Shown error={error} retry={() => undefined} />)
  expect(reportLater).toHaveBeenCalledExactlyOnceWith(error)
})
