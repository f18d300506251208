import { useProfile } from '@/features/profile/store'
import { followBuild } from '@/features/site/freshness'
import { followConsent, identify, pageViews, reportErrors } from '@/features/site/measuring'
import { registerServiceWorker } from '@/features/site/service-worker'
import { siteConfig } from '@/lib/config'

type Views = ReturnType<typeof pageViews>

let views: Views | undefined
let at: string | undefined

/** A page is shown. */
export function shown(path: string) {
  at = path
  views?.view(path)
}

/** What no visitor waits for: it begins once the page rests. Without settings none of it happens. */
export async function begin() {
  registerServiceWorker()
  followBuild()
  const follow = ({ profile }: { profile: { _id: string } | null }) => profile && identify(profile._id)
  follow(useProfile.getState())
  useProfile.subscribe(follow)
  const config = await siteConfig()
  views = pageViews(config)
  if (at) views.view(at)
  followConsent(config)
  await reportErrors(config)
}
