import { siteConfig } from '@/lib/config'
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

/** What no visitor waits for: it begins once the page rests. Without settings none of it happens. */
export async function begin(onProfile: OnProfile) {
  registerServiceWorker()
  followBuild()
  onProfile(identify).catch((error: unknown) => console.warn('The profile is not followed', error))
  const config = await siteConfig()
  views = pageViews(config)
  if (at) views.view(at)
  followConsent(config)
  await reportErrors(config)
}
