/** Runs something once the page rests, after `timeout` milliseconds at the latest; what it returns calls it off. */
export function whenIdle(run: () => void, timeout: number) {
  // A timer for browsers without requestIdleCallback.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run, timeout)
    return () => clearTimeout(timer)
  }
  const idle = window.requestIdleCallback(run, { timeout })
  return () => window.cancelIdleCallback(idle)
}
