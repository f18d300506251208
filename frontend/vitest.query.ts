import { afterEach } from 'vitest'

// Queries are kept by one client for the page, and each test is a page.
afterEach(async () => {
  if (typeof window === 'undefined') return
  const { queryClient } = await import('./src/lib/query')
  queryClient.clear()
})
