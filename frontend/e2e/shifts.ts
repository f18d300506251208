import type { Page } from '@playwright/test'

type Watched = { shifted?: number }

/** Adds up what moves on each page from now on. Before the first navigation. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const watched = window as Watched
    watched.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        watched.shifted = (watched.shifted ?? 0) + (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The page's layout shift so far; NaN if it isn't measured. Above 0.1 a page counts as unstable. */
export const shifts = (page: Page) =>
  // A shift is reported after it was painted.
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    return (window as Watched).shifted ?? Number.NaN
  })
