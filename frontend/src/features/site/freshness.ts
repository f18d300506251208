import { requestConfig, siteConfig } from '@/lib/config'
import { isMissingResource, loadFully } from './resources'
import { onStart } from './start'

/** Minimum interval in milliseconds between two checks of the build. */
const checkInterval = 30_000

let opened: string | undefined
let lastChecked = 0
let changed = false

/** Whether the server runs a different build than the one this page came from. */
async function buildChanged(now = Date.now()): Promise<boolean> {
  if (changed || now - lastChecked < checkInterval) return changed
  lastChecked = now
  opened ??= (await siteConfig()).buildId
  const { buildId } = await requestConfig()
  changed = Boolean(opened && buildId && buildId !== opened)
  return changed
}

/**
 * Watches for a new build. The current page stays; the next navigation loads fully. Missing files reload the page immediately.
 * Returns a function that stops it.
 */
export function followBuild(): () => void {
  let target = window.location.href
  const check = () => {
    buildChanged().catch(() => undefined)
  }
  const stopStart = onStart((url) => {
    target = url.href
    if (changed) window.location.assign(url.href)
    else check()
  })
  const onVisible = () => {
    if (document.visibilityState === 'visible') check()
  }
  const onError = (event: ErrorEvent | PromiseRejectionEvent) => {
    const error: unknown = 'reason' in event ? event.reason : event.error
    if (isMissingResource(error)) loadFully(target)
  }
  siteConfig()
    .then(({ buildId }) => {
      opened ??= buildId
    })
    .catch(() => undefined)
  window.addEventListener('focus', check)
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onError)
  return () => {
    stopStart()
    window.removeEventListener('focus', check)
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onError)
  }
}
