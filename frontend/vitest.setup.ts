import { afterAll, afterEach, vi } from 'vitest'

// Test files share a process, but each is a new page: with new modules of the site, nothing stored, and no timer or listener of the file
// before. Packages are loaded once.
vi.resetModules()
const environment = { ...process.env }
const timers = new Set<NodeJS.Timeout>()
const listeners: [EventTarget, ...Parameters<EventTarget['addEventListener']>][] = []
const { setTimeout: timeout, setInterval: interval } = globalThis
const kept =
  (start: typeof timeout) =>
  (...args: Parameters<typeof timeout>) => {
    const timer = start(...args)
    timers.add(timer)
    return timer
  }
globalThis.setTimeout = Object.assign(kept(timeout), timeout)
globalThis.setInterval = Object.assign(kept(interval as typeof timeout), interval)
const targets = typeof window === 'undefined' ? [] : [window, document]
const added = targets.map((target) => {
  const add = target.addEventListener
  target.addEventListener = (...args: Parameters<typeof add>) => {
    listeners.push([target, ...args])
    add.call(target, ...args)
  }
  return () => {
    target.addEventListener = add
  }
})

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  Object.assign(globalThis, { setTimeout: timeout, setInterval: interval })
  for (const timer of timers) clearTimeout(timer)
  for (const restore of added) restore()
  for (const [target, type, listener, options] of listeners)
    target.removeEventListener(type, listener, options)
  if (typeof window === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  document.body.replaceChildren()
})

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
