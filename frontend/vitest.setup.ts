import { afterEach, vi } from 'vitest'

// Test files share a process, but not the state of the site's modules. Packages are loaded once.
vi.resetModules()

if (typeof window !== 'undefined') {
  // It checks once whether there is an IntersectionObserver, which some tests define later.
  await import('next/link')
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
