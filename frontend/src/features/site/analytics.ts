/** Milliseconds to wait for a page's title before its view is reported. */
export const viewDelay = 32

export interface PageView {
  /** Without query and fragment, which may contain search terms and secrets. */
  path: string
  title: string
  /** Within the site only. */
  previous: string | null
  /** In steps of 100 pixels, so that it doesn't identify anyone. */
  width: number
}

/** A small interface, so that another provider only needs another sender. */
export type Send = (view: PageView) => void

interface Privacy {
  doNotTrack?: string | null
  globalPrivacyControl?: boolean
}

/** Whether the browser asks not to be tracked. */
export const hasDoNotTrack = (browser: Privacy) =>
  browser.doNotTrack === '1' || browser.doNotTrack === 'yes' || browser.globalPrivacyControl === true

/** Sends views to an address, without cookies and without retries. */
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
