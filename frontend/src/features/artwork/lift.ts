import { flushSync } from 'react-dom'
import { showEdition } from '@/lib/edition'
import { prefersReducedMotion } from '@/ui/reduced-motion'

/** What the tile and the large plate are called while one turns into the other. */
const name = 'edition'

/** How many milliseconds the page may stand still until the large plate has its picture. */
const patience = 300

/**
 * Chooses an edition, and shows it large. Its tile grows into the large plate, where the browser can animate that and the visitor doesn't prefer
 * less motion.
 */
export function lift(edition: number, tile: HTMLElement) {
  const plate = () => document.querySelector<HTMLElement>('[data-sheet]')
  const change = () => {
    flushSync(() => showEdition(edition))
    plate()?.scrollIntoView({ block: 'center', behavior: 'instant' })
  }
  if (!document.startViewTransition || prefersReducedMotion()) return change()
  tile.style.viewTransitionName = name
  const transition = document.startViewTransition(async () => {
    tile.style.viewTransitionName = ''
    change()
    const picture = () => plate()?.querySelector<HTMLImageElement>(`[data-edition='${edition}'] img`)
    const end = Date.now() + patience
    while (!picture()?.complete && Date.now() < end) await new Promise((done) => setTimeout(done, 20))
    plate()?.style.setProperty('view-transition-name', name)
  })
  const settle = () => plate()?.style.removeProperty('view-transition-name')
  transition.finished.then(settle, settle)
  // A transition that another one replaces isn't an error.
  transition.ready.catch(() => undefined)
}
