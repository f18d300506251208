/** Milliseconds by which the server's clock is ahead of this browser's. */
let ahead = 0
let learn: (() => Promise<number>) | null = null
let learning = false
let wanted = false
const listeners = new Set<() => void>()

/** Now, by the server's clock as far as it is known. */
export const serverNow = () => Date.now() + ahead

function start() {
  if (!wanted || !learn || learning) return
  learning = true
  learn().then(
    (offset) => {
      ahead = offset
      for (const listener of listeners) listener()
    },
    (error: unknown) => {
      console.info('The time of the server is unknown', error)
      learning = false
    },
  )
}

/** Names how the difference of the clocks is learned. Nothing is requested until something on a page counts down. */
export function learnClockWith(how: () => Promise<number>) {
  learn = how
  start()
}

/** Calls `listener` when the server's clock is known. Returns a function that stops it. */
export function onClock(listener: () => void) {
  wanted = true
  listeners.add(listener)
  start()
  return () => void listeners.delete(listener)
}
