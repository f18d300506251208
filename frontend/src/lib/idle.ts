/** Runs a function once the page is idle, after `timeout` milliseconds at the latest. Returns a function that cancels it. */
export function whenIdle(run: () => void, timeout: number) {
  // A timer for browsers without requestIdleCallback.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run, timeout)
    return () => clearTimeout(timer)
  }
  const idle = window.requestIdleCallback(run, { timeout })
  return () => window.cancelIdleCallback(idle)
}
