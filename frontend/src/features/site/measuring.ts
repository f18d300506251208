import type { SiteConfig } from '@/lib/config'
import { useConsent } from '@/lib/consent'
import { hasDoNotTrack, type Send, sender, viewDelay, viewOf } from './analytics'
import type { Recorder } from './recording'
import { useSite } from './store'

/** How often a view waits for the title: between two pages the document may have none, on a busy device for longer than the delay. */
const titleTries = 50

let recorder: Recorder | undefined
let recording: Promise<void> | undefined
let whose: string | undefined

/** The profile of the recorded session. It is sent once, when both the profile and the recording exist. */
export function identify(profileId: string) {
  whose = profileId
  recorder?.identify(profileId)
}

/** Usually the banner reads storage first, but measuring must not depend on that. */
function agreed() {
  if (!useConsent.persist.hasHydrated()) useConsent.persist.rehydrate()
  return useConsent.getState().isCookieAccepted
}

/** Records from the visitor's consent until they withdraw it. */
export function followConsent({ flags }: SiteConfig): () => void {
  if (!flags.sessionRecording) return () => undefined
  const follow = (accepted: boolean | null) => {
    if (!accepted) {
      recorder?.stop()
      recorder = undefined
      recording = undefined
      return
    }
    recording ??= import('./recording').then(({ startRecording }) => {
      if (!agreed()) return
      recorder = startRecording()
      if (whose) recorder.identify(whose)
    })
    recording.catch((error: unknown) => console.warn('The session is not recorded', error))
  }
  follow(agreed())
  return useConsent.subscribe(({ isCookieAccepted }) => follow(isCookieAccepted))
}

/** Page views of visitors who agreed and don't ask not to be tracked. Call `view` after each navigation. */
export function pageViews({ analyticsUrl }: SiteConfig, send: Send = sender(analyticsUrl)) {
  let timer: ReturnType<typeof setTimeout>
  return {
    view: (path: string) => {
      clearTimeout(timer)
      if (!analyticsUrl || hasDoNotTrack(navigator)) return
      let tries = titleTries
      const report = () => {
        if (!document.title && tries-- > 0) timer = setTimeout(report, viewDelay)
        else if (agreed()) send(viewOf(path, useSite.getState().previousLocation))
      }
      timer = setTimeout(report, viewDelay)
    },
  }
}
