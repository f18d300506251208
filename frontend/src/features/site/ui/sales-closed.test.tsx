import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

test.each([
  ['open', false],
  ['closed', true],
])('with SALES=%s', async (sales, shown) => {
  vi.stubEnv('SALES', sales)
  vi.resetModules()
  const { SalesClosed } = await import('./sales-closed')
  expect(renderToStaticMarkup(<SalesClosed lang="en" />).includes('We no longer sell works')).toBe(shown)
})
