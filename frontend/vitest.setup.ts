import { afterEach } from 'vitest'

if (typeof window !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  // The default of a second is too short on a busy machine.
  configure({ asyncUtilTimeout: 10_000 })
}

// Queries are kept by one client for the page, and each test is a page.
afterEach(async () => {
  if (typeof window === 'undefined') return
  const { queryClient } = await import('./src/lib/query')
  queryClient.clear()
})
