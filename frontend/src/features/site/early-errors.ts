const most = 10

let kept: unknown[] = []

function keep(event: ErrorEvent | PromiseRejectionEvent) {
  if (kept.length < most) kept.push('reason' in event ? event.reason : (event.error ?? event.message))
}

/** Stores uncaught errors and unhandled rejections until the code that reports them is loaded. */
export function keepEarlyErrors() {
  window.addEventListener('error', keep)
  window.addEventListener('unhandledrejection', keep)
}

/** Returns the errors so far and stops keeping more. */
export function takeEarlyErrors(): unknown[] {
  window.removeEventListener('error', keep)
  window.removeEventListener('unhandledrejection', keep)
  const taken = kept
  kept = []
  return taken
}
