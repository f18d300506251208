/** Milliseconds that a page gets to set its title before its view is reported. */
export const viewDelay = 32

export interface PageView {
  /** Without query and fragment: they may hold search terms and secrets. */
  path: string
  title: string
  /** Within the site only. */
  previous: string | null
  /** In steps of 100 pixels, so that it identifies nobody. */
  width: number
}

/** One small interface: another provider is another sender. */
export type Send = (view: PageView) => void

interface Privacy {
  doNotTrack?: string | null
  globalPrivacyControl?: boolean
}

/** Whether the browser asks not to be followed. */
export const asksNotTo = (browser: Privacy) =>
  browser.doNotTrack === '1' || browser.doNotTrack === 'yes' || browser.globalPrivacyControl === true

/** Sends views to an address, without cookies; a lost one is lost. */
export const sender =
  (url: string): Send =>
  (view) => {
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(view),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      keepalive: true,
    }).catch(() => undefined)
  }

/** The view of the current page, without ids of the profile area. */
export function viewOf(path: string, previous: string | null): PageView {
  const quiet = (text: string) => text.replace(/^(\/[a-z]{2})?\/profile\/.+/, '$1/profile/')
  return {
    path: quiet(path),
    title: document.title,
    previous: previous && quiet(previous),
    width: Math.round(window.innerWidth / 100) * 100,
  }
}
