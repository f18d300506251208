import { siteConfig } from '@/lib/config'
import { onSession } from '@/lib/session/events'
import { tokensNow, userOf } from '@/lib/session/store'
import { followBuild } from './freshness'
import { followConsent, identify, pageViews } from './measuring'
import { reportErrors } from './report'
import { registerServiceWorker } from './service-worker'

type Views = ReturnType<typeof pageViews>

let views: Views | undefined
let at: string | undefined

/** A page is shown. */
export function shown(path: string) {
  at = path
  views?.view(path)
}

/** Calls `callback` with the id of the visitor's profile once it is known, and with each later one. */
export type OnProfile = (callback: (id: string) => void) => Promise<void>

/** Ends notifications in this browser with the session. Loaded then: few browsers have any. */
const endNotifications = () =>
  void import('@/lib/push')
    .then(({ endPush }) => endPush())
    .catch((error: unknown) => console.warn('Notifications have not ended in this browser', error))

/** What no visitor waits for: it begins once the page rests. Without settings none of it happens. */
export async function begin(onProfile: OnProfile) {
  registerServiceWorker()
  followBuild()
  onSession('ended', endNotifications)
  // Also of a session that ended while no page was open.
  if ('Notification' in window && Notification.permission === 'granted' && !userOf(tokensNow()))
    endNotifications()
  onProfile(identify).catch((error: unknown) => console.warn('The profile is not followed', error))
  const config = await siteConfig()
  views = pageViews(config)
  if (at) views.view(at)
  followConsent(config)
  await reportErrors(config)
}
