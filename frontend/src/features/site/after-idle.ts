import { siteConfig } from '@/lib/config'
import { userOf } from '@/lib/session/claims'
import { onSession } from '@/lib/session/events'
import { tokensNow } from '@/lib/session/store'
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

/** Ends notifications in this browser with the session. It loads on demand, because few browsers have any. */
const endNotifications = () =>
  void import('@/lib/push')
    .then(({ endPush }) => endPush())
    .catch((error: unknown) => console.warn('Notifications have not ended in this browser', error))

/** Everything that visitors don't wait for. It starts when the page is idle, and not without settings. */
export async function begin(onProfile: OnProfile) {
  registerServiceWorker()
  followBuild()
  onSession('ended', endNotifications)
  // This includes a session that ended while no page was open.
  if ('Notification' in window && Notification.permission === 'granted' && !userOf(tokensNow()))
    endNotifications()
  onProfile(identify).catch((error: unknown) => console.warn('The profile is not followed', error))
  const config = await siteConfig()
  views = pageViews(config)
  if (at) views.view(at)
  followConsent(config)
  await reportErrors(config)
}
